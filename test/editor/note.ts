/** What the tests of this process have to tell the reader of the last lines. */
export const notes: string[] = [];

/** Says something at the end of `npm test`, once. */
export function note(text: string): void {
  if (!notes.includes(text)) notes.push(text);
}
