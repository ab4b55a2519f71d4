/** The editor's own Git extension, for what of a repository only it can show. Commit ids come from agents: they are checked. */
import { extensions, Uri } from 'vscode';
import { ok, type Result, refuse } from '../protocol/lib/result.ts';
import type { Shown } from '../text/agentText.ts';
import { run } from './commands.ts';

/** Of the Git extension's API as much as is used here; `vscode/extensions/git/src/api/git.d.ts` holds it all. */
interface GitApi {
  getRepository(uri: Uri): GitRepository | null;
  openRepository(root: Uri): Promise<GitRepository | null>;
  toGitUri(uri: Uri, ref: string): Uri;
}

interface GitRepository {
  state: {
    HEAD?: { commit?: string };
    workingTreeChanges: GitChange[];
    indexChanges: GitChange[];
    untrackedChanges?: GitChange[];
    mergeChanges: GitChange[];
  };
  getCommit(ref: string): Promise<{ hash: string; parents: string[] }>;
  diffBetween(from: string, to: string): Promise<GitChange[]>;
}

interface GitChange {
  uri: Uri;
  originalUri: Uri;
  status: number;
}

interface GitExtension {
  enabled: boolean;
  getAPI(version: 1): GitApi;
}

const COMMIT = /^[0-9a-f]{7,64}$/i;
/** `Status` of the Git extension. */
const ADDED = 1;
const DELETED = [2, 6];

export interface Commits {
  /** null: what the later one was made on. */
  from: string | null;
  to: string;
}

/**
 * Opens what changed between two commits in the editor's own view of several files. Gives how many files.
 *
 * Codes: `no-git` (the Git extension is off, or this is no repository of it), `bad-commit` and `no-commit` (args.commit:
 * it is no commit id, or none of this repository).
 */
export async function showCommitChanges(
  folder: string,
  commits: Commits,
  title: Shown<'pick'>,
): Promise<Result<number>> {
  for (const commit of [commits.from, commits.to])
    if (commit !== null && !COMMIT.test(commit))
      return refuse('bad-commit', 'This is no commit id.', { commit });
  const api = await gitApi();
  const root = Uri.file(folder);
  const repository = api?.getRepository(root) ?? (await api?.openRepository(root)) ?? null;
  if (api === null || repository === null) return refuse('no-git', 'There is no Git repository here.');
  const to = await commitOf(repository, commits.to);
  if (to === null) return refuse('no-commit', 'There is no such commit.', { commit: commits.to });
  const from = commits.from === null ? to.parents[0] : (await commitOf(repository, commits.from))?.hash;
  if (from === undefined)
    return refuse('no-commit', 'There is no such commit.', { commit: commits.from ?? commits.to });
  const changes = await repository.diffBetween(from, to.hash);
  const resources = changes.map(({ uri, originalUri, status }) => [
    uri,
    status === ADDED ? undefined : api.toGitUri(originalUri, from),
    DELETED.includes(status) ? undefined : api.toGitUri(uri, to.hash),
  ]);
  if (resources.length > 0) await run('vscode.changes', title, resources);
  return ok(resources.length);
}

/** The commit that holds a file as it is on disk; null where that can't be told. */
export async function cleanCommit(file: Uri): Promise<string | null> {
  const repository = (await gitApi())?.getRepository(file) ?? null;
  if (repository === null) return null;
  const { HEAD, workingTreeChanges, indexChanges, untrackedChanges = [], mergeChanges } = repository.state;
  const changed = [...workingTreeChanges, ...indexChanges, ...untrackedChanges, ...mergeChanges];
  return changed.some(({ uri }) => uri.fsPath === file.fsPath) ? null : (HEAD?.commit ?? null);
}

async function gitApi(): Promise<GitApi | null> {
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return null;
  const git = extension.isActive ? extension.exports : await extension.activate();
  return git.enabled ? git.getAPI(1) : null;
}

/** null where the repository has no such commit. */
async function commitOf(
  repository: GitRepository,
  ref: string,
): Promise<{ hash: string; parents: string[] } | null> {
  try {
    return await repository.getCommit(ref);
  } catch (failure) {
    // The Git extension throws an error of its own for what git does not find.
    if (failure instanceof Error) return null;
    throw failure;
  }
}
