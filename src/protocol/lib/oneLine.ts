/** The peer's helper splits lines at these too; the rest that it splits at, JSON escapes already. */
const SPLITS_LINES = /[\u0085\u2028\u2029]/g;

/** JSON text that nobody takes for more than one line. */
export function oneLine(json: string): string {
  return json.replace(SPLITS_LINES, escapedUnit);
}

/** One UTF-16 unit as JSON escapes it. */
export function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
