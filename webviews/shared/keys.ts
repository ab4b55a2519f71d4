/** Keys of a panel. None of them acts while a text box has the caret, but for those with Ctrl or Cmd. */

const isMac = navigator.platform.startsWith('Mac');

/** Ctrl+Enter, Cmd+Enter on macOS. */
export function isSend(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
}

function isTyping(event: Event): boolean {
  const target = event.target;
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** The option that a digit chooses, by its place; null: none of them; undefined: it is no digit. */
export function optionOf(event: KeyboardEvent): number | null | undefined {
  const key = plainKey(event);
  if (key === null || !/^[0-9]$/.test(key)) return undefined;
  return key === '0' ? null : Number(key) - 1;
}

/** A key by itself: no modifier but Shift where the character needs it. */
export function plainKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event)) return null;
  return event.key;
}
