/** What a schema for writing refuses, in words with the field's name. */
import { en } from 'zod/locales';
import type * as z from 'zod/mini';

export interface WriteProblem {
  /** As `steps.0.id`, empty for the whole. */
  path: string;
  /** Without the path. */
  message: string;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; problems: WriteProblem[] };

const english = en().localeError;

/** Nobody reads more of them at once. */
const MOST = 20;

/** The value as the schema gives it, or what is wrong with it. */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Checked<z.infer<Schema>> {
  const checked = schema.safeParse(value, { error: english });
  if (checked.success) return { ok: true, value: checked.data };
  const problems = checked.error.issues
    .slice(0, MOST)
    .map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  return { ok: false, problems };
}
