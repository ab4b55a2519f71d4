import type { CanWrite } from '../../protocol/files/canWrite.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import { same } from '../../protocol/lib/same.ts';
import type { OpenLoop as LoopReader } from '../../protocol/loops/reader.ts';
import { millis } from '../needsYou.ts';
import type { LoopEntry } from './loopEntry.ts';
import { signLoop } from './loopFolder.ts';
import { whoMayWrite } from './loopWritable.ts';
import type { WatchedLoop } from './watchedLoop.ts';

export interface ReadingPorts {
  files: Files;
  clock: Clock;
  /** `openLoop` of the protocol. */
  open: (folder: string, options: { key: Uint8Array | null; stallMinutes: number }) => LoopReader;
  canWrite: CanWrite;
  /** The key that lines are checked with, null where there is none. Say `settingsChanged` when it changes. */
  key: () => Uint8Array | null;
  stallMinutes: () => number;
  trusted: () => boolean;
}

/** `gone`: the folder is no more; `none`: it holds no loop; `stale`: the entry was given up meanwhile. */
export type Reading =
  | { kind: 'loop'; loop: WatchedLoop; folder: string }
  | { kind: 'gone' | 'stale' }
  | { kind: 'none'; folder: string };

/** Reads on in one loop's folder. Keeps in the entry what the next reading needs; what is shown is the caller's. */
export async function readEntry(
  entry: LoopEntry,
  roots: readonly string[],
  ports: ReadingPorts,
): Promise<Reading> {
  const { files, clock } = ports;
  // Taken before the reading: what changes meanwhile makes the next stat differ.
  const signature = await signLoop(files, entry.folder);
  if (entry.disposed) {
    return { kind: 'stale' };
  }
  entry.lastReadAt = clock.now();
  entry.signature = signature.state;
  if (signature.folder === '') {
    return { kind: 'gone' };
  }
  if (!signature.any) {
    return { kind: 'none', folder: signature.folder };
  }
  const reader = readerOf(entry, ports);
  await reader.refresh();
  if (entry.reader !== reader) {
    return { kind: 'stale' };
  }
  const now = clock.now();
  const snapshot = reader.snapshot(new Date(now));
  entry.nextChange = nextChange(snapshot.nextChangeAt, now);
  const place = entry.place.spec;
  const writable = await whoMayWrite(
    { folder: entry.folder, real: entry.real, place, snapshot },
    { files, canWrite: ports.canWrite, trusted: ports.trusted(), roots },
  );
  if (entry.reader !== reader) {
    return { kind: 'stale' };
  }
  const { key, folder, id } = entry;
  const loop = { key, folder, repository: place.folder, id, origin: place.origin, snapshot, writable };
  return { kind: 'loop', loop, folder: signature.folder };
}

function readerOf(entry: LoopEntry, ports: ReadingPorts): LoopReader {
  const settings = { key: ports.key(), stallMinutes: ports.stallMinutes() };
  const known = entry.reader;
  const reader = known ?? ports.open(entry.folder, settings);
  if (known !== null && !same(entry.settings, settings)) {
    reader.setKey(settings.key);
    reader.setStallMinutes(settings.stallMinutes);
  }
  entry.reader = reader;
  entry.settings = settings;
  return reader;
}

/** One past its moment, since what is over is so only after it; and never twice at once for a change that does not come. */
function nextChange(at: string | null, now: number): number {
  const next = millis(at);
  if (next === null) {
    return Number.POSITIVE_INFINITY;
  }
  return next < now ? now + 1000 : next + 1;
}
