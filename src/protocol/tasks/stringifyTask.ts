/** A tree as the peer writes it: two spaces, ASCII only, no newline at the end; numbers as they are spelled. */
import { escapedUnit } from '../lib/oneLine.ts';
import { JsonNumber, type JsonValue } from '../lib/pythonJson.ts';

export function stringifyTask(value: JsonValue): string {
  const parts: string[] = [];
  write(value, '\n', parts);
  return parts.join('');
}

function write(value: JsonValue, line: string, parts: string[]): void {
  if (value === null) parts.push('null');
  else if (typeof value === 'string') parts.push(quoteAscii(value));
  else if (typeof value === 'boolean') parts.push(value ? 'true' : 'false');
  else if (value instanceof JsonNumber) parts.push(value.source);
  else if (Array.isArray(value)) {
    const items = value.map((item): Part => ['', item]);
    writeParts('[', items, ']', line, parts);
  } else {
    const members = [...value].map(([name, item]): Part => [`${quoteAscii(name)}: `, item]);
    writeParts('{', members, '}', line, parts);
  }
}

/** What stands before a value, and the value. */
type Part = [string, JsonValue];

function writeParts(
  open: string,
  items: readonly Part[],
  close: string,
  line: string,
  parts: string[],
): void {
  if (items.length === 0) {
    parts.push(open, close);
    return;
  }
  const inner = `${line}  `;
  let before = open;
  for (const [name, item] of items) {
    parts.push(before, inner, name);
    write(item, inner, parts);
    before = ',';
  }
  parts.push(line, close);
}

const NOT_ASCII = /[\u007f-\uffff]/;
const EACH_NOT_ASCII = /[\u007f-\uffff]/g;

function quoteAscii(text: string): string {
  const quoted = JSON.stringify(text);
  if (!NOT_ASCII.test(quoted)) return quoted;
  return quoted.replace(EACH_NOT_ASCII, escapedUnit);
}
