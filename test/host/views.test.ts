import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { COMMANDS, EXTENSION_ID, TEXT_LANGUAGE } from '../../src/contract.ts';
import { pageUri } from '../../src/host/documents.ts';
import { badgeOf, treeItem } from '../../src/host/treeItem.ts';
import type { LoopSnapshot } from '../../src/protocol/loops/loopSnapshot.ts';
import { shown } from '../../src/text/agentText.ts';
import { rowItem } from '../../src/ui/kit/rowItem.ts';
import { loopsSource } from '../../src/ui/views/loops/loopsView.ts';
import { FakeModel } from '../fakes/fakeModel.ts';
import { looks, question, watched } from '../fakes/snapshots.ts';
import { until } from '../fakes/until.ts';

const HOSTILE = '[x](command:workbench.action.quit) $(zap) \u202egpj <img src=x onerror=alert(1)>';

/** A loop in the open folder, with a line in its log that is cut off. */
async function makeLoop(id: string): Promise<string> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(workspace);
  const folder = join(workspace, '.loops', id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'loop.json'), JSON.stringify({ protocol: 1, id, title: HOSTILE }));
  const lines = [
    { ts: '2026-03-02T09:00:00Z', event: 'round_started', round: 1, plan: HOSTILE },
    {
      ts: '2026-03-02T09:00:01Z',
      event: 'question',
      id: 'q',
      text: HOSTILE,
      options: [{ id: 'a', label: HOSTILE }],
    },
  ].map((event) => JSON.stringify(event));
  await writeFile(join(folder, 'events.jsonl'), `${lines[0]}\n{"ts": "2026-\n${lines[1]}\n`);
  return folder;
}

describe('the views in their host', () => {
  let api: { loops: { read(folder: string, options: object): Promise<LoopSnapshot> } };

  before(async () => {
    api = (await vscode.extensions.getExtension(EXTENSION_ID)?.activate()) as typeof api;
  });

  it('gives other extensions the reading functions, and no writing ones', async () => {
    const folder = await makeLoop('given');
    const snapshot = await api.loops.read(folder, { key: null });
    assert.equal(snapshot.rounds.length, 1);
    assert.deepEqual(Object.keys(api.loops).sort(), [
      'open',
      'parseEvent',
      'parseInboxEntry',
      'parseManifest',
      'read',
      'validate',
      'verify',
    ]);
  });

  it('tells the problem of an open log at its line, and of what is open alone', async () => {
    const folder = await makeLoop('torn');
    await vscode.commands.executeCommand(COMMANDS.refresh);
    const uri = vscode.Uri.file(join(folder, 'events.jsonl'));
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const [problem] = await until('a diagnostic', () => {
      const found = vscode.languages.getDiagnostics(uri);
      return found.length > 0 && found;
    });
    assert.equal(problem?.range.start.line, 1);
    assert.match(problem?.message ?? '', /^Line 2 is not JSON.*; the rest is read$/);
    assert.equal(problem?.source, 'Quarterdeck');
  });

  it('opens a loop as a page of plain text that nobody can write to', async () => {
    const folder = await makeLoop('paged');
    await vscode.commands.executeCommand(COMMANDS.refresh);
    const uri = pageUri('loop', `${folder}|loop|paged`, 'paged');
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, TEXT_LANGUAGE);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('quarterdeck'), false);
    assert.equal(vscode.workspace.getConfiguration('editor', document).get('links'), false);
    assert.match(document.getText(), /Questions\n-+\n/);
    assert.doesNotMatch(document.getText(), /\u202e/);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
  });

  it('builds every row of a loop with an id, a plain tooltip and spoken words', () => {
    const loop = watched('dashboard', {
      ...looks('over-cap'),
      title: HOSTILE,
      questions: [question({ text: HOSTILE })],
    });
    const source = loopsSource(new FakeModel(loop));
    const rows = source.roots().flatMap((row) => [row, ...source.children(row)]);
    assert.ok(rows.length > 3);
    for (const row of rows) {
      const item = treeItem(row.id, source.item(row), row);
      assert.equal(item.id, row.id);
      assert.equal(typeof item.tooltip, 'string');
      assert.equal(typeof item.label, 'string');
      assert.notEqual(item.accessibilityInformation?.label ?? '', '');
      assert.doesNotMatch(
        `${String(item.label)}${String(item.description)}${String(item.tooltip)}`,
        /\u202e/,
      );
    }
  });

  it('carries a badge and what it means in the address of a row, whatever its id holds', () => {
    const id = `/a b?c#d|${HOSTILE}`;
    const badge = { text: '4m', meaning: shown('goes on in 4 min', 'tree') };
    const item = treeItem(id, rowItem(shown('x', 'tree'), { badge }), undefined);
    assert.ok(item.resourceUri);
    assert.deepEqual(badgeOf(vscode.Uri.parse(item.resourceUri.toString())), {
      text: '4m',
      meaning: 'goes on in 4 min',
    });
  });
});
