/** The kinds of values that files of a loop are written with; stricter than what is read. */
import * as z from 'zod/mini';

const SLUG = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** Relative, with `/`: no backslash, no colon, no part that is empty, and none that is `..`. */
const PATH = /^(?![/~])(?!(?:[^\n]*\/)?\.\.(?:\/|$))(?![^\n]*\/\/)[^\\:\n]*[^\\:\n/]$/;

const SLUG_RULE = 'Invalid id: expected at most 64 lower-case letters, digits, dots, dashes or underscores';
const PATH_RULE = 'Invalid path: expected a path inside the repository, relative to its root, with /';
/** What each pattern says, in words. */
export const RULES: ReadonlyMap<string, string> = new Map([
  [SLUG.source, SLUG_RULE],
  [PATH.source, PATH_RULE],
]);

/** Text that UTF-8 can say: half of a surrogate pair would never check on the other side. */
export function writtenText(says: string) {
  return z.string().check(
    z.refine((text) => text.isWellFormed(), 'Invalid text: holds half of a surrogate pair'),
    z.describe(says),
  );
}

export function writtenId(says: string) {
  return z.string().check(z.regex(SLUG, SLUG_RULE), z.describe(says));
}

export function writtenPath(says: string) {
  return z.string().check(z.regex(PATH, PATH_RULE), z.describe(says));
}

/** A whole number from `from`. */
export function writtenCount(from: number, says: string) {
  return z.int().check(z.minimum(from), z.describe(says));
}

export function writtenTime(says: string) {
  return z.iso.datetime({ offset: true }).check(z.describe(says));
}

export function writtenWord<const Words extends readonly [string, ...string[]]>(words: Words, says: string) {
  return z.enum(words).check(z.describe(says));
}
