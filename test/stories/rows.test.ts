import assert from 'node:assert/strict';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../fakes/until.ts';
import { useEditor } from './story.ts';
import type { Workbench } from './workbench.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function makeLoop(
  folder: string,
  id: string,
  events: object[],
  title = `About ${id}`,
): Promise<string> {
  const loop = join(folder, '.loops', id);
  await mkdir(loop, { recursive: true });
  await writeFile(join(loop, 'loop.json'), JSON.stringify({ protocol: 1, id, title, round_cap: 9 }));
  await writeFile(join(loop, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return join(loop, 'events.jsonl');
}

const started = (round: number, minutes: number) => ({ ts: ago(minutes), event: 'round_started', round });
const ran = (round: number, step: string, minutes: number) => ({
  ts: ago(minutes),
  event: 'step_finished',
  round,
  step,
  label: '',
  status: 'ok',
});

describe('rows on the screen', () => {
  const story = useEditor();

  const rowOf = async (window: Workbench, label: string) =>
    (await window.rows('Loops')).find((row) => row.label === label);
  const scroll = (window: Workbench) =>
    window
      .view('Loops')
      .locator('.monaco-list-row')
      .first()
      .evaluate((row) => row.getBoundingClientRect().top);

  it('keep what is unfolded, selected and scrolled over any update', async () => {
    const folder = await story.folder();
    const logs = new Map<string, string>();
    for (let index = 0; index < 18; index += 1) {
      const id = `loop-${String(index).padStart(2, '0')}`;
      logs.set(id, await makeLoop(folder, id, [started(1, 20), ran(1, 'build', 10), ran(1, 'facts', 5)]));
    }
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.expand('Loops', 'loop-03');
    await window.expand('Loops', 'Round 1');
    await window.select('Loops', 'Files');
    await until('the selected row', async () => (await rowOf(window, 'Files'))?.selected === true);
    await window.view('Loops').locator('.monaco-list').first().hover();
    const top = await scroll(window);
    await window.page.mouse.wheel(0, 66);
    await until('the rows scrolled', async () => (await scroll(window)) !== top);
    const before = await scroll(window);

    for (const log of logs.values()) await appendFile(log, `${JSON.stringify(started(2, 0))}\n`);
    await until(
      'round 2',
      async () => (await rowOf(window, 'loop-03'))?.description.includes('r2/9') === true,
    );
    await until('the row of round 2', async () => (await rowOf(window, 'Round 2')) !== undefined);
    assert.equal((await rowOf(window, 'loop-03'))?.expanded, true);
    assert.equal((await rowOf(window, 'Round 1'))?.expanded, true);
    assert.equal((await rowOf(window, 'Files'))?.selected, true);
    assert.equal(await scroll(window), before);
  });

  it('stay folded when the person folded them', async () => {
    const folder = await story.folder();
    const log = await makeLoop(folder, 'asks', [
      started(1, 9),
      { ts: ago(6), event: 'question', id: 'q', text: 'Which way?' },
    ]);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Needs You', '…');
    await window
      .view('Needs You')
      .locator('.monaco-list-row', { hasText: 'asks' })
      .first()
      .locator('.monaco-tl-twistie')
      .click();
    await until('folded', async () => (await window.rows('Needs You')).length === 1);
    await appendFile(log, `${JSON.stringify({ ts: ago(0), event: 'heartbeat', text: 'still here' })}\n`);
    await until(
      'the new sign',
      async () => (await rowOf(window, 'asks'))?.description.endsWith('now') === true,
    );
    assert.equal((await window.rows('Needs You')).length, 1);
  });

  it('make nothing of hostile text: no link, no image, no icon of its own', async () => {
    const folder = await story.folder();
    const text =
      '[x](command:workbench.action.closeWindow) $(zap) <img src=x onerror=alert(1)> ![i](http://127.0.0.1:9/x.png)';
    await makeLoop(
      folder,
      'hostile',
      [
        { ...started(1, 9), plan: text },
        { ...ran(1, 'zap', 8), summary: text, findings: [{ id: 'x1', text, severity: 'material' }] },
        { ts: ago(6), event: 'question', id: 'q', text, options: [{ id: 'a', label: text }] },
      ],
      text,
    );
    const window = await story.window({ open: folder });
    const asked: string[] = [];
    window.page.on('request', (request) => asked.push(request.url()));
    await window.openContainer();
    await window.expand('Loops', 'hostile');
    await window.expand('Loops', 'Round 1');
    await window.rowIs('Needs You', '1  [x](command:');
    for (const view of ['Needs You', 'Loops']) {
      const pane = window.view(view);
      assert.equal(
        await pane
          .locator(
            '.monaco-list-row a:not(.label-name, .label-description, .action-label), .monaco-list-row img',
          )
          .count(),
        0,
      );
      assert.equal(await pane.locator('.monaco-list-row .monaco-icon-label .codicon-zap').count(), 0);
    }
    const hover = await window.tooltip('Loops', 'hostile');
    assert.ok(hover.includes(text), hover);
    assert.equal(await window.page.locator('.monaco-hover a, .workbench-hover a').count(), 0);
    assert.deepEqual(
      asked.filter((url) => url.includes(':9/')),
      [],
    );
    await window.moment('hostile-rows');
  });

  it('the page of a loop goes on with it', async () => {
    const folder = await story.folder();
    const log = await makeLoop(folder, 'paged', [started(1, 9)]);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.select('Loops', 'paged');
    await window.press('Enter');
    await until('the page', async () => (await window.editorText()).includes('round 1 of 9'));
    await appendFile(log, `${JSON.stringify(started(2, 0))}\n`);
    await until('round 2 on the page', async () => (await window.editorText()).includes('round 2 of 9'));
  });
});
