/** Where in a JSON text a value stands: for problems that name a field. Not for hot paths. */
import { endOfValue, skipSpaceAt, stringAt } from './pythonJson.ts';

/**
 * The range, in UTF-16 units from 0, of the value that `keys` lead to in a text that `parse` accepts. Where the last keys
 * are not there, the range of the name or bracket nearest above them; null for a text that does not go that way.
 */
export function locate(
  text: string,
  keys: readonly (string | number)[],
): { start: number; end: number } | null {
  let start = skipSpaceAt(text, 0);
  let shown: { start: number; end: number } | null = null;
  for (const key of keys) {
    const next = typeof key === 'number' ? itemAt(text, start, key) : memberAt(text, start, key);
    if (next === null) return shown ?? { start, end: Math.min(start + 1, text.length) };
    shown = next.name;
    start = next.start;
  }
  const end = endOfValue(text, start);
  return end === null ? null : { start, end };
}

interface Found {
  start: number;
  /** What to show where nothing more exact is found below. */
  name: { start: number; end: number };
}

function itemAt(text: string, start: number, index: number): Found | null {
  if (text[start] !== '[') return null;
  let at = skipSpaceAt(text, start + 1);
  for (let count = 0; ; count += 1) {
    if (count === index) return { start: at, name: { start: at, end: at + 1 } };
    const end = endOfValue(text, at);
    if (end === null) return null;
    at = skipSpaceAt(text, end);
    if (text[at] !== ',') return null;
    at = skipSpaceAt(text, at + 1);
  }
}

/** Of equal names the last one counts. */
function memberAt(text: string, start: number, name: string): Found | null {
  if (text[start] !== '{') return null;
  let found: Found | null = null;
  let at = skipSpaceAt(text, start + 1);
  for (;;) {
    const read = stringAt(text, at);
    if (read === null) return found;
    const colon = skipSpaceAt(text, read.end);
    if (text[colon] !== ':') return found;
    const value = skipSpaceAt(text, colon + 1);
    if (read.value === name) found = { start: value, name: { start: at, end: read.end } };
    const end = endOfValue(text, value);
    if (end === null) return found;
    at = skipSpaceAt(text, end);
    if (text[at] !== ',') return found;
    at = skipSpaceAt(text, at + 1);
  }
}
