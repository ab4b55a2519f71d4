/** Words by code, as tables. Each entry is a function: the person's language is known only once the extension runs. */

/** The entry of `code`, or undefined: codes may come from files, so only the table's own names count. */
export function entryOf<W>(table: Readonly<Record<string, W>>, code: string): W | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
