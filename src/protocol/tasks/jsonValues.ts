/** Between the trees that files are kept in and the values that callers give and get. */
import {
  type JsonFault,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  MAX_DIGITS,
  parseNoted,
  pythonFloat,
} from '../lib/pythonJson.ts';
import { setOwn } from '../lib/setOwn.ts';
import type { TaskRecord } from './taskModel.ts';

/** Deeper than this the peer reads a file but cannot write it back. The outermost object is level 1. */
export const MOST_LEVELS = 900;

/** A value given in as its JSON text: what a person typed or left alone keeps its spelling, `1.0` and large numbers too. */
export class JsonText {
  readonly tree: JsonValue;

  private constructor(tree: JsonValue) {
    this.tree = tree;
  }

  /** `at`: where the text stops being JSON, in UTF-16 units from 0. */
  static of(text: string): { ok: true; value: JsonText } | { ok: false; fault: JsonFault; at: number } {
    const read = parseNoted(text, MOST_LEVELS);
    return read.ok ? { ok: true, value: new JsonText(read.value) } : read;
  }

  get isObject(): boolean {
    return this.tree instanceof Map;
  }

  /** The same value, whatever its layout. */
  equals(other: JsonText): boolean {
    return stringify(this.tree) === stringify(other.tree);
  }
}

/** One line, as a person would write it. */
export function stringify(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof JsonNumber) return value.source;
  if (Array.isArray(value)) return `[${value.map(stringify).join(', ')}]`;
  if (!(value instanceof Map)) return String(value);
  return `{${[...value].map(([name, item]) => `${JSON.stringify(name)}: ${stringify(item)}`).join(', ')}}`;
}

/** As `stringify`, but that what is longer than `width` gets a line for each of its parts. */
export function layOut(value: JsonValue, width: number, indent = ''): string {
  const line = stringify(value);
  const isList = Array.isArray(value);
  if (indent.length + line.length <= width || !(isList || value instanceof Map)) return line;
  const inner = `${indent}  `;
  const parts = isList
    ? value.map((item) => layOut(item, width, inner))
    : [...value].map(([name, item]) => `${JSON.stringify(name)}: ${layOut(item, width, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

/** A tree as plain values: numbers to the nearest, null where there is none, every name an own property. */
export function plainOf(value: JsonObject): TaskRecord;
export function plainOf(value: JsonValue): unknown;
export function plainOf(value: JsonValue): unknown {
  if (value instanceof JsonNumber) {
    const nearest = value.toNumber();
    return Number.isFinite(nearest) ? nearest : null;
  }
  if (Array.isArray(value)) return value.map((item) => plainOf(item));
  if (!(value instanceof Map)) return value;
  const plain: TaskRecord = {};
  for (const [name, item] of value) setOwn(plain, name, plainOf(item));
  return plain;
}

/**
 * A value that was given in, as a tree: JSON's values and `bigint`; undefined members are left out. Undefined for what no
 * file can hold: NaN, functions, class instances, cycles, more than `levels` levels.
 */
export function treeOf(value: unknown, levels: number): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return numberOf(value);
    case 'bigint':
      return bigOf(value);
    case 'object':
      if (value === null) return null;
      // A cycle is deeper than any limit.
      if (levels < 1) return undefined;
      if (value instanceof JsonText) return fitsLevels(value.tree, levels) ? value.tree : undefined;
      return Array.isArray(value) ? arrayOf(value, levels) : objectOf(value, levels);
    default:
      return undefined;
  }
}

function numberOf(value: number): JsonNumber | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return new JsonNumber(String(BigInt(value)), true);
  return new JsonNumber(pythonFloat(value), false);
}

function bigOf(value: bigint): JsonNumber | undefined {
  const source = String(value);
  return source.replace('-', '').length > MAX_DIGITS ? undefined : new JsonNumber(source, true);
}

function arrayOf(value: readonly unknown[], levels: number): JsonValue[] | undefined {
  const items: JsonValue[] = [];
  for (const item of value) {
    const tree = treeOf(item, levels - 1);
    if (tree === undefined) return undefined;
    items.push(tree);
  }
  return items;
}

function objectOf(value: object, levels: number): JsonObject | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Of another realm, such as a test's or a worker's, plain objects have a prototype of their own.
  const plain =
    prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
  if (!plain || Object.getOwnPropertySymbols(value).length > 0) return undefined;
  const members: JsonObject = new Map();
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const tree = treeOf(item, levels - 1);
    if (tree === undefined) return undefined;
    members.set(name, tree);
  }
  return members;
}

/** Whether a tree has at most `levels` levels. */
export function fitsLevels(value: JsonValue, levels: number): boolean {
  if (value === null || typeof value !== 'object' || value instanceof JsonNumber) return true;
  if (levels < 1) return false;
  const items = Array.isArray(value) ? value : [...value.values()];
  return items.every((item) => fitsLevels(item, levels - 1));
}
