import * as path from 'node:path';
import type { FileStat, Files } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import { EVENTS_FILE, INBOX_FILE, LOOPS_FOLDER, MANIFEST_FILE } from '../../protocol/loops/loopFiles.ts';
import type { PlaceProblem } from './loopPlaces.ts';
import { loopKey } from './watchedLoop.ts';

export const loopFiles: readonly string[] = [MANIFEST_FILE, EVENTS_FILE, INBOX_FILE];

/** More folders than this in one `.loops` are left out: each is looked at every 10 s. */
const mostLoops = 1000;

export interface FoundLoop {
  key: string;
  id: string;
  folder: string;
  real: string;
}

export interface Listing {
  loops: FoundLoop[];
  /** How many names were left out because there are too many. */
  left: number;
  problem: PlaceProblem | null;
  /** Tells one state of `.loops` from another by a stat; empty where there is none. */
  signature: string;
  /** Tells one `.loops` from its replacement; empty where there is none. */
  identity: string;
}

/** The subfolders of a place's own `.loops`. A link that leads out of the place is not followed. */
export async function listPlace(files: Files, folder: string): Promise<Listing> {
  const root = await files.stat(folder).catch((error: unknown) => problemOf(error));
  if (typeof root === 'string' || root.kind !== 'directory') {
    return nothing(typeof root === 'string' ? root : 'not-a-folder');
  }
  const parent = path.join(folder, LOOPS_FOLDER);
  const stat = await files.stat(parent).catch((error: unknown) => problemOf(error));
  if (typeof stat === 'string') {
    return nothing(stat === 'missing' ? null : stat);
  }
  if (stat.kind !== 'directory') {
    return nothing('not-a-folder');
  }
  const found = { signature: signatureOf(stat), identity: identityOf(stat) };
  const realRoot = await files.realpath(folder).catch(() => null);
  const realParent = await files.realpath(parent).catch(() => null);
  if (realRoot === null || realParent === null || !isInside(realRoot, realParent)) {
    return { ...nothing('link'), ...found };
  }
  const names = await files.readdir(parent).catch((error: unknown) => problemOf(error));
  if (typeof names === 'string') {
    return { ...nothing(names), ...found };
  }
  const loops: FoundLoop[] = [];
  for (const id of names.sort().slice(0, mostLoops)) {
    const loop = path.join(parent, id);
    const real = await realLoopFolder(files, loop, path.join(realParent, id), realRoot);
    if (real !== null) {
      loops.push({ key: loopKey(real, id), id, folder: loop, real });
    }
  }
  return { loops, left: Math.max(0, names.length - mostLoops), problem: null, ...found };
}

async function realLoopFolder(
  files: Files,
  folder: string,
  expected: string,
  realRoot: string,
): Promise<string | null> {
  const stat = await files.lstat(folder).catch(() => null);
  if (stat?.kind === 'directory') {
    return expected;
  }
  if (stat?.kind !== 'link') {
    return null;
  }
  const real = await files.realpath(folder).catch(() => null);
  const target = real === null ? null : await files.stat(real).catch(() => null);
  return real !== null && target?.kind === 'directory' && isInside(realRoot, real) ? real : null;
}

/** The state of `.loops` as a listing gives it, by one stat. */
export async function signPlace(files: Files, folder: string): Promise<string> {
  const stat = await files.stat(path.join(folder, LOOPS_FOLDER)).catch(() => null);
  return stat?.kind === 'directory' ? signatureOf(stat) : '';
}

export interface LoopSignature {
  /** Differs when the folder or one of the loop's files changed. */
  state: string;
  /** Differs when the folder was replaced; empty where it is gone. */
  folder: string;
  /** One of the loop's files is there. */
  any: boolean;
}

/** What a stat of the folder and of its three files tells. */
export async function signLoop(files: Files, folder: string): Promise<LoopSignature> {
  const [own, ...rest] = await Promise.all([
    files.stat(folder).catch(() => null),
    ...loopFiles.map((name) => files.stat(path.join(folder, name)).catch(() => null)),
  ]);
  return {
    state: [own, ...rest].map(signatureOf).join(),
    folder: identityOf(own ?? null),
    any: rest.some((stat) => stat !== null),
  };
}

function nothing(problem: PlaceProblem | null): Listing {
  return { loops: [], left: 0, problem, signature: '', identity: '' };
}

function signatureOf(stat: FileStat | null): string {
  return stat === null ? '' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
}

function identityOf(stat: FileStat | null): string {
  return stat === null ? '' : `${stat.dev}:${stat.ino}`;
}

function problemOf(error: unknown): PlaceProblem {
  switch ((error as { code?: unknown }).code) {
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
