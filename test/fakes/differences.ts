/** Where two values differ, as `path: expected … got …`; numbers may differ by a billionth of their size. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const near = Math.abs(expected - actual) <= 1e-9 * Math.max(1, Math.abs(expected));
    return near || Object.is(expected, actual) ? [] : [`${path}: expected ${expected} got ${actual}`];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected.length === actual.length
      ? expected.flatMap((one, index) => differences(one, actual[index], `${path}[${index}]`))
      : [`${path}: expected ${JSON.stringify(expected)} got ${JSON.stringify(actual)}`];
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.keys(expected).flatMap((key) => differences(expected[key], actual[key], `${path}.${key}`));
  }
  return Object.is(expected, actual)
    ? []
    : [`${path}: expected ${JSON.stringify(expected)} got ${JSON.stringify(actual)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
