/** Plain files in the editor: shown, changed and closed. For the scratch documents that answers are written in. */
import {
  type Disposable,
  Range,
  type TextDocument,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';

export type { TextDocument } from 'vscode';

export function onDidTypeInDocument(listener: (document: TextDocument) => void): Disposable {
  return workspace.onDidChangeTextDocument(({ document }) => listener(document));
}

export function onDidCloseDocument(listener: (document: TextDocument) => void): Disposable {
  return workspace.onDidCloseTextDocument(listener);
}

export function openDocuments(): readonly TextDocument[] {
  return workspace.textDocuments;
}

export function documentInFront(): TextDocument | undefined {
  return window.activeTextEditor?.document;
}

export function openDocument(path: string): TextDocument | undefined {
  return workspace.textDocuments.find(
    (document) => document.uri.scheme === 'file' && document.uri.fsPath === path,
  );
}

/** Shows the file with the caret at its end, from the first moment: whoever types on at once writes there. */
export async function showFile(path: string): Promise<void> {
  const document = await workspace.openTextDocument(Uri.file(path));
  const { end } = document.lineAt(document.lineCount - 1).range;
  const selection = new Range(end, end);
  await window.showTextDocument(document, { preview: false, viewColumn: ViewColumn.Active, selection });
}

/** Replaces what stands from `from` on, in UTF-16 units. */
export async function replaceFrom(document: TextDocument, from: number, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new Range(document.positionAt(from), end), text);
  await workspace.applyEdit(edit);
}

/** Closes the file's tabs. Saved first, or the editor would ask. */
export async function closeFile(document: TextDocument): Promise<void> {
  if (document.isDirty) await document.save();
  const uri = document.uri.toString();
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => {
      const input: unknown = tab.input;
      return typeof input === 'object' && input !== null && 'uri' in input && String(input.uri) === uri;
    });
  if (tabs.length > 0) await window.tabGroups.close(tabs);
}
