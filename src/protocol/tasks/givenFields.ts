/** Fields of a task that were given in, checked and under the names that they have in the file. */
import type { JsonValue } from '../lib/pythonJson.ts';
import { ok, type Result } from '../lib/result.ts';
import { invalidField } from './actContext.ts';
import { JsonText, MOST_LEVELS, treeOf } from './jsonValues.ts';
import { asRecord } from './taskRecord.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => typeof value === 'string' || value === null;
const isNumber: Check = (value) => typeof value === 'bigint' || Number.isFinite(value);
const isWhole: Check = (value) => typeof value === 'bigint' || Number.isInteger(value);
const isObject: Check = (value) => (value instanceof JsonText ? value.isObject : asRecord(value) !== null);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);

const FIELDS = {
  title: ['title', isText],
  createdBy: ['created_by', isText],
  description: ['description', isText],
  assignedTo: ['assigned_to', isTextOrNull],
  priority: ['priority', isNumber],
  context: ['context', isObject],
  tags: ['tags', isTexts],
  parentId: ['parent_id', isTextOrNull],
  maxRetries: ['max_retries', isWhole],
} as const satisfies Record<string, readonly [string, Check]>;

export type FieldName = keyof typeof FIELDS;
/** By their names in the file, in the order given. */
export type Fields = Map<string, JsonValue>;

/** The fields of `given` among `names`, those that are undefined left out. Refused: `invalid` {field}. */
export function fieldsOf(given: Record<string, unknown>, names: readonly FieldName[]): Result<Fields> {
  const fields: Fields = new Map();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || !isOneOf(names, name)) continue;
    const [key, fits] = FIELDS[name];
    const tree = fits(value) ? treeOf(value, MOST_LEVELS - 1) : undefined;
    if (tree === undefined) return invalidField(name);
    fields.set(key, tree);
  }
  return ok(fields);
}

function isOneOf(names: readonly FieldName[], name: string): name is FieldName {
  return names.some((known) => known === name);
}
