/** Where task workspaces are: at a root, or one level down. Lists, never walks, and makes nothing. */
import * as path from 'node:path';
import { errnoOf, meansGone } from '../../protocol/files/errno.ts';
import type { FileKind, Files, FolderEntry } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import { readEntry, SCAN_BYTES } from '../../protocol/tasks/readEntry.ts';
import { AGENTS_FOLDER, SUFFIX, TASK_FOLDERS } from '../../protocol/tasks/taskNames.ts';
import { judgeTask } from '../../protocol/tasks/validateTask.ts';
import { inTurns } from '../kernel/keyedQueue.ts';
import type { Origin, PlaceProblem } from '../loops/loopPlaces.ts';

/** The folders of a workspace, all seven. */
export const WORKSPACE_FOLDERS: readonly string[] = [...TASK_FOLDERS, AGENTS_FOLDER];
/** More folders than this in a root are not looked into. */
const mostFolders = 2000;
/** So many files of a folder are read to find one that is a task. */
const mostTries = 20;
const atATime = 8;

export interface TaskRoot {
  folder: string;
  origin: Origin;
}

export interface FoundWorkspace {
  folder: string;
  real: string;
  origin: Origin;
  /** The root in which it was found. */
  root: string;
}

export interface LookedRoot extends TaskRoot {
  /** The real path, or the path itself where it has none. */
  real: string;
  /** Tells it from another folder of this path. */
  identity: string;
  problem: PlaceProblem | null;
  /** Names in it, to tell what is new from what merely changed. */
  names: ReadonlySet<string>;
  /** Folders in it that were left out because there are too many. */
  left: number;
  tookMs: number;
}

export interface Finding {
  roots: LookedRoot[];
  workspaces: FoundWorkspace[];
  /** They look like a workspace, but nothing proves it. */
  offered: FoundWorkspace[];
  /** Roots and folders of which nobody can tell now: the system failed to show them. */
  unsure: Set<string>;
}

/**
 * Looks at each root and one level down. What was a workspace before (`known`, real paths) stays one while any of its task
 * folders is there: git drops empty ones, and agents empty them. Equal real folders count once, by the first way.
 */
export async function findWorkspaces(
  files: Files,
  roots: readonly TaskRoot[],
  known: ReadonlySet<string>,
  now: () => number,
): Promise<Finding> {
  const finding: Finding = { roots: [], workspaces: [], offered: [], unsure: new Set() };
  const seen = new Set<string>();
  for (const root of roots) {
    const start = now();
    const { looked, candidates } = await lookAtRoot(files, root);
    if (looked.problem === 'no-permission' || looked.problem === 'unreadable')
      finding.unsure.add(root.folder);
    const found = new Map<string, Found>();
    const jobs = candidates.map((candidate) => async (): Promise<void> => {
      const each = await look(files, candidate, looked.real, known);
      if (each === 'unsure') finding.unsure.add(candidate.folder);
      else if (each !== null) found.set(candidate.folder, each);
    });
    await inTurns(jobs, atATime);
    for (const { folder } of candidates) {
      const each = found.get(folder);
      if (each === undefined || seen.has(each.real)) continue;
      seen.add(each.real);
      const list = each.what === 'workspace' ? finding.workspaces : finding.offered;
      list.push({ folder, real: each.real, origin: root.origin, root: root.folder });
    }
    finding.roots.push({ ...looked, tookMs: now() - start });
  }
  return finding;
}

interface Candidate {
  folder: string;
  /** null of a link. */
  real: string | null;
}

interface Found {
  real: string;
  what: 'workspace' | 'offered';
}

/** The root and the folders in it. */
async function lookAtRoot(
  files: Files,
  root: TaskRoot,
): Promise<{ looked: LookedRoot; candidates: Candidate[] }> {
  const { folder } = root;
  const looked: LookedRoot = {
    ...root,
    real: folder,
    identity: '',
    problem: null,
    names: new Set(),
    left: 0,
    tookMs: 0,
  };
  try {
    const real = await files.realpath(folder);
    const stat = await files.stat(real);
    if (stat.kind !== 'directory') {
      return { looked: { ...looked, real, problem: 'not-a-folder' }, candidates: [] };
    }
    const entries = await files.list(real);
    const folders = entries.filter(({ kind }) => kind === 'directory' || kind === 'link').sort(byName);
    const candidates = folders.slice(0, mostFolders).map(({ name, kind }) => ({
      folder: path.join(folder, name),
      real: kind === 'link' ? null : path.join(real, name),
    }));
    const names = new Set(entries.map(({ name }) => name));
    const left = Math.max(0, folders.length - mostFolders);
    return {
      looked: { ...looked, real, identity: `${stat.dev}:${stat.ino}`, names, left },
      candidates: [{ folder, real }, ...candidates],
    };
  } catch (error) {
    return { looked: { ...looked, problem: problemOf(error) }, candidates: [] };
  }
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
): Promise<Found | 'unsure' | null> {
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

async function stays(files: Files, real: string): Promise<Found | 'unsure' | null> {
  try {
    const there = await taskFolders(files, real);
    return there.some((name) => name !== AGENTS_FOLDER) ? { real, what: 'workspace' } : null;
  } catch (error) {
    return unsureOrGone(error);
  }
}

/** All six task folders, or `inbox` with two others and a file that is a task; less than that is only offered. */
async function recognise(files: Files, real: string): Promise<Found | null> {
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
      if (read.ok && judgeTask(read.bytes, name.slice(0, -SUFFIX.length)).reason === null) return true;
    }
  }
  return false;
}

function problemOf(error: unknown): PlaceProblem {
  switch (errnoOf(error)) {
    case 'ENOENT':
      return 'missing';
    case 'ENOTDIR':
      return 'not-a-folder';
    case 'EACCES':
    case 'EPERM':
      return 'no-permission';
    case null:
      throw error;
    default:
      return 'unreadable';
  }
}
