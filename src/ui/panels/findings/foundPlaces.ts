/** Of the files that a text names those that are there, in the repository. Nothing of the editor in it. */
import type { Files } from '../../../protocol/files/filesPort.ts';
import { resolveInside } from '../../../protocol/files/safePath.ts';
import { type NamedPlace, namedPlaces } from './namedPlaces.ts';

export interface FoundPlace extends NamedPlace {
  /** Its real path. */
  real: string;
}

/** In the order in which the text names them; each file and line once. */
export async function placesThere(files: Files, repository: string, text: string): Promise<FoundPlace[]> {
  const found = new Map<string, FoundPlace>();
  for (const place of namedPlaces(text, repository)) {
    const resolved = await resolveInside(files, repository, place.path);
    if (!resolved.ok || (await files.stat(resolved.real)).kind !== 'file') continue;
    const key = `${resolved.real}:${place.line ?? ''}`;
    if (!found.has(key)) found.set(key, { ...place, real: resolved.real });
  }
  return [...found.values()];
}
