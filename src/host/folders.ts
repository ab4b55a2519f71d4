/** The workspace's folders that are on this machine. */
import { type Disposable, workspace } from 'vscode';

export function workspaceFolders(): string[] {
  return (workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map((folder) => folder.uri.fsPath);
}

export function onDidChangeWorkspaceFolders(listener: () => void): Disposable {
  return workspace.onDidChangeWorkspaceFolders(() => listener());
}
