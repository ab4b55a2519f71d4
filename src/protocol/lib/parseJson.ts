/** The value of a JSON text; null where it is none. For files and drafts of our own: another version may have left them. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    return null;
  }
}
