import * as path from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import { EVENTS_FILE, INBOX_FILE, LOOPS_FOLDER, MANIFEST_FILE } from '../../protocol/loops/loopFiles.ts';
import type { PlaceProblem } from '../kernel/place.ts';
import { identityOf, problemOf, signatureOf } from '../kernel/place.ts';
import type { Found, Listing } from '../kernel/system.ts';
import { loopKey } from './watchedLoop.ts';

export const loopFiles: readonly string[] = [MANIFEST_FILE, EVENTS_FILE, INBOX_FILE];

/** More folders than this in one `.loops` are left out: each is looked at every 10 s. */
const mostLoops = 1000;

export interface FoundLoop extends Found {
  id: string;
}

const NOTHING_UNSURE: ReadonlySet<string> = new Set();

/**
 * The subfolders of a place's own `.loops`, which is watched, or else the folder that has none yet. A link that leads out
 * of the place is not followed.
 */
export async function listPlace(files: Files, folder: string): Promise<Listing<FoundLoop>> {
  const nothing = (problem: PlaceProblem | null): Listing<FoundLoop> => ({
    found: [],
    problem,
    signature: '',
    watch: problem === 'missing' ? null : { name: '', folder, names: [LOOPS_FOLDER], identity: 'none' },
    left: 0,
    unsure: NOTHING_UNSURE,
  });
  const root = await files.stat(folder).catch(problemOf);
  if (typeof root === 'string' || root.kind !== 'directory') {
    return nothing(typeof root === 'string' ? root : 'not-a-folder');
  }
  const parent = path.join(folder, LOOPS_FOLDER);
  const stat = await files.stat(parent).catch(problemOf);
  if (typeof stat === 'string') {
    return nothing(stat === 'missing' ? null : stat);
  }
  if (stat.kind !== 'directory') {
    return nothing('not-a-folder');
  }
  const watch = { name: '', folder: parent, names: null, identity: identityOf(stat) };
  const signed = { signature: signatureOf(stat), watch };
  const realRoot = await files.realpath(folder).catch(() => null);
  const realParent = await files.realpath(parent).catch(() => null);
  if (realRoot === null || realParent === null || !isInside(realRoot, realParent)) {
    return { ...nothing('link'), ...signed };
  }
  const names = await files.readdir(parent).catch(problemOf);
  if (typeof names === 'string') {
    return { ...nothing(names), ...signed };
  }
  const found: FoundLoop[] = [];
  for (const id of names.sort().slice(0, mostLoops)) {
    const loop = path.join(parent, id);
    const real = await realLoopFolder(files, loop, path.join(realParent, id), realRoot);
    if (real !== null) {
      found.push({ key: loopKey(real, id), id, folder: loop, real });
    }
  }
  return { ...nothing(null), ...signed, found, left: Math.max(0, names.length - mostLoops) };
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
  identity: string;
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
    identity: identityOf(own ?? null),
    any: rest.some((stat) => stat !== null),
  };
}
