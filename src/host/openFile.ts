/** Opening a file of a loop's in the editor's own way for its kind. */

import { Range, Uri, ViewColumn, window, workspace } from 'vscode';
import type { Shown } from '../text/agentText.ts';
import { run } from './commands.ts';

/** `line` from 1. */
export async function openFile(
  path: string,
  how: { beside?: boolean; keepFocus?: boolean; line?: number | undefined } = {},
): Promise<void> {
  const options = {
    viewColumn: how.beside === true ? ViewColumn.Beside : ViewColumn.Active,
    preserveFocus: how.keepFocus ?? false,
    preview: true,
  };
  if (how.line === undefined) {
    await run('vscode.open', Uri.file(path), options);
    return;
  }
  const document = await workspace.openTextDocument(Uri.file(path));
  const at = document.validateRange(new Range(how.line - 1, 0, how.line - 1, 0));
  await window.showTextDocument(document, { ...options, selection: at });
}

/** Two read-only pages side by side in the editor's own diff. */
export async function showDiff(older: Uri, newer: Uri, title: Shown<'pick'>): Promise<void> {
  await run('vscode.diff', older, newer, title, { preview: true });
}

/** Asks for a folder on the machine where the extension runs. Undefined: the person went away. */
export async function askFolder(title: string, button: string): Promise<string | undefined> {
  const picked = await window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    title,
    openLabel: button,
  });
  return picked?.[0]?.fsPath;
}
