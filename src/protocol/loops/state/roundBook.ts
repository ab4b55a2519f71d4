import type { Micros } from '../../lib/time.ts';
import type { Whole } from '../eventDefinitions.ts';
import type { Round } from '../loopSnapshot.ts';
import type { NoProgress } from './convergence.ts';
import { listedAgain } from './findingBook.ts';
import { giveRound, isAlike, type OpenCounts } from './giveRound.ts';
import type { Lane } from './lane.ts';
import { RoundEntry } from './roundEntry.ts';
import { RoundList } from './roundList.ts';
import { PackedRound, RoundPacker } from './roundPack.ts';
import { newRound, type RoundState, roundCost, roundRuntime } from './roundState.ts';
import { RoundTotals, type Totals } from './roundTotals.ts';

/** How many rounds stay unpacked: those named last. */
const LIVE_ROUNDS = 16;
/** Packing starts when this many more are unpacked, so that it is done in batches. */
const SPARE = 16;
/** One that was unpacked stays so for as many lines, and each time for twice as many: else rounds that are named by turns
 * would be packed and unpacked with every line. */
const REST = 16;

/** Of a loop that hardly ends rounds, so many are looked at for what came back. */
const RECENT = 200;

/** One whose state is at hand. */
export type TouchedRound = RoundEntry & { state: RoundState };

/** All rounds of a loop: made when first named, packed when they grow old, given out by number. */
export class RoundBook {
  /** The round that the last event naming one names. */
  last: RoundEntry | null = null;
  readonly #byNumber = new Map<Whole, RoundEntry>();
  readonly #order: RoundEntry[] = [];
  /** A round came after one with a higher number. */
  #shuffled = false;
  /** Changed since the totals were last counted. */
  #unsettled: RoundEntry[] = [];
  #moved: RoundEntry[] = [];
  #live: RoundEntry[] = [];
  /** Of so many that are unpacked some are packed. */
  #most = LIVE_ROUNDS + SPARE;
  #seq = 0;
  /** Kept, so that old ones need not be unpacked for each snapshot. */
  #lately: Round[] = [];
  #again: ReadonlySet<RoundEntry> = new Set();
  /** At the last snapshot. */
  #open: OpenCounts = { openMaterial: 0, openMinor: 0 };
  readonly #totals = new RoundTotals();
  readonly #list = new RoundList();
  readonly #packer: RoundPacker;

  /** `lanes`: every step and label that rounds name, also those still to come. */
  constructor(lanes: readonly Lane[]) {
    this.#packer = new RoundPacker(lanes);
  }

  /** An event names the round: it exists from now on, and this is a sign of it. Its state may be changed. */
  touch(number: Whole, at: Micros, seq: number): TouchedRound {
    const last = this.last;
    const entry =
      last !== null && last.number === number ? last : (this.#byNumber.get(number) ?? this.#add(number, at));
    this.last = entry;
    this.#seq = seq;
    const state = this.#change(entry);
    if (at > state.sign) state.sign = at;
    return entry as TouchedRound;
  }

  /** The state of a round that was named before and is about to change. */
  change(number: Whole): RoundState {
    const entry = this.#byNumber.get(number);
    if (entry === undefined) throw new Error(`there is no round ${number}`);
    return this.#change(entry);
  }

  #change(entry: RoundEntry): RoundState {
    entry.used = this.#seq;
    if (!entry.changed) {
      entry.changed = true;
      this.#unsettled.push(entry);
    }
    return this.#unpacked(entry);
  }

