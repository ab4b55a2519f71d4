import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { OpenLoop as LoopReader } from '../../protocol/loops/reader.ts';
import type { FoundLoop } from './loopFolder.ts';
import type { PlaceState } from './loopPlaceState.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** What the store keeps of one folder under a `.loops`, also of one that holds no loop yet. */
export class LoopEntry implements Disposable {
  readonly key: string;
  readonly id: string;
  readonly folder: string;
  readonly real: string;
  readonly place: PlaceState;
  reader: LoopReader | null = null;
  /** What is shown; null until it was read once, and where there is nothing to read. */
  shown: WatchedLoop | null = null;
  /** Of `signLoop`, taken before the last reading. */
  signature = '';
  /** The folder that the watch belongs to, by identity; empty where none is. */
  watching = '';
  watch: Disposable | null = null;
  /** When time alone changes something, in milliseconds since 1970; Infinity for never. */
  nextChange = Number.POSITIVE_INFINITY;
  lastReadAt = Number.NEGATIVE_INFINITY;
  /** Set while a reading is put off because the last one was just now. */
  delayed: Disposable | null = null;
  /** The key and the stall window that the reader works with. */
  settings: { key: Uint8Array | null; stallMinutes: number } | null = null;
  disposed = false;

  constructor(found: FoundLoop, place: PlaceState) {
    this.key = found.key;
    this.id = found.id;
    this.folder = found.folder;
    this.real = found.real;
    this.place = place;
  }

  closeReader(): void {
    this.reader?.close();
    this.reader = null;
    this.shown = null;
    this.nextChange = Number.POSITIVE_INFINITY;
  }

  unwatch(): void {
    this.watch?.dispose();
    this.watch = null;
    this.watching = '';
  }

  dispose(): void {
    this.disposed = true;
    this.unwatch();
    this.delayed?.dispose();
    this.delayed = null;
    this.closeReader();
  }
}
