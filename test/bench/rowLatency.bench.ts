/**
 * Written line to row on the screen, in a real editor with the packaged extension: `npm run bench -- rowLatency`.
 * Each of 100 lines opens another finding; a MutationObserver in the page notes when the row shows the new count. The
 * page and this process are on one machine, so Date.now() is one clock.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../editor/browser.ts';
import { stageExtension } from '../editor/extension.ts';
import { ensureEditor } from '../editor/install.ts';
import { startServer } from '../editor/server.ts';
import { agentLoop } from '../stories/agentLoop.ts';
import { Workbench } from '../stories/workbench.ts';
import { report } from './measure.ts';

const WRITES = 100;

/** In the page: notes the first moment at which a row of the view holds each text that is asked for. */
const OBSERVE = `(() => {
  const seen = new Map();
  const look = () => {
    const now = Date.now();
    for (const row of document.querySelectorAll('.part.sidebar .monaco-list-row')) {
      const found = /(\\d+) open/.exec((row.textContent ?? '').replaceAll('\\u00a0', ' '));
      if (found && !seen.has(found[1])) seen.set(found[1], now);
    }
  };
  new MutationObserver(look).observe(document.querySelector('.part.sidebar'), { subtree: true, childList: true, characterData: true, attributes: true });
  globalThis.quarterdeckSeen = (count) => seen.get(String(count)) ?? null;
})()`;

/** Milliseconds from each write to its row, in the order of the writes. */
async function rowLatency(name: 'newest' | 'floor'): Promise<number[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'quarterdeck-latency-'));
  const extensions = await stageExtension();
  const server = await startServer(await ensureEditor(name), { extensions: extensions.folder });
  const browser = await openBrowser();
  try {
    const loop = await agentLoop(scratch, 'nightly');
    await loop.emit('round_started', { round: 1, plan: '' });
    const window = await Workbench.open(browser, server, { open: scratch });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await window.page.evaluate(OBSERVE);
    const findings: { id: string; text: string; severity: string }[] = [];
    const taken: number[] = [];
    for (let count = 1; count <= WRITES; count++) {
      findings.push({ id: `f${count}`, text: 'Something is off', severity: 'material' });
      // Not in step with any timer of the editor.
      await sleep(250 + ((count * 37) % 97));
      await loop.emit('step_finished', { round: 1, step: 'build', status: 'ok', findings });
      const written = Date.now();
      let seen: number | null = null;
      while (seen === null && Date.now() - written < 15_000) {
        await sleep(20);
        seen = await window.page.evaluate<number | null>(`quarterdeckSeen(${count})`);
      }
      if (seen === null) throw new Error(`the row never showed ${count} open findings`);
      taken.push(Math.max(0, seen - written));
    }
    return taken;
  } finally {
    await browser.close();
    await server.stop();
    await extensions.remove();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const taken = await rowLatency(process.argv[2] === 'floor' ? 'floor' : 'newest');
const sorted = taken.sort((a, b) => a - b);
const at = (part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
report('row on the screen after a write, median of 100', at(0.5), 'ms');
report('row on the screen after a write, p95 of 100', at(0.95), 'ms', { limit: 300 });
report('row on the screen after a write, slowest of 100', at(1), 'ms');
