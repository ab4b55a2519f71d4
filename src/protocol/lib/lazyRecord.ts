import { once } from './once.ts';

/** A record whose values are each made when they are first asked for: a start that needs none makes none. */
export function lazyRecord<K extends string, V>(
  keys: readonly K[],
  make: (key: K) => V,
): Readonly<Record<K, V>> {
  const record = {};
  for (const key of keys)
    Object.defineProperty(record, key, { enumerable: true, get: once(() => make(key)) });
  return record as Readonly<Record<K, V>>;
}
