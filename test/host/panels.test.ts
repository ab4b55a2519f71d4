import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { nothing } from '../../src/ui/panels/checkMessage.ts';
import { Panels } from '../../src/ui/panels/panels.ts';
import { FakeClock } from '../fakes/fakeClock.ts';
import { until } from '../fakes/until.ts';

type Contract = {
  slices: { word: { asks: null; gives: string } };
  requests: Record<never, { takes: null; gives: null }>;
  events: Record<never, null>;
};

const extensionUri = vscode.Uri.joinPath(vscode.Uri.file(__dirname));

function panels(clock: FakeClock, ended: string[]): Panels<Contract> {
  const quiet = () => undefined;
  return new Panels<Contract>(
    { context: { extensionUri }, clock, log: { info: quiet, warn: quiet, error: quiet } },
    {
      viewType: 'quarterdeck.test',
      script: 'none',
      icon: 'quarterdeck.svg',
      texts: () => ({}),
      open: (identity) => ({
        handlers: { slices: { word: { check: nothing, give: () => 'word' } }, requests: {} },
        title: () => `About $(zap) ${identity}`,
        dispose: () => ended.push(identity),
      }),
    },
  );
}

const tabs = () =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tab.input instanceof vscode.TabInputWebview);

describe('the life of panels', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is one for each thing shown, and ends all of what it holds, twenty times over', async () => {
    const clock = new FakeClock();
    const ended: string[] = [];
    const made = panels(clock, ended);
    for (let time = 0; time < 20; time += 1) {
      made.show('a', { byPerson: true });
      made.show('a', { byPerson: true });
      const port = made.show('b', { byPerson: false });
      assert.equal(made.size, 2);
      assert.equal(clock.pending, 2, 'one tick for each');
      port.changed();
      made.show('a', { byPerson: true }).close();
      port.close();
      await until('both to be gone', () => made.size === 0 && clock.pending === 0);
    }
    assert.equal(ended.length, 40);
    made.dispose();
  });

  it('closes what comes back without a state of ours', () => {
    const made = panels(new FakeClock(), []);
    for (const state of [undefined, null, 7, {}, { identity: 4 }, { identity: 'x'.repeat(9000) }]) {
      const panel = vscode.window.createWebviewPanel('quarterdeck.test', 'back', vscode.ViewColumn.One);
      let gone = false;
      panel.onDidDispose(() => {
        gone = true;
      });
      made.restore(panel, state);
      assert.equal(gone, true, JSON.stringify(state));
    }
    made.dispose();
  });

  it('never names an icon in a tab, and keeps the focus where it is unless the person asked', async () => {
    const made = panels(new FakeClock(), []);
    const document = await vscode.workspace.openTextDocument({ content: 'text' });
    await vscode.window.showTextDocument(document);
    made.show('a', { byPerson: false, beside: true });
    await until('its tab', () => tabs().length === 1);
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.doesNotMatch(tabs()[0]?.label ?? '', /\$\(zap\)/);
    made.dispose();
  });
});
