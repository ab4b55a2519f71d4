/** Sets an own property, also one that is called `__proto__`. */
export function setOwn(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    record[name] = value;
  }
}
