import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../fakes/until.ts';
import { type AgentLoop, agentLoop } from './agentLoop.ts';
import { lines } from './asking.ts';
import { useEditor } from './story.ts';

/** A loop whose review found two things, of which one names a file. */
async function reviewed(folder: string): Promise<AgentLoop> {
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'docs', 'open.md'), 'a line\n'.repeat(20));
  const loop = await agentLoop(folder, 'api-docs');
  await loop.emit('round_started', { round: 1, plan: 'Pages for the storage module' });
  await loop.emit('step_finished', {
    round: 1,
    step: 'facts',
    findings: [
      { id: 'ex-3', text: 'docs/open.md:7 the example raises', severity: 'material' },
      { id: 'ex-5', text: 'The retry has no test', severity: 'material' },
    ],
  });
  await loop.emit('round_finished', { round: 1, verdict: 'continue', summary: '2 left' });
  return loop;
}

describe('the Findings panel', () => {
  const story = useEditor();

  it('decides with keys, sends one signed note, and the note’s row says what became of it', async () => {
    const folder = await story.folder('webshop');
    const loop = await reviewed(folder);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'api-docs');
    await window.command('Quarterdeck: Findings');
    const panel = window.panel();
    const list = panel.getByRole('listbox', { name: 'Findings' });
    await panel.getByRole('option', { name: /facts\/ex-3/ }).click();
    await list.press('w');
    await panel.getByRole('button', { name: 'Won’t fix', pressed: true }).waitFor();
    await list.press('r');
    await panel.getByRole('textbox', { name: 'Remark' }).fill('it shows the error');
    await panel.getByRole('textbox', { name: 'Remark' }).press('Escape');
    await list.press('ArrowDown');
    await list.press('f');
    await panel.getByRole('button', { name: 'Send Decisions (2)…' }).click();
    await panel.getByRole('heading', { name: '1 of 1: api-docs' }).waitFor();
    await panel.getByText("facts/ex-3: won't fix: it shows the error").waitFor();
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    const [note] = await lines(loop, 1);
    assert.equal(note?.['text'], "facts/ex-3: won't fix: it shows the error\nfacts/ex-5: fix");
    assert.match(String(note?.['sig']), /^[0-9a-f]{64}$/);
    await panel.getByText('api-docs: you sent 2: 2 open').waitFor();
    await loop.emit('inbox_read', { ids: [note?.['id']] });
    await loop.emit('round_started', { round: 2 });
    await loop.emit('finding_closed', { round: 2, step: 'facts', id: 'ex-3', resolution: 'wontfix' });
    await loop.emit('finding_closed', { round: 2, step: 'facts', id: 'ex-5', resolution: 'fixed' });
    await panel.getByText('api-docs: you sent 2: 1 fixed, 1 won’t fix').waitFor();
    await window.expand('Loops', 'api-docs');
    await window.expand('Loops', 'Sent 1');
    await window.rowIs('Loops', 'you sent 2: 1 fixed, 1 won’t fix');
  });

  it('goes to the place that a finding names, from a loop’s row on', async () => {
    const folder = await story.folder('webshop');
    await reviewed(folder);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'api-docs');
    await window.command('Quarterdeck: Findings');
    const panel = window.panel();
    await panel.getByRole('option', { name: /facts\/ex-3/ }).click();
    await panel.getByRole('listbox', { name: 'Findings' }).press('F12');
    await until('the file is open', async () => (await window.tabs()).some((tab) => tab.includes('open.md')));
    await window.page.locator('.statusbar-item', { hasText: 'Ln 7' }).waitFor();
  });

  it('decides in the Loop panel, and shows the note before it goes', async () => {
    const folder = await story.folder('webshop');
    const loop = await reviewed(folder);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'api-docs');
    await window.command('Quarterdeck: Open Loop');
    const panel = window.panel();
    await panel.locator('#finding-list .list-row').first().click();
    await panel.locator('#finding-list').press('d');
    await panel.getByRole('button', { name: 'Send Decisions (1)…' }).click();
    await panel.getByRole('heading', { name: '1 of 1: api-docs' }).waitFor();
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    const [note] = await lines(loop, 1);
    assert.equal(note?.['text'], 'facts/ex-3: duplicate');
  });

  it('has the same filter, choice and drafts after a reload, and when it is opened again', async () => {
    const folder = await story.folder('webshop');
    await reviewed(folder);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'api-docs');
    await window.command('Quarterdeck: Findings');
    const chosen = () => window.panel().getByRole('option', { name: /facts\/ex-5/ });
    const sorted = () => window.panel().getByRole('combobox', { name: 'Sort' });
    await sorted().selectOption('name');
    await chosen().click();
    await window.panel().getByRole('listbox', { name: 'Findings' }).press('l');
    await window.panel().getByRole('button', { name: 'Send Decisions (1)…' }).waitFor();
    const id = await window.panel().locator('.finding-row.active').getAttribute('id');
    await until('the editor has kept the choice', () => window.stores(':1:1:'));
    await until('the editor has kept the filter', () => window.stores('"sort":"name"'));
    await window.reload();
    await window.panel().getByRole('heading', { name: 'facts/ex-5' }).waitFor();
    assert.equal(await window.panel().locator('.finding-row.active').getAttribute('id'), id);
    assert.equal(await sorted().inputValue(), 'name');
    await window.panel().getByRole('button', { name: 'Later', pressed: true }).waitFor();
    await window.command('View: Close Editor');
    await window.command('Quarterdeck: Findings');
    await chosen().waitFor();
    assert.equal(await sorted().inputValue(), 'name');
    await window.panel().getByRole('button', { name: 'Send Decisions (1)…' }).waitFor();
  });
});
