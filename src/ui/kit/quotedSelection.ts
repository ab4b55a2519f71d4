/** A piece of a file as it stands in a note: where it is, at which commit, and its text in a fence. */

export interface Selection {
  /** Relative to the loop's repository where it lies in it, with `/`. */
  path: string;
  /** From 1, both included. */
  from: number;
  to: number;
  /** Where the file is as it was committed. */
  commit: string | null;
  language: string;
  text: string;
}

export function fence(selection: Selection): string {
  const location = `${selection.path}:${selection.from}${selection.to > selection.from ? `-${selection.to}` : ''}`;
  const at = selection.commit === null ? '' : ` (${selection.commit.slice(0, 12)})`;
  const longest = Math.max(0, ...Array.from(selection.text.matchAll(/`+/g), (run) => run[0].length));
  const marks = '`'.repeat(Math.max(3, longest + 1));
  const text = selection.text.replaceAll('\r\n', '\n').replace(/\n+$/, '');
  return `${location}${at}\n${marks}${selection.language}\n${text}\n${marks}\n`;
}
