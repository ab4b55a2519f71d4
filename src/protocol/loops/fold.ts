import type { Problem } from '../result.ts';
import type { FoldEntry, FoldEvent, LoopSnapshot, Manifest } from './model.ts';

export interface SnapshotOptions {
  now: Date;
  stallMinutes: number;
  problems: readonly Problem[];
}

/** The state of one loop, fed event by event in file order. Pure: no clock, no file. */
export class LoopFold {
  readonly id: string;
  #manifest: Manifest | null = null;

  constructor(id: string) {
    this.id = id;
  }

  /** `offset`: bytes from the start of the file to the first byte of the event's line. */
  addEvent(_event: FoldEvent, _offset: number): void {
    throw new Error('not built yet');
  }

  setManifest(manifest: Manifest | null): void {
    this.#manifest = manifest;
  }

  /** All entries of the inbox, in file order, as they are trusted now. */
  setInbox(_entries: readonly FoldEntry[]): void {
    throw new Error('not built yet');
  }

  /** Rounds that did not change since the last snapshot are the same objects. */
  snapshot(options: SnapshotOptions): LoopSnapshot {
    return {
      id: this.id,
      title: this.#manifest?.title ?? '',
      manifest: this.#manifest,
      status: 'new',
      lastSign: null,
      nextAt: null,
      nextChangeAt: null,
      waitsForYou: [],
      needsALook: [],
      rounds: [],
      openFindings: [],
      questions: [],
      inbox: [],
      checks: [],
      costUsd: 0,
      costEstimated: false,
      tokens: 0,
      runtimeSeconds: 0,
      stopRequested: false,
      readingSeconds: null,
      problems: [...options.problems],
    };
  }
}

export function fold(input: {
  id: string;
  manifest: Manifest | null;
  events: readonly { event: FoldEvent; offset: number }[];
  inbox: readonly FoldEntry[];
  problems: readonly Problem[];
  now: Date;
  stallMinutes: number;
}): LoopSnapshot {
  const loop = new LoopFold(input.id);
  loop.setManifest(input.manifest);
  loop.setInbox(input.inbox);
  for (const { event, offset } of input.events) {
    loop.addEvent(event, offset);
  }
  return loop.snapshot(input);
}
