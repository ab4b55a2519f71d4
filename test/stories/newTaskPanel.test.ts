import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorkspace } from '../fakes/taskWorkspace.ts';
import { until } from '../fakes/until.ts';
import { useEditor } from './story.ts';

describe('the New Task panel', () => {
  const story = useEditor();

  it('submits what was filled in before a reload, once, and takes it back', async () => {
    const folder = await story.folder('webshop');
    const ops = makeWorkspace(folder);
    const window = await story.window({ open: folder });
    await window.hasCommand('Quarterdeck: New Task…');
    await window.command('Quarterdeck: New Task…');
    await window.panel().getByLabel('Title', { exact: true }).click();
    await window.type('Round invoices half up');
    await window.panel().getByLabel('Context', { exact: true }).fill('{"cents": true}');
    await window
      .panel()
      .getByText(/^kept \d\d:\d\d$/)
      .waitFor();
    await window.moment('new-task-form');

    // The editor keeps the state of its panels some seconds later.
    const boot = JSON.parse((await window.panel().locator('#boot').textContent()) ?? '') as {
      identity: string;
    };
    await until('the editor has kept which task it is', () => window.stores(boot.identity));
    await window.reload();
    const title = window.panel().getByLabel('Title', { exact: true });
    await title.waitFor({ timeout: 60_000 });
    await until('the title', async () => (await title.inputValue()) === 'Round invoices half up');
    await title.click();
    await window.press('Control+Enter');
    await window.panel().getByRole('heading', { name: 'Round invoices half up' }).waitFor();
    const [file] = await readdir(join(ops, 'inbox'));
    const task = JSON.parse(await readFile(join(ops, 'inbox', file ?? ''), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.deepEqual([task['title'], task['context']], ['Round invoices half up', { cents: true }]);

    await window.panel().getByRole('button', { name: 'Withdraw…' }).click();
    await until('the withdrawn task', async () =>
      assert.deepEqual(await readdir(join(ops, 'blocked')), [file]),
    );
    await window.panel().getByRole('button', { name: 'Withdraw…' }).waitFor({ state: 'detached' });
  });
});
