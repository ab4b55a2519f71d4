/**
 * The common lines, quickly: `JSON.parse` and a look at each member. Whatever is not plainly right (or may mean something
 * else to Python than to JavaScript) gives null, and the slow way decides.
 */
import { MAX_DEPTH, MAX_DIGITS } from '../lib/pythonJson.ts';
import { InstantScanner, type Micros } from '../lib/time.ts';
import { eventTable, type FoldEvent, type Whole } from './eventDefinitions.ts';
import { type Given, type KindsWay, kindsOf, type RecordOf } from './eventKinds.ts';

/** Reads one line after the other: what it keeps in between is its own, so that reading allocates the event alone. */
export class QuickEvents implements KindsWay {
  /** False once anything of the line was not plainly right. */
  #sure = true;
  /** True once a member of the object at hand is unset. */
  #unset = false;
  readonly #instants = new InstantScanner();
  readonly #is = kindsOf<Whole, Micros>(this);
  readonly #table = new Map<unknown, (given: Given) => FoldEvent>(Object.entries(eventTable(this.#is)));

  /** The event of a line in its usual form, or null: then `parseFoldEventSlowly` decides. Never throws. */
  read(line: string): FoldEvent | null {
    if (line.length > 2 * MAX_DEPTH && mayDiffer(line)) return null;
    let given: unknown;
    try {
      given = JSON.parse(line);
    } catch {
      return null;
    }
    if (typeof given !== 'object' || given === null) return null;
    const take = this.#table.get((given as Given)['event']);
    if (take === undefined) return null;
    this.#sure = true;
    const event = take(given as Given);
    return this.#sure ? event : null;
  }

  sign(event: string, given: Given): object {
    return { event, ts: this.time(given['ts']), at: this.time(given['at'], '', null) };
  }

  text(value: unknown, _says?: string, otherwise?: string | null): string | undefined {
    return typeof value === 'string' ? value : this.#missing(value, otherwise);
  }

  id(value: unknown): string | undefined {
    return this.text(value);
  }

  path(value: unknown, _says: string, otherwise: null): string | undefined {
    if (typeof value !== 'string') return this.#missing(value, otherwise);
    const first = value.charCodeAt(0);
    return first === 0x2f || first === 0x7e || value.includes('..') ? this.#unsure() : value;
  }

  flag(value: unknown, _says: string, otherwise: boolean): boolean | undefined {
    return typeof value === 'boolean' ? value : this.#missing(value, otherwise);
  }

  time(value: unknown, _says?: string, otherwise?: null): Micros | undefined {
    const micros =
      typeof value === 'string'
        ? this.#instants.textMicros(value)
        : typeof value === 'number'
          ? this.#instants.numberMicros(value)
          : Number.NaN;
    return Number.isNaN(micros) ? this.#missing(value, otherwise) : micros;
  }

  whole(value: unknown, _says: string, otherwise?: number | null): number | undefined {
    const fits = typeof value === 'number' && value >= 1 && Number.isSafeInteger(value);
    return fits ? value : this.#missing(value, otherwise);
  }

  /** JavaScript's -0 is Python's 0. */
  count(value: unknown): number | undefined {
    const fits = typeof value === 'number' && value >= 0 && Number.isSafeInteger(value);
    return fits ? value + 0 : this.#missing(value, 0);
  }

  /** -0 could be Python's whole 0 or its float -0.0. */
  number(
    value: unknown,
    _says: string,
    from: number | undefined,
    otherwise?: number | null,
  ): number | undefined {
    const fits = typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0);
    return fits && (from === undefined || value >= from) ? value : this.#missing(value, otherwise);
  }

  word(
    value: unknown,
    _says: string,
    words: readonly [string, ...string[]],
    otherwise?: string | null,
  ): string | undefined {
    for (const word of words) if (word === value) return word;
    return this.#missing(value, otherwise);
  }

  texts(value: unknown): unknown {
    return Array.isArray(value) && value.every((inner) => typeof inner === 'string') ? value : this.#unsure();
  }

  list(value: unknown, _says: string, item: RecordOf<object>): object[] | undefined {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return this.#unsure();
    const items: object[] = [];
    for (const inner of value) items.push(this.#inner(inner, item));
    return items;
  }

  record(value: unknown, _says: string, members: RecordOf<object>): object | undefined {
    return value === undefined || value === null ? undefined : this.#inner(value, members);
  }

  #inner(value: unknown, members: RecordOf<object>): object {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) return this.#unsure() ?? {};
    this.#unset = false;
    const made = members(value as Given, this.#is);
    return this.#unset ? withoutUnset(made) : made;
  }

  /** What stands for a value that is not of its kind: it may be missing, or the line is left to the slow way. */
  #missing<T>(value: unknown, otherwise: T | undefined): NonNullable<T> | undefined {
    if (value === undefined && otherwise !== undefined && otherwise !== null) return otherwise;
    if (otherwise !== null || (value !== undefined && value !== null)) return this.#unsure();
    this.#unset = true;
    return undefined;
  }

  #unsure(): undefined {
    this.#sure = false;
    return undefined;
  }
}

function withoutUnset(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, inner]) => inner !== undefined));
}

/** Whether a long line may be nested too deep, or hold more digits than Python takes. */
function mayDiffer(line: string): boolean {
  let open = 0;
  let digits = 0;
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) {
      digits += 1;
      if (digits > MAX_DIGITS) return true;
    } else {
      digits = 0;
      if (unit === 0x5b || unit === 0x7b) {
        open += 1;
        if (open > MAX_DEPTH) return true;
      }
    }
  }
  return false;
}
