import { useLayoutEffect } from 'preact/hooks';

type Box = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd' | 'setSelectionRange'>;

/** A box keeps its caret whatever comes: its text is set only where it is another one. */
export function useBoxText(box: { current: (Box & Element) | null }, text: string): void {
  useLayoutEffect(() => {
    const field = box.current;
    if (field === null || field.value === text) return;
    const { selectionStart, selectionEnd } = field;
    field.value = text;
    if (document.activeElement === field)
      field.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
  }, [text]);
}
