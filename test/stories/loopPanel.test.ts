import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../editor/run.ts';
import { until } from '../fakes/until.ts';
import { agentLoop } from './agentLoop.ts';
import { useEditor } from './story.ts';
import type { Workbench } from './workbench.ts';

describe('the Loop panel in a window', () => {
  const story = useEditor();

  const heading = (window: Workbench, text: string) =>
    window.panel().getByRole('heading', { level: 1, name: text });

  it('opens from the loop, takes an answer, shows what became of it, and is back after a reload', async () => {
    const folder = await story.folder();
    await story.writeKey();
    const loop = await agentLoop(folder, 'nightly');
    await loop.emit('round_started', { round: 1, plan: 'Begin.' });
    await loop.emit('step_finished', { round: 1, step: 'build', label: '', status: 'ok', summary: 'Built.' });
    await loop.emit('round_finished', { round: 1, verdict: 'continue', summary: 'One more.' });
    await loop.emit('round_started', { round: 2, plan: 'Go on.' });
    await loop.ask('q1', 'Which way?', ['Left', 'Right']);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await window.command('Quarterdeck: Open Loop');
    await heading(window, 'Loop nightly').waitFor();
    const panel = window.panel();
    await panel.getByText('Which way?').first().waitFor();
    await panel.getByRole('radio', { name: 'Right' }).check();
    await panel.getByRole('textbox').fill('but slowly');
    await panel.locator('.sends .line', { hasText: 'Right. but slowly' }).waitFor();
    await panel.getByRole('textbox').press('Control+Enter');
    await until('the line', async () => (await loop.inbox()).length === 1);
    const [line] = await loop.inbox();
    assert.deepEqual(
      [line?.['choice'], line?.['text'], line?.['question']],
      ['b', 'Right. but slowly', 'q1'],
    );
    await panel.locator('#sent', { hasText: 'Right. but slowly' }).waitFor();

    await panel.locator('#round-list').getByText('Round 1', { exact: true }).click();
    await panel.locator('#round-title', { hasText: 'Round 1' }).waitFor();
    await window.picture('loop-panel');
    await until('the editor has kept where the panel is', () => window.stores('"round":1'));
    await window.reload();
    await heading(window, 'Loop nightly').waitFor();
    await window.panel().locator('#round-title', { hasText: 'Round 1' }).waitFor();
    await loop.emit('step_started', { round: 2, step: 'build', label: '' });
    await window.panel().locator('.head-state', { hasText: 'running' }).waitFor();
  });

  it('outlives twenty closings in a burst of events, and says when its loop is gone', async () => {
    const folder = await story.folder();
    const loop = await agentLoop(folder, 'nightly');
    await loop.emit('round_started', { round: 1 });
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    let goesOn = true;
    const burst = (async () => {
      for (let beat = 0; goesOn; beat += 1) {
        await loop.emit('step_finished', { round: 1, step: 'build', label: `${beat}`, status: 'ok' });
        await pause(40);
      }
    })();
    try {
      for (let time = 0; time < 20; time += 1) {
        await window.command('Quarterdeck: Open Loop');
        await heading(window, 'Loop nightly').waitFor();
        await window.command('View: Close Editor');
        await window.page
          .locator('.tabs-container .tab', { hasText: 'Loop nightly' })
          .waitFor({ state: 'detached' });
      }
    } finally {
      goesOn = false;
      await burst;
    }
    await window.command('Quarterdeck: Open Loop');
    await heading(window, 'Loop nightly').waitFor();
    await rename(loop.folder, `${loop.folder}-away`);
    await heading(window, 'This loop is no longer there.').waitFor();
    await rename(`${loop.folder}-away`, loop.folder);
    await heading(window, 'Loop nightly').waitFor();
    assert.deepEqual(await window.toasts(), []);
  });

  it('says where the editor knows no Git', async () => {
    const folder = await story.folder();
    const loop = await agentLoop(folder, 'nightly');
    await loop.emit('round_started', { round: 1 });
    await loop.emit('round_finished', { round: 1, verdict: 'continue', commit: '1f3c9ab2760d55f1' });
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await window.command('Quarterdeck: Open Loop');
    await window.panel().getByRole('button', { name: 'Changes of Round 1' }).click();
    await until('what is said', async () =>
      (await window.toasts()).some(({ text }) => /no Git repository/.test(text)),
    );
  });
});

describe('what a round changed, in a window with Git', () => {
  const story = useEditor({ lean: false });

  it('is shown between two commits, and said where there are none', async () => {
    const folder = await story.folder();
    const git = async (...args: string[]) => {
      const { code, output } = await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: folder,
      });
      assert.equal(code, 0, output);
      return output.trim();
    };
    await git('init', '-q');
    await writeFile(join(folder, 'page.txt'), 'one\n');
    await git('add', '.');
    await git('commit', '-qm', 'one');
    const first = await git('rev-parse', 'HEAD');
    await writeFile(join(folder, 'page.txt'), 'two\n');
    await git('commit', '-qam', 'two');
    const second = await git('rev-parse', 'HEAD');
    const loop = await agentLoop(folder, 'nightly');
    await loop.emit('round_started', { round: 1 });
    await loop.emit('round_finished', { round: 1, verdict: 'continue', commit: first });
    await loop.emit('round_started', { round: 2 });
    await loop.emit('step_finished', {
      round: 2,
      step: 'build',
      label: '',
      status: 'ok',
      findings: [{ id: '1', text: 'Still one.' }],
    });
    await loop.emit('round_finished', { round: 2, verdict: 'continue', commit: second });
    await loop.emit('round_started', { round: 3 });
    await loop.emit('round_finished', { round: 3, verdict: 'continue', commit: '--output=/tmp/x' });
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await window.command('Quarterdeck: Open Loop');
    await window.panel().getByRole('button', { name: 'Changes of Round 3' }).click();
    await until('what is said', async () =>
      (await window.toasts()).some(({ text }) => /is no commit id/.test(text)),
    );
    await window.panel().getByRole('button', { name: 'Round before' }).click();
    await window.panel().getByRole('button', { name: 'Compare with Round 1' }).click();
    await window.page.locator('.tab.active', { hasText: 'Findings of rounds 1 and 2' }).waitFor();
    await window.page.locator('.view-line', { hasText: 'Still one.' }).first().waitFor();
    await window.command('View: Close Editor');
    // The panel is drawn anew: it was hidden.
    await window.panel().locator('.graph:not(.plain) .node').waitFor();
    await window.panel().getByRole('button', { name: 'Changes of Round 2' }).click();
    await window.page.locator('.tab.active', { hasText: 'Changes of round 2' }).waitFor();
    await window.page.locator('.view-line', { hasText: 'two' }).first().waitFor();
    await window.picture('changes-of-round');
  });
});
