/**
 * The Loop panel with 1,000 rounds and 20,000 findings, in Chromium over the real channel: `npm run bench -- panel`.
 * From the start of the page to the paint of its first slice, beside the same page without its script; and from an event
 * that the fold has taken to its paint. What the editor adds around a webview is not in it.
 */
import { loopTexts } from '../../src/panels/loop/texts.ts';
import { KEY, LoopScene, long } from '../fakes/loopScene.ts';
import { PanelPage, stopStage } from '../webview/panelPage.ts';
import { median, report } from './measure.ts';

const STARTS = 9;
const EVENTS = 30;

/** In the page: notes when what is asked for has been painted, in milliseconds since the page's start and of the clock. */
const PAINTED = `
  globalThis.painted = (there) => new Promise((resolve) => {
    const look = () => {
      if (!there()) return false;
      requestAnimationFrame(() => requestAnimationFrame(() => resolve({ since: performance.now(), at: Date.now() })));
      return true;
    };
    if (look()) return;
    const watch = new MutationObserver(() => { if (look()) watch.disconnect(); });
    watch.observe(document, { childList: true, subtree: true, characterData: true });
  });
  globalThis.firstPaint = globalThis.painted(() => document.querySelector('h1') !== null);
  globalThis.emptyPaint = globalThis.painted(() => document.getElementById('root') !== null);
`;

/** Milliseconds of this thread so far; what other programs take does not count. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const scene = new LoopScene(long());
const options = {
  script: 'loop',
  identity: KEY,
  texts: loopTexts(),
  handlers: scene.handlers(),
  before: PAINTED,
};

async function starts(empty: boolean): Promise<number[]> {
  const panel = await PanelPage.open({ ...options, empty });
  const taken: number[] = [];
  for (let time = 0; time < STARTS; time += 1) {
    if (time > 0) await panel.load();
    const { since } = await panel.page.evaluate<{ since: number }>(empty ? 'emptyPaint' : 'firstPaint');
    taken.push(since);
  }
  await panel.close();
  return taken;
}

const empty = median(await starts(true));
const filled = median(await starts(false));
report('Loop panel: page start to paint of the first slice, 1,000 rounds', filled, 'ms', empty);
report('Loop panel: the same over the empty page', filled - empty, 'ms');

const panel = await PanelPage.open(options);
await panel.page.locator('.graph:not(.plain) .node').first().waitFor();
const builder = long();
const live = builder.live();
const toPaint: number[] = [];
const toTell: number[] = [];
for (let beat = 1; beat <= EVENTS; beat += 1) {
  await panel.page.waitForTimeout(70);
  const summary = `beat number ${beat}`;
  builder.in(1000).finish('build', { summary });
  const last = builder.events.at(-1);
  const painted = panel.page.evaluate<{ at: number }>(
    `painted(() => document.querySelector('.run')?.closest('.step')?.textContent.includes(${JSON.stringify(summary)}) ?? false)`,
  );
  if (beat === 1) await panel.page.locator('.node', { hasText: 'Build the page' }).click();
  const began = worked();
  const wall = Date.now();
  if (last !== undefined) live.addEvent(last.event, last.offset);
  scene.now = builder.time / 1000;
  scene.show(live.snapshot({ now: new Date(scene.now), stallMinutes: 30, problems: [] }));
  panel.channel.changed();
  toTell.push(worked() - began);
  toPaint.push((await painted).at - wall);
}
report('Loop panel: appended event to paint, median of 30', median(toPaint), 'ms');
report('Loop panel: appended event to paint, slowest of 30', Math.max(...toPaint), 'ms');
report('Loop panel: what an appended event holds the extension, slowest of 30', Math.max(...toTell), 'ms');
await panel.close();
await stopStage();
