/** Where task workspaces are: at a root, or one level down. Lists, never walks, and makes nothing. */
import * as path from 'node:path';
import { errnoOf, meansGone } from '../../protocol/files/errno.ts';
import type { FileKind, Files, FolderEntry } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import { readEntry, SCAN_BYTES } from '../../protocol/tasks/readEntry.ts';
import { AGENTS_FOLDER, SUFFIX, TASK_FOLDERS } from '../../protocol/tasks/taskNames.ts';
import { validateTask } from '../../protocol/tasks/validateTask.ts';
import { inTurns } from '../kernel/inTurns.ts';
import { identityOf, type PlaceProblem, problemOf } from '../kernel/place.ts';
import type { Found, Listing } from '../kernel/system.ts';
import { WORKSPACE_FOLDERS } from './folderStates.ts';
import { taskWorkspaceKey } from './taskWorkspace.ts';

/** More folders than this in a root are not looked into. */
const mostFolders = 2000;
/** So many files of a folder are read to find one that is a task. */
const mostTries = 20;
const atATime = 8;

interface Candidate {
  folder: string;
  /** null of a link. */
  real: string | null;
}

interface Recognised {
  real: string;
  what: 'workspace' | 'offered';
}

/**
 * Looks at a root and one level down. What was a workspace before (`known`, real paths) stays one while any of its task
 * folders is there: git drops empty ones, and agents empty them. Equal real folders count once, by the first way.
 */
export async function listRoot(
  files: Files,
  folder: string,
  known: ReadonlySet<string>,
): Promise<Listing<Found>> {
  try {
    const real = await files.realpath(folder);
    const stat = await files.stat(real);
    if (stat.kind !== 'directory') return nothing('not-a-folder');
    const entries = await files.list(real);
    const folders = entries.filter(({ kind }) => kind === 'directory' || kind === 'link').sort(byName);
    const deeper = folders.slice(0, mostFolders).map(({ name, kind }) => ({
      folder: path.join(folder, name),
      real: kind === 'link' ? null : path.join(real, name),
    }));
    const identity = identityOf(stat);
    return {
      ...(await lookInto(files, [{ folder, real }, ...deeper], real, known)),
      problem: null,
      signature: identity,
      watch: { name: '', folder: real, names: null, identity },
      // What was there before cannot have become a workspace by a change of it.
      settled: new Set(entries.map(({ name }) => name)),
      left: Math.max(0, folders.length - mostFolders),
    };
  } catch (error) {
    return nothing(problemOf(error));
  }
}

/** Tells one root from another that takes its path. */
export async function signRoot(files: Files, folder: string): Promise<string> {
  const stat = await files.stat(folder).catch(() => null);
  return stat?.kind === 'directory' ? identityOf(stat) : '';
}

function nothing(problem: PlaceProblem): Listing<Found> {
  const gone = problem === 'missing' || problem === 'not-a-folder';
  return { found: [], problem, signature: '', watch: null, left: 0, unsure: gone ? new Set() : 'all' };
}

async function lookInto(
  files: Files,
  candidates: readonly Candidate[],
  root: string,
  known: ReadonlySet<string>,
): Promise<{ found: Found[]; unsure: Set<string> }> {
  const looked = new Map<string, Recognised>();
  const unsure = new Set<string>();
  const jobs = candidates.map((candidate) => async (): Promise<void> => {
    const each = await look(files, candidate, root, known);
    if (each === 'unsure') unsure.add(candidate.folder);
    else if (each !== null) looked.set(candidate.folder, each);
  });
  await inTurns(jobs, atATime);
  const found = new Map<string, Found>();
  for (const { folder } of candidates) {
    const each = looked.get(folder);
    if (each === undefined || found.has(each.real)) continue;
    const offered = each.what === 'offered' ? { offered: true } : {};
    found.set(each.real, { key: taskWorkspaceKey(each.real), folder, real: each.real, ...offered });
  }
  return { found: [...found.values()], unsure };
}

function byName(a: FolderEntry, b: FolderEntry): number {
  return a.name < b.name ? -1 : 1;
}

/** One question to the system for most folders: whether there is an inbox in it. */
async function look(
  files: Files,
  { folder, real }: Candidate,
  root: string,
  known: ReadonlySet<string>,
): Promise<Recognised | 'unsure' | null> {
  if (real !== null && known.has(real)) return stays(files, real);
  try {
    const inbox = await files.stat(path.join(folder, 'inbox'));
    if (inbox.kind !== 'directory') return null;
    const target = real ?? (await files.realpath(folder));
    return isInside(root, target) ? await recognise(files, target) : null;
  } catch (error) {
    return unsureOrGone(error);
  }
}

function unsureOrGone(error: unknown): 'unsure' | null {
  const errno = errnoOf(error);
  if (errno === null) throw error;
  return meansGone(errno) ? null : 'unsure';
}

async function stays(files: Files, real: string): Promise<Recognised | 'unsure' | null> {
  try {
    const there = await taskFolders(files, real);
    return there.some((name) => name !== AGENTS_FOLDER) ? { real, what: 'workspace' } : null;
  } catch (error) {
    return unsureOrGone(error);
  }
}

/** All six task folders, or `inbox` with two others and a file that is a task; less than that is only offered. */
async function recognise(files: Files, real: string): Promise<Recognised | null> {
  const there = await taskFolders(files, real);
  if (!there.includes('inbox') || there.length < 2) return null;
  const whole = TASK_FOLDERS.every((name) => there.includes(name));
  const proven = whole || (there.length >= 3 && (await holdsTask(files, real, there)));
  return { real, what: proven ? 'workspace' : 'offered' };
}

/** Which of the seven are directories that lie inside. */
async function taskFolders(files: Files, real: string): Promise<string[]> {
  const kinds = new Map<string, FileKind>();
  for (const { name, kind } of await files.list(real)) kinds.set(name, kind);
  const there: string[] = [];
  for (const name of WORKSPACE_FOLDERS) {
    const kind = kinds.get(name);
    if (
      kind === 'directory' ||
      (kind === 'link' && (await isFolderInside(files, path.join(real, name), real)))
    ) {
      there.push(name);
    }
  }
  return there;
}

async function isFolderInside(files: Files, link: string, root: string): Promise<boolean> {
  try {
    const real = await files.realpath(link);
    return isInside(root, real) && (await files.stat(real)).kind === 'directory';
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}

async function holdsTask(files: Files, real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    if (folder === AGENTS_FOLDER) continue;
    const names = await files.readdir(path.join(real, folder)).catch((): string[] => []);
    const tasks = names.filter((name) => name.endsWith(SUFFIX)).slice(0, mostTries);
    for (const name of tasks) {
      const read = await readEntry(files, path.join(real, folder, name), SCAN_BYTES);
      if (read.ok && validateTask(read.bytes, name.slice(0, -SUFFIX.length)).reason === null) return true;
    }
  }
  return false;
}
