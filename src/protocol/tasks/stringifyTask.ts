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
  else if (Array.isArray(value)) writeArray(value, line, parts);
  else writeObject(value, line, parts);
}

function writeArray(value: JsonValue[], line: string, parts: string[]): void {
  if (value.length === 0) {
    parts.push('[]');
    return;
  }
  const inner = `${line}  `;
  let before = '[';
  for (const item of value) {
    parts.push(before, inner);
    write(item, inner, parts);
    before = ',';
  }
  parts.push(line, ']');
}

function writeObject(value: Map<string, JsonValue>, line: string, parts: string[]): void {
  if (value.size === 0) {
    parts.push('{}');
    return;
  }
  const inner = `${line}  `;
  let before = '{';
  for (const [name, item] of value) {
    parts.push(before, inner, quoteAscii(name), ': ');
    write(item, inner, parts);
    before = ',';
  }
  parts.push(line, '}');
}

const NOT_ASCII = /[\u007f-\uffff]/;
const EACH_NOT_ASCII = /[\u007f-\uffff]/g;

function quoteAscii(text: string): string {
  const quoted = JSON.stringify(text);
  if (!NOT_ASCII.test(quoted)) return quoted;
  return quoted.replace(EACH_NOT_ASCII, escapedUnit);
}
