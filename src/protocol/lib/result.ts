/** What a call that may be refused answers. `code` and `args` are for programs and translation, `message` is plain English. */
export type Result<T> = { ok: true; value: T } | Refusal;

export interface Refusal {
  ok: false;
  code: string;
  args: Record<string, unknown>;
  message: string;
}

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function refuse(code: string, message: string, args: Record<string, unknown> = {}): Refusal {
  return { ok: false, code, args, message };
}

export type Severity = 'error' | 'warning' | 'info';

/** Of a problem that is about the whole of a file or folder. */
export const NOWHERE = { line: null, column: null, endColumn: null, offset: null } as const;

/** Something wrong in a file, where it stands, and what it means. */
export interface Problem {
  code: string;
  args: Record<string, unknown>;
  severity: Severity;
  /** Relative to the loop's or workspace's folder, with `/`. */
  file: string;
  /** From 1. */
  line: number | null;
  /** UTF-16 units from 1. */
  column: number | null;
  endColumn: number | null;
  /** Bytes from the start of the file to the first byte of the line. */
  offset: number | null;
  message: string;
}
