/**
 * What a panel may send, checked by hand: a webview is a page, and what comes out of a page may be anything.
 *
 * A checker gives the value as it may be used, made anew of what was asked for alone, or `BAD`.
 */

export const BAD: unique symbol = Symbol('bad');

export type Checker<T> = (value: unknown) => T | typeof BAD;

/** What a checker lets through. */
export type CheckedBy<C> = C extends Checker<infer T> ? T : never;

/** At most `max` UTF-16 units. */
export function text(max: number): Checker<string> {
  return (value) => (typeof value === 'string' && value.length <= max ? value : BAD);
}

export function whole(min: number, max: number): Checker<number> {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : BAD;
}

export const flag: Checker<boolean> = (value) => (typeof value === 'boolean' ? value : BAD);

/** For what takes nothing. */
export const nothing: Checker<null> = (value) => (value === null ? null : BAD);

export function oneOf<const T extends string>(...values: readonly T[]): Checker<T> {
  return (value) => values.find((each) => each === value) ?? BAD;
}

export function nullable<T>(checker: Checker<T>): Checker<T | null> {
  return (value) => (value === null ? null : checker(value));
}

/** At most `max` of them. */
export function list<T>(checker: Checker<T>, max: number): Checker<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > max) return BAD;
    const made: T[] = [];
    for (let at = 0; at < value.length; at += 1) {
      const each = checker(value[at]);
      if (each === BAD) return BAD;
      made.push(each);
    }
    return made;
  };
}

/** What the first of them that takes it gives. */
export function anyOf<C extends readonly Checker<unknown>[]>(...checkers: C): Checker<CheckedBy<C[number]>> {
  return (value) => {
    for (const checker of checkers) {
      const made = checker(value);
      if (made !== BAD) return made as CheckedBy<C[number]>;
    }
    return BAD;
  };
}

type Checked<S> = { [K in keyof S]: CheckedBy<S[K]> };

/** Every field and no other. */
export function object<S extends Record<string, Checker<unknown>>>(shape: S): Checker<Checked<S>> {
  const names = Object.keys(shape);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return BAD;
    if (Object.keys(value).length !== names.length) return BAD;
    const made: Record<string, unknown> = {};
    for (const name of names) {
      if (!Object.hasOwn(value, name)) return BAD;
      const field = shape[name]?.((value as Record<string, unknown>)[name]);
      if (field === BAD) return BAD;
      made[name] = field;
    }
    return made as Checked<S>;
  };
}
