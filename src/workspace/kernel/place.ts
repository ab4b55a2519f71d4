/** Where a source looks: folders that the person opened or named, and those that lead on from them. */
import * as path from 'node:path';
import { errnoOf, meansGone } from '../../protocol/files/errno.ts';
import type { FileStat, Files } from '../../protocol/files/filesPort.ts';

export type Origin = 'workspace' | 'worktree' | 'setting' | 'found';

/** What hinders looking in a place, as a code: `ui/kit/words` has the words. */
export type PlaceProblem = 'missing' | 'not-a-folder' | 'no-permission' | 'unreadable' | 'link';

/** A folder that was looked in, as it is told. */
export interface Place {
  /** As it was given, not its real path. */
  folder: string;
  origin: Origin;
  /** `root`: things were looked for in it. `offered`: it looks like one, but nothing proves it. */
  kind: 'root' | 'offered';
  /** How many things were found in it. */
  found: number;
  /** Null also of a folder in which there is simply nothing. */
  problem: PlaceProblem | null;
  /** What the last listing took. */
  tookMs: number;
  /** Watching is not possible here: changes are seen at most 10 s late. */
  polling: boolean;
}

export interface Folders {
  workspace: readonly string[];
  /** Roots of the user's own setting. */
  settings: readonly string[];
  /** Files deeper down of which the editor's own search told. */
  found?: readonly string[];
}

/** A folder to look in. */
export interface Root {
  folder: string;
  origin: Origin;
  /** Of a worktree: it and its repository name each other. */
  pointsBack?: boolean;
}

export interface PlaceSpec extends Root {
  /** The real path, or the path itself where it has none. */
  real: string;
}

/** The folders of the workspace and of the person's setting, in this order. */
export function ownRoots({ workspace, settings }: Folders): Root[] {
  return [
    ...workspace.map((folder) => ({ folder: path.resolve(folder), origin: 'workspace' as const })),
    ...settings.map((folder) => ({ folder: path.resolve(folder), origin: 'setting' as const })),
  ];
}

/** Each real folder once, by the first way. One that the system fails to show now is taken to be where it was `before`. */
export async function placeSpecs(
  files: Files,
  roots: readonly Root[],
  before: readonly PlaceSpec[],
): Promise<PlaceSpec[]> {
  const specs = new Map<string, PlaceSpec>();
  for (const root of roots) {
    const real = await files.realpath(root.folder).catch((error: unknown) => {
      const known = before.find(({ folder }) => folder === root.folder);
      return known === undefined || isGone(error) ? root.folder : known.real;
    });
    if (!specs.has(real)) specs.set(real, { ...root, real });
  }
  return [...specs.values()];
}

function isGone(error: unknown): boolean {
  const errno = errnoOf(error);
  return errno !== null && meansGone(errno);
}

/** The word for a system error. What is none is a bug, and thrown on. */
export function problemOf(error: unknown): PlaceProblem {
  const errno = errnoOf(error);
  if (errno === null) throw error;
  return problemOfErrno(errno);
}

export function problemOfErrno(errno: string): PlaceProblem {
  switch (errno) {
    case 'ENOENT':
      return 'missing';
    case 'ENOTDIR':
      return 'not-a-folder';
    case 'EACCES':
    case 'EPERM':
      return 'no-permission';
    default:
      return 'unreadable';
  }
}

/** Tells a folder or file from another that takes its path; empty where there is none. */
export function identityOf(stat: FileStat | null): string {
  return stat === null ? '' : `${stat.dev}:${stat.ino}`;
}

/** Tells one state of a folder or file from another, as far as a stat shows it; empty where there is none. */
export function signatureOf(stat: FileStat | null): string {
  return stat === null ? '' : `${identityOf(stat)}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
}
