import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorkspace, taskText } from '../fakes/taskWorkspace.ts';
import { until } from '../fakes/until.ts';
import { asking, lines, openAsking } from './asking.ts';
import { useEditor } from './story.ts';

const asked = {
  title: 'Invoice export',
  assigned_to: 'scribe',
  priority: 2,
  context: { _feedback_request: { question: 'May I write to the bucket?', options: ['Yes', 'No'] } },
  history: [
    { status: 'active', at: '2026-11-30T12:01:00.000001+00:00', claimed_by: 'scribe' },
    { status: 'feedback', at: '2026-11-30T12:02:00.000001+00:00' },
  ],
};

describe('the Questions panel', () => {
  const story = useEditor();

  it('answers a loop and a task, keeps the draft over a reload, and says how far an answer came', async () => {
    const folder = await story.folder('webshop');
    const loop = await asking(folder);
    const ops = makeWorkspace(folder, { 'feedback/t1.json': taskText('t1', asked) });
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.command('Quarterdeck: Show Questions');
    await window.panel().locator('#asker', { hasText: 'dashboard' }).waitFor();
    await window.panel().locator('#words').click();
    await window.type('mention leads');
    await window.panel().getByText('Sends:').waitFor();
    await window
      .panel()
      .locator('#sends .line', { hasText: /^mention leads$/ })
      .waitFor();
    await window.moment('questions');

    // The editor keeps the state of its panels some seconds later.
    await until('the editor has kept which question it is', () => window.stores('|question|'));
    await window.reload();
    await window.panel().locator('#sends .line', { hasText: 'mention leads' }).waitFor({ timeout: 60_000 });
    await window.panel().getByRole('radio', { name: 'The engineers' }).focus();
    await window.press('2');
    await window.panel().locator('#sends .line', { hasText: 'The engineers. mention leads' }).waitFor();
    await window.press('Control+Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['choice'], entry?.['text']], ['b', 'The engineers. mention leads']);
    await window.panel().locator('.progress', { hasText: 'not read yet' }).waitFor();
    await loop.emit('inbox_read', { ids: [entry?.['id']] });
    await window
      .panel()
      .locator('.progress', { hasText: /read \d\d:\d\d:\d\d/ })
      .waitFor();

    await window.press('Alt+ArrowRight');
    await window.panel().locator('#asker', { hasText: 'scribe' }).waitFor();
    await window.press('1');
    await window.panel().locator('#sends .line', { hasText: 'Yes' }).waitFor();
    await window.press('Control+Enter');
    await until('the answered task in the inbox', async () => {
      assert.deepEqual(await readdir(join(ops, 'inbox')), ['t1.json']);
    });
    const task = JSON.parse(await readFile(join(ops, 'inbox', 't1.json'), 'utf8')) as typeof asked;
    assert.equal((task.context as Record<string, unknown>)['_feedback_response'], 'Yes');
    await window.panel().locator('.over .quote', { hasText: 'Yes' }).waitFor();
  });
});
