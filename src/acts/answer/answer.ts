/** What the person chose and typed, and the text that it becomes. */
import { memoize } from '../../protocol/lib/memo.ts';
import type { Option } from '../../protocol/lib/option.ts';

export interface Answer {
  /** Their own words, which may be none. */
  text: string;
  /** The id of the option that was taken. */
  choice: string | null;
}

export function sameAnswer(one: Answer, other: Answer): boolean {
  return one.text === other.text && one.choice === other.choice;
}

/** What goes on the line: an option alone, own words, or an option with words. Null where there is nothing to send. */
export function answerOf(
  options: readonly Option[],
  draft: Answer,
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
export function feedbackText(options: readonly Option[], draft: Answer): string | null {
  const words = draft.text.trim() === '' ? '' : draft.text;
  const option = draft.choice === null ? '' : (byId(options).get(draft.choice)?.option.id ?? '');
  const text = [option, words].filter((part) => part !== '').join('\n');
  return text === '' ? null : text;
}

/**
 * What taking an option says. Of two options with one id and other labels, the id would be read as either: then the label
 * goes as own words.
 */
export function answerWith(options: readonly Option[], option: Option, words = ''): Answer {
  if (byId(options).get(option.id)?.doubtful !== true) {
    return { text: words, choice: option.id };
  }
  return { text: words === '' ? option.label : `${option.label}. ${words}`, choice: null };
}

interface OfId {
  /** The first of this id. */
  option: Option;
  /** There are several of it, with different labels. */
  doubtful: boolean;
}

/** Remembered, since thousands of options are asked for one by one. */
const byId = memoize((options: readonly Option[]): ReadonlyMap<string, OfId> => {
  const made = new Map<string, OfId>();
  for (const option of options) {
    const first = made.get(option.id);
    if (first === undefined) made.set(option.id, { option, doubtful: false });
    else if (first.option.label !== option.label) first.doubtful = true;
  }
  return made;
});

/** The option that a single digit means; anything longer is the person's own words, and so is a digit without an option. */
export function optionOfDigit(options: readonly Option[], typed: string): Option | null {
  return /^[1-9]$/.test(typed) ? (options[Number(typed) - 1] ?? null) : null;
}
