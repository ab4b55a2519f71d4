import { basename, relative } from 'node:path';
import { type TextEditor, window } from 'vscode';
import { cleanCommit } from '../../host/git.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import { fence, type Selection } from './quotedSelection.ts';

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
    commit: file === null || document.isDirty ? null : await cleanCommit(document.uri),
    language: document.languageId === 'plaintext' ? '' : document.languageId,
    text: document.getText(selection),
  };
}
