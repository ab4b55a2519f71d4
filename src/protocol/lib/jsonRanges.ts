/** Where in a JSON text values stand: for problems that name a field. Not for hot paths. */
import { endOfValue, skipSpaceAt, stringAt } from './pythonJson.ts';

type Keys = readonly (string | number)[];

/** A range in UTF-16 units from 0. */
export interface TextRange {
  start: number;
  end: number;
}

/** The values that are looked for, below one value. */
interface Wanted {
  /** Which of the asked ones end here. */
  here: number[];
  below: Map<string | number, Wanted>;
}

/**
 * The ranges of the values that each of `asked` leads to, in a text that `parse` accepts. Where the last keys are not there,
 * the name or bracket nearest above them; null where the text has no value at all. One pass, however many are asked.
 */
export function locateAll(text: string, asked: readonly Keys[]): (TextRange | null)[] {
  const root: Wanted = { here: [], below: new Map() };
  asked.forEach((keys, index) => {
    let node = root;
    for (const key of keys) {
      const next: Wanted = node.below.get(key) ?? { here: [], below: new Map() };
      node.below.set(key, next);
      node = next;
    }
    node.here.push(index);
  });
  const ranges: (TextRange | null)[] = asked.map(() => null);
  const start = skipSpaceAt(text, 0);
  visit(text, start, { start, end: Math.min(start + 1, text.length) }, root, ranges);
  return ranges;
}

/** The range of one value. */
export function locate(text: string, keys: Keys): TextRange | null {
  return locateAll(text, [keys])[0] ?? null;
}

/** Notes what is wanted in the value that begins at `start`, and gives the place after it, or null where none does. */
function visit(
  text: string,
  start: number,
  shown: TextRange,
  wanted: Wanted,
  ranges: (TextRange | null)[],
): number | null {
  const end = endOfValue(text, start);
  if (end === null) return null;
  for (const index of wanted.here) ranges[index] = { start, end };
  if (wanted.below.size === 0) return end;
  for (const inner of wanted.below.values()) setAll(inner, shown, ranges);
  const opened = text[start];
  if (opened !== '[' && opened !== '{') return end;
  let at = skipSpaceAt(text, start + 1);
  for (let index = 0; at < end; index += 1) {
    const item = opened === '[' ? { key: index, name: null, value: at } : memberAt(text, at);
    if (item === null) return end;
    const inner = wanted.below.get(item.key);
    const name = item.name ?? { start: item.value, end: item.value + 1 };
    const after = inner ? visit(text, item.value, name, inner, ranges) : endOfValue(text, item.value);
    if (after === null) return end;
    const comma = skipSpaceAt(text, after);
    if (text[comma] !== ',') return end;
    at = skipSpaceAt(text, comma + 1);
  }
  return end;
}

/** What stands for values that are not found below. Of equal names the last one overwrites. */
function setAll(wanted: Wanted, shown: TextRange, ranges: (TextRange | null)[]): void {
  for (const index of wanted.here) ranges[index] = shown;
  for (const inner of wanted.below.values()) setAll(inner, shown, ranges);
}

function memberAt(text: string, at: number): { key: string; name: TextRange; value: number } | null {
  const name = stringAt(text, at);
  if (name === null) return null;
  const colon = skipSpaceAt(text, name.end);
  if (text[colon] !== ':') return null;
  return { key: name.value, name: { start: at, end: name.end }, value: skipSpaceAt(text, colon + 1) };
}
