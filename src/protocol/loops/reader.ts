/** Reading one loop's folder on and on: its three files, folded. */
import type { Files } from '../files/port.ts';
import { nodeFiles } from '../files/port.ts';
import { fold } from './fold.ts';
import type { LoopSnapshot } from './model.ts';

export interface OpenOptions {
  now?: Date;
  /** Left out: the machine's key, read at each refresh and never made. null: nothing is checked. */
  key?: Uint8Array | null;
  /** Minutes without a sign after which a running loop is called stalled; 30 unless given. */
  stallMinutes?: number;
}

export interface OpenLoop {
  /** Reads on; true if anything changed. Calls made while one runs share it. */
  refresh(): Promise<boolean>;
  /** The loop as last read, at `now`. While a long read is under way: as it was before. */
  snapshot(now?: Date): LoopSnapshot;
  /** Every inbox line is checked anew with the next refresh. */
  setKey(key: Uint8Array | null): void;
  setStallMinutes(minutes: number): void;
  close(): void;
}

export function openLoop(_folder: string, options: OpenOptions = {}, _files: Files = nodeFiles): OpenLoop {
  let stallMinutes = options.stallMinutes ?? 30;
  return {
    refresh: async () => false,
    snapshot: (now = options.now ?? new Date()) =>
      fold({ id: '', manifest: null, events: [], inbox: [], problems: [], now, stallMinutes }),
    setKey: () => undefined,
    setStallMinutes: (minutes) => {
      stallMinutes = minutes;
    },
    close: () => undefined,
  };
}

export async function readLoop(
  folder: string,
  options: OpenOptions = {},
  files: Files = nodeFiles,
): Promise<LoopSnapshot> {
  const loop = openLoop(folder, options, files);
  await loop.refresh();
  loop.close();
  return loop.snapshot(options.now ?? new Date());
}
