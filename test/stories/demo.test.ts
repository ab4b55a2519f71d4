import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDemo } from '../editor/demo.ts';
import { note } from '../editor/note.ts';
import { mustRun } from '../editor/run.ts';
import { until } from '../fakes/until.ts';
import { findPeers, findPython } from '../interop/python.ts';
import { openAsking } from './asking.ts';
import { type Story, useEditor } from './story.ts';
import type { Workbench } from './workbench.ts';

interface Demo {
  id: string;
  /** What the page that it writes says to whom the second option stands for. */
  audience: RegExp;
  /** The label of the second option, and how a note shows up in what it writes. */
  page: string;
  /** Runs rounds until it is done or stopped, with steps of so many seconds. */
  run(pace: number): ChildProcess;
}

/** The peer's demo loop with two rounds of history; our own where the peer is not there. */
async function demoIn(folder: string, story: Story): Promise<Demo> {
  const env = { ...process.env, HOME: story.server.home };
  const peers = findPeers();
  if (peers === null) {
    note('The demo story ran with our own demo: the peer’s is not here.');
    const demo = await makeDemo(folder, env);
    return { id: demo.id, audience: /pilots/i, page: 'out/harbour-card.md', run: demo.run };
  }
  for (const name of ['loop.py', 'loops.py']) {
    await cp(join(peers, 'loopcaptain', 'demo', name), join(folder, name));
  }
  const python = await findPython();
  await mustRun(python, ['loop.py', '--seed', '2'], { cwd: folder, env });
  const args = ['loop.py', '--rounds', '2', '--pace'];
  return {
    id: 'loop-engineering',
    audience: /For The engineers who build loops\./,
    page: 'out/dashboard.md',
    run: (pace) => spawn(python, [...args, String(pace)], { cwd: folder, env, stdio: 'ignore' }),
  };
}

/** Waits until the editor knows the loop, which does nothing yet: only its row says so. */
async function historyIs(window: Workbench, id: string): Promise<void> {
  await window.openContainer();
  await window.rowIs('Loops', id, 60_000);
}

/** Waits until the loop's row begins so. */
async function rowSays(window: Workbench, id: string, words: RegExp): Promise<void> {
  await window.openContainer();
  await until(`${words} in the row of ${id}`, async () =>
    (await window.rows('Loops')).some((row) => row.label === id && words.test(row.description)),
  );
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  await new Promise<void>((resolve) => child.once('exit', () => resolve()));
}

async function events(folder: string, id: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(folder, '.loops', id, 'events.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a demo loop that really runs', () => {
  const story = useEditor();
  let running: ChildProcess | undefined;

  afterEach(() => {
    running?.kill();
    running = undefined;
  });

  it('is answered by its number, takes up a kept note in round 4, and is done', async function () {
    this.timeout(180_000);
    await story.writeKey();
    const folder = await story.folder('webshop');
    const demo = await demoIn(folder, story);
    const window = await story.window({ open: folder });
    await historyIs(window, demo.id);
    running = demo.run(0.5);
    await openAsking(window, demo.id);
    await window.press('Control+K G');
    await window.quickInput.waitFor();
    await window.type('Mind the tide');
    await window.press('Enter');
    await window.activeRow('Keep the note');
    await window.press('Enter');
    await window.toast('Kept, not sent').waitFor();
    await window.press('Control+K A');
    // The field alone could be that of the steering just closed.
    await window.quickRow('Other words: just type');
    await window.type('2');
    await window.press('Enter');
    await window.statusItem.filter({ hasText: `${demo.id}: taken` }).waitFor({ timeout: 40_000 });
    await until('the page for the chosen readers', async () =>
      assert.match(await readFile(join(folder, demo.page), 'utf8'), demo.audience),
    );
    await ended(running);
    const plan = await readFile(join(folder, demo.page), 'utf8');
    assert.match(plan, demo.audience);
    assert.match(plan, /Mind the tide/);
    assert.doesNotMatch(plan, /For Mind the tide/);
    const last = (await events(folder, demo.id)).findLast((event) => event['event'] === 'round_finished');
    assert.deepEqual([last?.['round'], last?.['verdict']], [4, 'done']);
    await rowSays(window, demo.id, /^done/);
  });

  it('is answered by the toast’s option, and stopped before round 4', async function () {
    this.timeout(180_000);
    await story.writeKey();
    const folder = await story.folder('webshop');
    const demo = await demoIn(folder, story);
    const window = await story.window({ open: folder });
    await historyIs(window, demo.id);
    // Slow enough that Stop comes in round 3 on a busy machine too.
    running = demo.run(2);
    await openAsking(window, demo.id);
    await window.toast(`${demo.id} in webshop asks`).waitFor({ timeout: 30_000 });
    const [toast] = await window.toasts();
    const option = toast?.buttons[2] ?? '';
    await window.clickToast(`${demo.id} in webshop asks`, option);
    await window.toast('Sending').waitFor();
    await window.toast('Sending').waitFor({ state: 'detached' });
    // A stop that the peer reads together with the answer is dropped by it: the loop must have gone on.
    await until('round 3', async () =>
      (await events(folder, demo.id)).some(
        (event) => event['event'] === 'round_started' && event['round'] === 3,
      ),
    );
    await window.press('Control+K X');
    await window.clickDialog('Stop');
    await ended(running);
    assert.match(await readFile(join(folder, demo.page), 'utf8'), demo.audience);
    const log = await events(folder, demo.id);
    assert.deepEqual([log.at(-1)?.['event'], log.at(-1)?.['stop_reason']], ['loop_stopped', 'person']);
    assert.equal(
      log.some((event) => event['round'] === 4),
      false,
    );
    await rowSays(window, demo.id, /^stopped/);
  });

  it('is made by a command in a folder of the person’s choice, and started from there', async function () {
    this.timeout(180_000);
    const folder = await story.folder('harbour');
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.view('Loops').waitFor();
    const create = async (): Promise<void> => {
      await window.command('Quarterdeck: Create Demo Loop');
      await window.page.locator('.quick-input-title', { hasText: 'Folder for the demo loop' }).waitFor();
      await until('the folder in the box', async () =>
        /harbour\/?$/.test(await window.quickInput.inputValue()),
      );
      await window.press('Enter');
    };
    await mkdir(join(folder, 'work'));
    await create();
    await window.toast('already holds work').waitFor();
    assert.deepEqual(await readdir(folder), ['work']);
    await window.clearToasts();
    await rmdir(join(folder, 'work'));
    await create();
    await window.toast('The demo loop stands in').waitFor({ timeout: 60_000 });
    await window.rowIs('Loops', 'harbour-card');
    await window.clickToast('The demo loop stands in', 'Start…');
    assert.match((await window.dialogText()).detail, /^python3 loop\.py/);
    await window.clickDialog('Run');
    await openAsking(window, 'harbour-card');
    await window.press('Control+K A');
    await window.quickRow('Other words: just type');
    await window.type('2');
    await window.press('Enter');
    await until(
      'the page for the pilots',
      async () => /pilots/i.test(await readFile(join(folder, 'out', 'harbour-card.md'), 'utf8')),
      60_000,
    );
  });
});
