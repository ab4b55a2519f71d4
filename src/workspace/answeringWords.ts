import type { Option } from '../protocol/loops/model.ts';

/** What goes on the line: an option alone, own words, or an option with words. Null where there is nothing to send. */
export function answerOf(
  options: readonly Option[],
  draft: { text: string; choice: string | null },
): { text: string; choice?: string } | null {
  const words = draft.text.trim() === '' ? '' : draft.text;
  const option = options.find((each) => each.id === draft.choice);
  if (option === undefined) {
    return words === '' ? null : { text: words };
  }
  return { text: words === '' ? option.label : `${option.label}. ${words}`, choice: option.id };
}

/**
 * What a task's file gets: an agent expects one text. An option is what it gave for it, words stand below; null where there
 * is nothing to send.
 */
export function feedbackText(
  options: readonly Option[],
  draft: { text: string; choice: string | null },
): string | null {
  const words = draft.text.trim() === '' ? '' : draft.text;
  const option = options.find((each) => each.id === draft.choice)?.id ?? '';
  const text = [option, words].filter((part) => part !== '').join('\n');
  return text === '' ? null : text;
}

/**
 * What taking an option says. Of two options with one id and other labels, the id would be read as either: then the label
 * goes as own words.
 */
export function answerWith(
  options: readonly Option[],
  option: Option,
  words = '',
): { text: string; choice: string | null } {
  if (options.every(({ id, label }) => id !== option.id || label === option.label)) {
    return { text: words, choice: option.id };
  }
  return { text: words === '' ? option.label : `${option.label}. ${words}`, choice: null };
}

/** The option that a single digit means; anything longer is the person's own words, and so is a digit without an option. */
export function optionOfDigit(options: readonly Option[], typed: string): Option | null {
  return /^[1-9]$/.test(typed) ? (options[Number(typed) - 1] ?? null) : null;
}
