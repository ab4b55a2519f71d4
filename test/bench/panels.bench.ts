/**
 * The panels in Chromium, against the real channel and slices: `npm run bench -- panels`. The Loop panel opens with 1,000
 * rounds and 20,000 findings of the bench's log, then reads one more event at a time. The page and this process are on
 * one machine, so Date.now() is one clock.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/protocol/lib/clock.ts';
import { LoopReader } from '../../src/protocol/loops/reader.ts';
import { nothing } from '../../src/ui/panels/checkMessage.ts';
import type { LoopContract } from '../../src/ui/panels/loop/loopMessages.ts';
import { loopTexts } from '../../src/ui/panels/loop/loopPanelWords.ts';
import {
  PanelChannel,
  type PanelContract,
  type PanelHandlers,
  type ToPanel,
} from '../../src/ui/panels/rpc.ts';
import { KEY, LoopScene } from '../fakes/loopScene.ts';
import type { EmptyContract } from '../webview/empty/messages.ts';
import { type PanelOptions, PanelPage, stopStage } from '../webview/panelPage.ts';
import { withBenchFolder, writeBenchRounds } from './benchFolder.ts';
import { benchRound } from './benchLog.ts';
import { HOST_SLICE, longestSlice, median, report } from './measure.ts';

const OPENINGS = 7;
const UPDATES = 20;
const SIZE = { rounds: 1000, findings: 10 };
const NOW = new Date('2026-06-01T00:00:00Z');

/** In the page: notes when what is looked for was painted first, and each paint after a change. */
function watchPaints(): void {
  const api = globalThis as unknown as { paints: number[]; first: Record<string, number> };
  api.paints = [];
  api.first = {};
  addEventListener('message', () => {
    api.first['answer'] ??= performance.timeOrigin + performance.now();
  });
  const marks = [
    'main',
    'main h1',
    '.graph:not(.plain) .node',
    '#round-list .list-row',
    '#finding-list .list-row',
  ];
  let asked = false;
  const painted = (): void => {
    asked = false;
    const now = performance.timeOrigin + performance.now();
    api.paints.push(now);
    for (const mark of marks) if (document.querySelector(mark) !== null) api.first[mark] ??= now;
  };
  new MutationObserver(() => {
    if (asked) return;
    asked = true;
    // After the frame that shows it: a task that comes once the frame is done.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = painted;
      channel.port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** Milliseconds from the script, there and about to run, to the first paint of each part. */
async function paintsOf<C extends PanelContract>(panel: PanelPage<C>): Promise<Record<string, number>> {
  return panel.page.evaluate(() => {
    const { first } = globalThis as unknown as { first: Record<string, number> };
    const script = performance
      .getEntriesByType('resource')
      .find(({ name }) => /\/(loop|empty)\.js$/.test(name)) as PerformanceResourceTiming;
    const start = performance.timeOrigin + script.responseEnd;
    return Object.fromEntries(Object.entries(first).map(([mark, at]) => [mark, at - start]));
  });
}

/** Milliseconds that the page's process worked since it began; what other programs take does not count. */
async function workOf<C extends PanelContract>(panel: PanelPage<C>): Promise<number> {
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN) * 1000;
}

async function openings<C extends PanelContract>(options: PanelOptions<C>, last: string) {
  const all: Record<string, number>[] = [];
  for (let time = 0; time < OPENINGS + 1; time += 1) {
    const panel = await PanelPage.open<C>({ ...options, before: watchPaints });
    await panel.page.waitForFunction(
      (mark) => mark in (globalThis as unknown as { first: Record<string, number> }).first,
      last,
    );
    // The first of all warms what no person's editor has cold: this process, and the browser's own.
    if (time > 0) all.push({ ...(await paintsOf(panel)), work: await workOf(panel) });
    await panel.close();
  }
  return (mark: string): number => median(all.map((paints) => paints[mark] ?? Number.NaN));
}

class Bench {
  readonly scene = new LoopScene(undefined);
  readonly #reader: LoopReader;
  readonly #log: string;
  readonly #lines = benchRound(SIZE.rounds + 1, SIZE.findings)
    .split('\n')
    .slice(0, -1);
  #next = 0;

  constructor(folder: string, log: string) {
    this.#reader = new LoopReader(folder, { key: null, now: NOW });
    this.#log = log;
    this.scene.now = NOW.getTime();
  }

  async refresh(): Promise<void> {
    await this.#reader.refresh();
    this.scene.show(this.#reader.snapshot(NOW));
  }

  /** One more event of a round that runs; what it took to read is part of it. */
  async append(): Promise<void> {
    appendFileSync(this.#log, `${this.#lines[this.#next] ?? ''}\n`);
    this.#next = (this.#next + 1) % this.#lines.length;
    await this.refresh();
  }

  close(): void {
    this.#reader.close();
  }
}

const options = (handlers: PanelHandlers<LoopContract>): PanelOptions<LoopContract> => ({
  script: 'loop',
  identity: KEY,
  texts: loopTexts(),
  handlers,
  width: 1100,
});

/** Slices and bytes of what is told to the page. */
class Told {
  slices = 0;
  bytes = 0;

  readonly note = (message: ToPanel): void => {
    this.bytes += Buffer.byteLength(JSON.stringify(message));
    if (message.kind === 'answer') this.slices += 1;
  };
}

async function updates(bench: Bench): Promise<void> {
  const told = new Told();
  const panel = await PanelPage.open({
    ...options(bench.scene.handlers()),
    before: watchPaints,
    posts: told.note,
  });
  await panel.page.locator('#finding-list .list-row').first().waitFor();
  await sleep(500);
  const opened = { slices: told.slices, bytes: told.bytes };
  const took: number[] = [];
  let changes = 0;
  told.slices = 0;
  told.bytes = 0;
  for (let time = 0; time < UPDATES; time += 1) {
    await panel.page.evaluate(() => {
      (globalThis as unknown as { paints: number[] }).paints.length = 0;
    });
    const start = Date.now();
    await bench.append();
    panel.channel.changed();
    // Everything that the event changes is asked for at once; the last paint of it is what counts.
    await sleep(400);
    const paints = await panel.page.evaluate(() => (globalThis as unknown as { paints: number[] }).paints);
    const last = paints.at(-1);
    if (last === undefined) continue;
    changes += 1;
    took.push(last - start);
  }
  await panel.close();
  report('one event to the last paint in the Loop panel, 1,000 rounds', median(took), 'ms', { limit: 100 });
  report('one event to the last paint in the Loop panel, slowest of 20', Math.max(...took), 'ms', {
    limit: 100,
  });
  report('slices sent again for an event', told.slices / changes, 'slices', { baseline: opened.slices });
  report('bytes sent for an event', told.bytes / changes, 'bytes', { baseline: opened.bytes });
}

/** The host alone, with what the page asked for when it opened, each message in its own turn of the event loop. */
async function hostSlices(bench: Bench): Promise<void> {
  const asked: unknown[] = [];
  const panel = await PanelPage.open({
    ...options(bench.scene.handlers()),
    handles: (message, run) => {
      asked.push(message);
      run();
    },
  });
  await panel.page.locator('#finding-list .list-row').first().waitFor();
  await sleep(500);
  await panel.close();
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  let changed: string[] = [];
  const channel = new PanelChannel<LoopContract>(
    {
      clock: systemClock,
      log: { info: () => undefined, warn: () => undefined, error: (text) => console.error(text) },
      refusalWords: (code) => code,
      post: (message) => {
        if (message.kind === 'changed') changed = Object.keys(message.versions);
      },
    },
    bench.scene.handlers(),
  );
  const opens = await longestSlice(async () => {
    for (const message of asked) {
      channel.receive(message);
      await turn();
    }
  });
  report('longest host slice while the Loop panel opens', opens, 'ms', { limit: HOST_SLICE });
  let longest = 0;
  for (let time = 0; time < UPDATES; time += 1) {
    await sleep(60);
    changed = [];
    const slice = await longestSlice(async () => {
      await bench.append();
      channel.changed();
      await turn();
      for (const message of asked) {
        const { kind, name, ask } = message as { kind: string; name: string; ask: unknown };
        if (kind !== 'slice' || !changed.includes(`${name}:${JSON.stringify(ask)}`)) continue;
        channel.receive(message);
        await turn();
      }
    });
    longest = Math.max(longest, slice);
  }
  channel.dispose();
  report('longest host slice while it reads an event and updates', longest, 'ms', { limit: HOST_SLICE });
}

await withBenchFolder(async (repository) => {
  const { folder, log } = writeBenchRounds(repository, 'long', SIZE);
  const bench = new Bench(folder, log);
  await bench.refresh();
  const first = 'main h1';
  const none: PanelHandlers<EmptyContract> = {
    slices: { nothing: { check: nothing, give: () => null } },
    requests: {},
  };
  const empty = await openings({ script: 'empty', handlers: none, width: 1100 }, first);
  const list = '#finding-list .list-row';
  const loop = await openings(options(bench.scene.handlers()), list);
  report('empty panel: script to its first paint', empty('main'), 'ms');
  report('empty panel: script to paint of a slice of nothing', empty(first), 'ms');
  report('Loop panel, 1,000 rounds: script to paint of its first slice', loop(first), 'ms', {
    baseline: empty(first),
  });
  report('  over the empty panel, its slice of nothing painted', loop(first) - empty(first), 'ms', {
    limit: 150,
  });
  report('  over the first paint of the empty panel', loop(first) - empty('main'), 'ms');
  report('  until the first answer of the host', loop('answer'), 'ms', { baseline: empty('answer') });
  report('  of the list of findings', loop(list), 'ms', { baseline: empty(first) });
  report('  of the step graph', loop('.graph:not(.plain) .node'), 'ms', { baseline: empty(first) });
  report("work of the page's process until all is painted", loop('work'), 'ms', { baseline: empty('work') });
  await updates(bench);
  await hostSlices(bench);
  bench.close();
});
await stopStage();
