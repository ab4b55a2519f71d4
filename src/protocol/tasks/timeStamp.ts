/** Times as the peer writes them, and whether a text is one. */
import { isLeap, textMicros } from '../lib/time.ts';

export type Stamp = () => string;

/** The text of a clock's reading: text as it is, a `Date` with `+00:00` and six digits. */
export function stampOf(now: string | Date): string {
  return typeof now === 'string' ? now : `${now.toISOString().slice(0, -1)}000+00:00`;
}

const ISO =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):?[0-5]\d(?::?[0-5]\d(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d(?::?[0-5]\d(?:[.,]\d+)?)?)?)$/;
const SHORT_MONTHS = new Set(['04', '06', '09', '11']);

/** Whether a value is a time with an offset, so that all readers take it for the same instant. */
export function isTime(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const found = ISO.exec(value);
  if (!found) return false;
  const [, year = '', month = '', day = ''] = found;
  if (year === '0000') return false;
  if (day <= '28') return true;
  if (month === '02') return day === '29' && isLeap(Number(year));
  return day !== '31' || !SHORT_MONTHS.has(month);
}

/** Microseconds since 1970 of a time with an offset; null for anything else. */
export function microsOf(value: unknown): number | null {
  if (typeof value !== 'string' || !isTime(value)) return null;
  const micros = textMicros(value.replace(',', '.').toUpperCase());
  if (!Number.isNaN(micros)) return micros;
  const millis = Date.parse(value);
  return Number.isNaN(millis) ? null : millis * 1000;
}
