import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopSnapshot } from '../../src/protocol/loops/loopSnapshot.ts';
import type { AdjustableLoop } from '../../src/protocol/loops/reader.ts';
import { manifest, snapshot } from './snapshots.ts';

/**
 * Readers that take a loop's whole state as the JSON in its `events.jsonl`, so that the store is tested without the
 * fold. A loop with a `stall` time is stalled from then on.
 */
export class FakeLoops {
  opened = 0;
  closed = 0;
  refreshes = 0;
  running = 0;
  mostRunning = 0;
  /** Set: every refresh waits for it. */
  gate: Promise<void> | null = null;
  readonly keys: (Uint8Array | null)[] = [];

  readonly open = (
    folder: string,
    options: { key: Uint8Array | null; stallMinutes: number },
  ): AdjustableLoop => {
    this.opened += 1;
    this.keys.push(options.key);
    let values: Partial<LoopSnapshot> & { stall?: string } = {};
    let text = '';
    let title = '';
    return {
      refresh: async () => {
        this.refreshes += 1;
        this.running += 1;
        this.mostRunning = Math.max(this.mostRunning, this.running);
        await (this.gate ?? Promise.resolve());
        this.running -= 1;
        const now = readOr(join(folder, 'events.jsonl'), '{}');
        const named = readOr(join(folder, 'loop.json'), '');
        const changed = now !== text || named !== title;
        text = now;
        title = named;
        values = JSON.parse(now) as typeof values;
        return changed;
      },
      snapshot: (now = new Date()) => {
        const { stall, ...rest } = values;
        const stalls = stall !== undefined && now.getTime() > Date.parse(stall);
        return snapshot({
          manifest: title === '' ? null : manifest,
          title,
          status: stalls ? 'stalled' : 'running',
          nextChangeAt: stall !== undefined && !stalls ? stall : null,
          ...rest,
        });
      },
      setKey: (key) => void this.keys.push(key),
      setStallMinutes: () => undefined,
      close: () => {
        this.closed += 1;
      },
    };
  };
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
