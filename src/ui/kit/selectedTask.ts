/** What a new task takes from the editor in front. */
import { workspace as editorWorkspace, window } from 'vscode';
import { titleFrom } from '../../acts/tasks/taskForm.ts';
import { selectionInFence } from './selection.ts';

/** The folder that a choice of workspace is remembered for: that of the file in front, else the window's first; empty without one. */
export function repositoryInFront(): string {
  const uri = window.activeTextEditor?.document.uri;
  const folder = uri === undefined ? undefined : editorWorkspace.getWorkspaceFolder(uri);
  return (folder ?? editorWorkspace.workspaceFolders?.[0])?.uri.fsPath ?? '';
}

/** Its first line as the title, all of it as the description; undefined where nothing is selected that could be a title. */
export async function selectedTask(
  repository: string,
): Promise<{ title: string; description: string } | undefined> {
  const editor = window.activeTextEditor;
  const text = editor === undefined ? '' : editor.document.getText(editor.selection);
  const title = titleFrom(text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '');
  return title === '' ? undefined : { title, description: await selectionInFence(repository) };
}
