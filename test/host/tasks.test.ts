import assert from 'node:assert/strict';
import { mkdir, realpath, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { COMMANDS, EXTENSION_ID, SCHEME, TEXT_LANGUAGE } from '../../src/contract.ts';
import { until } from '../fakes/until.ts';

const FOLDERS = ['inbox', 'active', 'done', 'failed', 'blocked', 'feedback', 'agents'];

function taskText(id: string, fields: object): string {
  const at = '2026-11-30T12:00:00.000001+00:00';
  const history = [{ status: 'inbox', at }];
  const task = {
    id,
    created_by: 'mira',
    status: 'inbox',
    priority: 5,
    created_at: at,
    updated_at: at,
    history,
  };
  return JSON.stringify({ ...task, ...fields }, null, 2);
}

const opened = (part: string): vscode.TextDocument | false =>
  vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === SCHEME && uri.path.includes(part)) ?? false;

describe('tasks in their host', () => {
  let folder: string;
  let workspaceKey: string;

  before(async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(root);
    folder = join(root, 'ops');
    for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true });
    const parent = taskText('p1', { title: 'The parent', description: '[x](command:y) https://example.org' });
    await writeFile(join(folder, 'inbox', 'p1.json'), parent);
    await writeFile(
      join(folder, 'inbox', 'c1.json'),
      taskText('c1', { title: 'The child', parent_id: 'p1' }),
    );
    await writeFile(join(folder, 'inbox', 'odd.json'), taskText('odd', { title: 'Odd', priority: 'high' }));
    workspaceKey = `${await realpath(folder)}|tasks`;
    await vscode.extensions.getExtension(EXTENSION_ID)?.activate();
    await vscode.commands.executeCommand(COMMANDS.refresh);
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens a task as a page of plain text that leads to its parent and follows it into another folder', async () => {
    await vscode.commands.executeCommand(COMMANDS.openTask, { workspaceKey, folder: 'inbox', id: 'c1' });
    const page = await until('the page', () => opened('/task/The child'));
    assert.equal(page.languageId, TEXT_LANGUAGE);
    assert.match(page.getText(), /^The child\n=+\nWaits for .+ for any agent\.\n/);
    const at = page.positionAt(page.getText().indexOf('→ The parent') + 4);
    const links = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      page.uri,
      at,
    );
    const [link] = links;
    assert.ok(link);
    const target = 'targetUri' in link ? link.targetUri : (link as unknown as vscode.Location).uri;
    assert.equal(target.scheme, SCHEME);
    assert.ok((await vscode.workspace.openTextDocument(target)).getText().startsWith('The parent\n'));
    await rename(join(folder, 'inbox', 'c1.json'), join(folder, 'done', 'c1.json'));
    await vscode.commands.executeCommand(COMMANDS.refresh);
    await until('the page of the moved task', () => page.getText().includes('ops/done/c1.json'));
  });

  it('makes no link of what agents wrote', async () => {
    await vscode.commands.executeCommand(COMMANDS.openTask, { workspaceKey, folder: 'inbox', id: 'p1' });
    const page = await until('the page', () => opened('/task/The parent'));
    const at = page.positionAt(page.getText().indexOf('https:') + 3);
    const found = await vscode.commands.executeCommand<unknown[]>(
      'vscode.executeDefinitionProvider',
      page.uri,
      at,
    );
    assert.deepEqual(found, []);
    assert.equal(vscode.workspace.getConfiguration('editor', page).get('links'), false);
  });

  it('opens the very text of a file for reading alone, with its problem at its place', async () => {
    await vscode.commands.executeCommand(COMMANDS.openTaskJson, { workspaceKey, folder: 'inbox', id: 'odd' });
    const file = await until('the file', () => opened('odd.json'));
    assert.equal(file.languageId, 'json');
    assert.equal(file.getText(), taskText('odd', { title: 'Odd', priority: 'high' }));
    assert.equal(vscode.workspace.fs.isWritableFileSystem(SCHEME), false);
    const problem = await until(
      'the problem',
      () => vscode.languages.getDiagnostics(file.uri).find(({ source }) => source === 'Quarterdeck') ?? false,
    );
    assert.equal(file.getText(problem.range), '"high"');
  });
});