  /** Packs what is old, when enough of it has come together. */
  rest(): void {
    if (this.#live.length < this.#most) return;
    this.#settle();
    const live = this.#live.sort((a, b) => a.used - b.used);
    this.#live = [];
    for (const [place, entry] of live.entries()) {
      if (place >= live.length - LIVE_ROUNDS || this.#rests(entry)) this.#live.push(entry);
      else this.#pack(entry);
    }
    this.#most = this.#live.length + Math.max(SPARE, this.#live.length >> 1);
    // What can be put in its place already is: after a long first read the snapshot would have to do it for all rounds.
    const moved = this.#moved;
    this.#moved = [];
    for (const entry of moved) {
      if (entry.slot === null) this.#moved.push(entry);
      else this.#place(entry, entry.slot);
    }
    if (!this.#shuffled) this.#totals.sumFew(this.#order);
  }

  /** Rounds by number. Those that did not change since the last call are the same objects. */
  give(open: OpenCounts): Round[] {
    this.#settle();
    this.#sort();
    if (!isAlike(open, this.#open)) {
      this.#open = open;
      // Those that are packed see to it when they are asked for.
      for (const entry of this.#live) {
        if (entry.ended) continue;
        entry.slot = null;
        this.#move(entry);
      }
    }
    for (const entry of this.#moved) {
      entry.slot ??= giveRound(this.#unpacked(entry), open);
      this.#place(entry, entry.slot);
    }
    this.#moved = [];
    return this.#list.give(open);
  }

  /** Right after `give`. */
  totals(): Totals {
    return this.#totals.sum(this.#order);
  }

  /** The highest number. Right after `give`. */
  get highest(): Whole | null {
    return this.#order.at(-1)?.number ?? null;
  }

  /**
   * The ended rounds with the highest numbers, lowest first, and what was listed again in these and in later ones. Right
   * after `give`.
   */
  lately(count: number): { ended: Round[]; again: NoProgress['again'] } {
    const ended: Round[] = [];
    const again = new Set<RoundEntry>();
    const wanted = Math.min(count, this.#totals.ended);
    for (let at = this.#order.length - 1; at >= 0; at -= 1) {
      const entry = this.#order[at];
      if (entry === undefined || (this.#order.length - at > RECENT && ended.length === wanted)) break;
      if (entry.listsAgain) again.add(entry);
      if (!entry.ended || entry.slot === null) continue;
      ended.push(entry.slot instanceof PackedRound ? entry.slot.round(this.#open) : entry.slot);
      if (ended.length === count) break;
    }
    this.#lately = ended.reverse();
    return { ended: this.#lately, again: this.#listedAgain(again) };
  }

  /** `entries`: the last one first. What they list is kept until they are no longer asked for. */
  #listedAgain(entries: ReadonlySet<RoundEntry>): NoProgress['again'] {
    for (const entry of this.#again) {
      if (!entries.has(entry)) entry.again = null;
    }
    this.#again = entries;
    const lists: NoProgress['again'][] = [];
    for (const entry of entries) {
      entry.again ??= listedAgain(entry, this.#look(entry));
      lists.push(entry.again);
    }
    return lists.reverse().flat();
  }

  /** The round last named. Right after `give`. */
  lastGiven(): Round | null {
    const slot = this.last?.slot ?? null;
    return slot instanceof PackedRound ? slot.round(this.#open) : slot;
  }

  #add(number: Whole, at: Micros): RoundEntry {
    const highest = this.#order.at(-1);
    if (highest !== undefined && number < highest.number) this.#shuffled = true;
    const index = this.#order.length;
    const entry = new RoundEntry(number, index, newRound(number, at));
    this.#byNumber.set(number, entry);
    this.#order.push(entry);
    this.#live.push(entry);
    this.#totals.add();
    return entry;
  }

  /** The state as it is, not to be changed. */
  #look(entry: RoundEntry): RoundState {
    if (entry.state !== null) return entry.state;
    if (!(entry.slot instanceof PackedRound)) throw new Error('a round is neither packed nor unpacked');
    return entry.slot.state();
  }

  #unpacked(entry: RoundEntry): RoundState {
    if (entry.state === null) {
      entry.state = this.#look(entry);
      entry.unpacked += 1;
      this.#live.push(entry);
    }
    return entry.state;
  }

  #settle(): void {
    for (const entry of this.#unsettled) {
      const state = this.#unpacked(entry);
      entry.changed = false;
      entry.slot = null;
      this.#move(entry);
      const ended = state.end !== null;
      this.#totals.set(entry, roundCost(state), roundRuntime(state), ended);
    }
    this.#unsettled = [];
  }

  /** It was unpacked, and so lately that it may be needed again. */
  #rests(entry: RoundEntry): boolean {
    return entry.unpacked > 0 && this.#seq - entry.used < REST * 2 ** entry.unpacked;
  }

  #pack(entry: RoundEntry): void {
    const state = entry.state;
    // One that waits to be settled again is packed the next time.
    if (state === null || entry.changed) return;
    const given = entry.slot instanceof PackedRound ? null : entry.slot;
    entry.slot = new PackedRound(this.#packer, entry.number, this.#packer.pack(state), given);
    entry.state = null;
    this.#move(entry);
  }

  #place(entry: RoundEntry, slot: Round | PackedRound): void {
    entry.moved = false;
    this.#list.set(entry.position, slot);
  }

  #move(entry: RoundEntry): void {
    if (entry.moved) return;
    entry.moved = true;
    this.#moved.push(entry);
  }

  /** Rounds nearly always come in the order of their numbers; when not, all of them get new places. */
  #sort(): void {
    if (!this.#shuffled) return;
    this.#shuffled = false;
    this.#order.sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0));
    for (const [position, entry] of this.#order.entries()) {
      if (entry.position === position) continue;
      entry.position = position;
      this.#move(entry);
      this.#totals.reordered(position);
    }
  }
}
