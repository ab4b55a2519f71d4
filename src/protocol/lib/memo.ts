/** The same function, which makes each answer once for as long as its argument lives. For what never changes only. */
export function memoize<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (key) => {
    let made = known.get(key);
    if (made === undefined) {
      made = { value: make(key) };
      known.set(key, made);
    }
    return made.value;
  };
}
