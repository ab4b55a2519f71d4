/** Files that a finding's text names, with the line where it gives one; and which of them are there. */
import { posix } from 'node:path';
import type { Files } from '../../../protocol/files/filesPort.ts';
import { protocolPath, resolveInside } from '../../../protocol/files/safePath.ts';

export interface NamedLocation {
  /** As the protocol writes paths: relative to the repository, `/` between parts. */
  path: string;
  /** From 1. */
  line: number | null;
}

const MOST = 50;
/** Of a very long text only the beginning is searched. */
const MOST_TEXT = 100_000;
/** In quotes of any kind a name may hold spaces. */
const QUOTED = /[`"'“‘«]([^`"'”’»\n]{1,300})[`"'”’»]/g;
const WORD = /[^\s`"'“”‘’«»()[\]{}<>|,;!?*]{1,400}/g;
const LINE = /^(.+?)(?::(\d{1,9})(?:[:-]\d{1,9})?(?:-\d{1,9})?|#L(\d{1,9})(?:-L?\d{1,9})?|\((\d{1,9})\))$/;

/**
 * `docs/api/open.md:12`, `src/a.ts#L4`, `a b.md` in quotes. A name needs a folder or an ending to be taken for one.
 *
 * @param root the repository: an absolute path within it is taken as relative to it
 */
export function namedLocations(text: string, root: string): NamedLocation[] {
  const searched = text.slice(0, MOST_TEXT);
  const found = new Map<string, NamedLocation>();
  const candidates = [
    ...[...searched.matchAll(QUOTED)].map(([, inner = '']) => inner.trim()),
    ...[...searched.matchAll(WORD)].map(([word]) => word),
  ];
  for (const candidate of candidates) {
    const place = placeOf(candidate.replace(/[.:…]+$/, ''), root);
    if (place === null) continue;
    const key = `${place.path}:${place.line ?? ''}`;
    if (!found.has(key)) found.set(key, place);
    if (found.size === MOST) break;
  }
  // Where one is named with and without a line, only the former says something.
  const withLine = new Set([...found.values()].flatMap(({ path, line }) => (line === null ? [] : [path])));
  return [...found.values()].filter(({ path, line }) => line !== null || !withLine.has(path));
}

function placeOf(candidate: string, root: string): NamedLocation | null {
  const [, named = candidate, ...lines] = LINE.exec(candidate) ?? [];
  const line = Number(lines.find((each) => each !== undefined) ?? 0);
  const path = relative(named, root);
  if (path === null || !/[/.]/.test(path) || /^\d+(\.\d+)*$/.test(path)) return null;
  return { path, line: line >= 1 ? line : null };
}

function relative(named: string, root: string): string | null {
  const slashed = root.includes('\\') ? named.replaceAll('\\', '/') : named;
  const base = root.replaceAll('\\', '/').replace(/\/$/, '');
  const inside = slashed.startsWith(`${base}/`) ? slashed.slice(base.length + 1) : slashed;
  // `file://…`, `https://…`: addresses, not files of the repository.
  if (inside === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(inside)) return null;
  const plain = posix.normalize(inside.replace(/^(?:\.\/)+/, ''));
  return protocolPath(plain) === null ? null : plain;
}

export interface ExistingLocation extends NamedLocation {
  /** Its real path. */
  real: string;
}

/** Those that are there, in the repository: in the order in which the text names them, each file and line once. */
export async function existingLocations(
  files: Files,
  repository: string,
  text: string,
): Promise<ExistingLocation[]> {
  const found = new Map<string, ExistingLocation>();
  for (const place of namedLocations(text, repository)) {
    const resolved = await resolveInside(files, repository, place.path);
    if (!resolved.ok || (await files.stat(resolved.real)).kind !== 'file') continue;
    const key = `${resolved.real}:${place.line ?? ''}`;
    if (!found.has(key)) found.set(key, { ...place, real: resolved.real });
  }
  return [...found.values()];
}
