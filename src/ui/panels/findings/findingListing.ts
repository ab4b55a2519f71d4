/**
 * Every listing of a finding, over all loops: kept from one state to the next, so that only rounds that changed are looked
 * at again. Works in slices of a few milliseconds.
 */

import { createHash } from 'node:crypto';
import { memoize } from '../../../protocol/lib/memo.ts';
import type { Pace } from '../../../protocol/lib/pace.ts';
import { millis } from '../../../protocol/lib/time.ts';
import type { Round, RoundFinding } from '../../../protocol/loops/loopSnapshot.ts';
import { firstPlace } from '../../../protocol/loops/roundPlace.ts';
import { nameKey } from '../../../workspace/loops/decisions.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';

export interface Listing {
  loop: IndexedLoop;
  round: number;
  /** Its place in the round's findings. */
  index: number;
  /** When its round began; milliseconds since 1970. */
  at: number;
  finding: RoundFinding;
}

export interface IndexedLoop {
  key: string;
  /** What the page knows it by. */
  handle: string;
  /** As it is now. */
  loop: WatchedLoop;
  /** Its place among all by name. */
  order: number;
  rounds: readonly Round[];
  parts: Part[];
  open: number;
}

/** What is known of one round. It is held, so that a round that is made when asked for is made once. */
interface Part {
  round: Round;
  listings: Listing[];
}

const NAMES_PER_LOOP = 16;

export class FindingIndex {
  readonly #loops = new Map<string, IndexedLoop>();
  readonly #byHandle = new Map<string, IndexedLoop>();
  readonly #pace: Pick<Pace, 'due' | 'pause'>;

  constructor(pace: Pick<Pace, 'due' | 'pause'>) {
    this.#pace = pace;
  }

  /** By their names. */
  loops(): IndexedLoop[] {
    return [...this.#loops.values()].sort((a, b) => a.order - b.order);
  }

  loop(handle: string): IndexedLoop | undefined {
    return this.#byHandle.get(handle);
  }

  /** Newest round first. Read at once: a change of the index may come in any pause. */
  *listings(): Generator<Listing> {
    for (const { parts } of this.loops())
      for (let place = parts.length - 1; place >= 0; place -= 1) yield* parts[place]?.listings ?? [];
  }

  /** Takes over what the loops are now. Only one at a time. True: some listing is another, or stands elsewhere. */
  async update(loops: readonly WatchedLoop[]): Promise<boolean> {
    let changed = false;
    const keys = new Set(loops.map(({ key }) => key));
    for (const [key, { handle }] of [...this.#loops]) {
      if (keys.has(key)) continue;
      this.#loops.delete(key);
      this.#byHandle.delete(handle);
      changed = true;
    }
    const sorted = [...loops].sort(byName);
    for (const [order, loop] of sorted.entries()) {
      const known = this.#loops.get(loop.key);
      if (known !== undefined) {
        changed ||= known.order !== order;
        known.loop = loop;
        known.order = order;
        if (known.rounds !== loop.snapshot.rounds && (await this.#read(known, loop.snapshot.rounds)))
          changed = true;
        continue;
      }
      const handle = handleOf(loop.key);
      const made = { key: loop.key, handle, loop, order, rounds: [], parts: [], open: 0 };
      this.#loops.set(loop.key, made);
      this.#byHandle.set(handle, made);
      await this.#read(made, loop.snapshot.rounds);
      changed = true;
    }
    return changed;
  }

  /** A listing by what the page knows it by; undefined where it is another by now. */
  find(id: string): Listing | undefined {
    const [handle = '', round, index, print] = id.split(':');
    const loop = this.#byHandle.get(handle);
    const part = loop === undefined ? undefined : partOfRound(loop, Number(round));
    const listing = part?.listings[Number(index)];
    return listing !== undefined && printOf(listing.finding) === print ? listing : undefined;
  }

  async #read(known: IndexedLoop, rounds: readonly Round[]): Promise<boolean> {
    const { length } = rounds;
    const parts: Part[] = [];
    let open = 0;
    let changed = false;
    for (let place = 0; place < length; place += 1) {
      if (place % NAMES_PER_LOOP === 0 && this.#pace.due()) await this.#pace.pause();
      const round = rounds[place];
      if (round === undefined) continue;
      const before = known.parts[parts.length];
      const part = before?.round === round ? before : partOf(known, round, before);
      parts.push(part);
      changed ||= part.listings !== before?.listings && part.listings.length > 0;
      for (const { finding } of part.listings) if (finding.state === 'open') open += 1;
    }
    changed ||= parts.length < known.parts.length;
    known.rounds = rounds;
    known.parts = parts;
    known.open = open;
    return changed;
  }
}

function partOf(loop: IndexedLoop, round: Round, before: Part | undefined): Part {
  // The round was given out anew, but its findings are the same.
  if (before?.round.round === round.round && before.round.findings === round.findings)
    return { round, listings: before.listings };
  const at = millis(round.startedAt) ?? 0;
  return {
    round,
    listings: round.findings.map((finding, index) => {
      const known = before?.round.round === round.round ? before.listings[index] : undefined;
      return known?.finding === finding ? known : { loop, round: round.round, index, at, finding };
    }),
  };
}

/** What is known of the round of this number. */
export function partOfRound({ parts }: IndexedLoop, number: number): Part | undefined {
  const part = parts[firstPlace(parts, ({ round }) => round.round < number)];
  return part?.round.round === number ? part : undefined;
}

function byName(a: WatchedLoop, b: WatchedLoop): number {
  return a.id.localeCompare(b.id) || (a.key < b.key ? -1 : 1);
}

export function handleOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** What the page knows a listing by. It holds what the finding says, so that it can't come to mean another. */
export function idOf({ loop, round, index, finding }: Listing): string {
  return `${loop.handle}:${round}:${index}:${printOf(finding)}`;
}

const printOf = memoize((finding: RoundFinding) =>
  createHash('sha256')
    .update(`${nameKey(finding)}\n${finding.text}`)
    .digest('hex')
    .slice(0, 12),
);
