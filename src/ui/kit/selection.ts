import { basename, relative } from 'node:path';
import { extensions, type TextEditor, window } from 'vscode';
import { fence, type Selection } from '../../text/fence.ts';
import { isInside } from './loopOrder.ts';

/** The selection of the editor in front, in a fence, with its place as seen from `repository`. Empty without one. */
export async function selectionInFence(repository: string): Promise<string> {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return '';
  return fence(await selectionOf(editor, repository));
}

async function selectionOf(editor: TextEditor, repository: string): Promise<Selection> {
  const { document, selection } = editor;
  const file = document.uri.scheme === 'file' ? document.uri.fsPath : null;
  const inside = file !== null && isInside(repository, file);
  // A selection up to the start of a line does not hold that line.
  const last = selection.end.character === 0 ? selection.end.line - 1 : selection.end.line;
  return {
    path:
      file === null
        ? basename(document.uri.path)
        : inside
          ? relative(repository, file).replaceAll('\\', '/')
          : file,
    from: selection.start.line + 1,
    to: Math.max(selection.start.line, last) + 1,
    commit: file === null || document.isDirty ? null : await cleanCommit(file),
    language: document.languageId === 'plaintext' ? '' : document.languageId,
    text: document.getText(selection),
  };
}

interface GitChange {
  uri: { fsPath: string };
}

interface GitRepository {
  state: {
    HEAD?: { commit?: string };
    workingTreeChanges: GitChange[];
    indexChanges: GitChange[];
    untrackedChanges?: GitChange[];
    mergeChanges: GitChange[];
  };
}

interface GitApi {
  getRepository(uri: { fsPath: string }): GitRepository | null;
}

/** The commit that holds the file as it is, through the built-in Git extension; null where that can't be told. */
async function cleanCommit(file: string): Promise<string | null> {
  const git = extensions.getExtension<{ enabled: boolean; getAPI(version: 1): GitApi }>('vscode.git');
  if (git === undefined) return null;
  const active = git.isActive ? git.exports : await git.activate();
  if (!active.enabled) return null;
  const uri = window.activeTextEditor?.document.uri;
  const repository = uri === undefined ? null : active.getAPI(1).getRepository(uri);
  if (repository === null) return null;
  const { HEAD, workingTreeChanges, indexChanges, untrackedChanges = [], mergeChanges } = repository.state;
  const changed = [...workingTreeChanges, ...indexChanges, ...untrackedChanges, ...mergeChanges];
  return changed.some((change) => change.uri.fsPath === file) ? null : (HEAD?.commit ?? null);
}
