import type { FindingSeverity, FoldEvent, Resolution, Whole } from '../eventDefinitions.ts';
import { reworded } from '../findingIdentity.ts';
import type { OpenFinding } from '../loopSnapshot.ts';
import type { NoProgress } from './convergence.ts';
import { type FindingGroup, FindingIndex, type Listing } from './findingIndex.ts';
import type { CurrentFindings, Lane, Lanes } from './lane.ts';
import type { RoundEntry } from './roundEntry.ts';
import type { RoundState } from './roundState.ts';
import type { FindingState, RunState, StepFinished } from './runState.ts';
import { lowest } from './sortedList.ts';

type FindingClosed = Extract<FoldEvent, { event: 'finding_closed' }>;

/** What findings need of the rounds: the state to change, which may have been packed away. */
interface RoundAccess {
  change(number: Whole): RoundState;
}

/** Which findings stand, over all rounds. */
export class FindingBook {
  readonly #lanes: Lanes;
  openMaterial = 0;
  openMinor = 0;
  /** Grows whenever the open findings change. */
  version = 0;
  readonly #rounds: RoundAccess;
  readonly #openLanes = new Set<Lane>();
  /** By step and text (without what rewording changes), how many findings stand closed as fixed. */
  readonly #fixed = new Map<string, Map<string, number>>();

  constructor(lanes: Lanes, rounds: RoundAccess) {
    this.#lanes = lanes;
    this.#rounds = rounds;
  }

  /** A run ended; it is part of `entry`'s state already. */
  finished(entry: RoundEntry, run: RunState, event: StepFinished): void {
    const fixed = this.#fixed.get(run.lane.step);
    for (const finding of run.findings) {
      run.lane.listedIn(finding.id, entry.number);
      if (fixed === undefined || (fixed.get(reworded(finding.text)) ?? 0) === 0) continue;
      finding.again = true;
      entry.listsAgain = true;
      entry.again?.push(againOf(entry, run, finding));
    }
    if (judged(event)) this.#judge(entry, run);
  }

  close(entry: RoundEntry, event: FindingClosed): void {
    const { step, label, id } = event;
    const resolution = event.resolution ?? null;
    const target = this.#lanes.lastListing(step, label, id, entry.number);
    if (target === null) return;
    const state = this.#rounds.change(target);
    state.index ??= new FindingIndex(state.listings);
    for (const group of state.index.closedBy(step, label, id, resolution)) {
      this.#closeGroup(group, resolution);
      state.shown?.closed(group);
    }
  }

  /** By their run's first line, then as listed. */
  open(): OpenFinding[] {
    const current: CurrentFindings[] = [];
    for (const lane of this.#openLanes) {
      if (lane.current !== null) current.push(lane.current);
    }
    const open: OpenFinding[] = [];
    for (const { findings } of current.sort((a, b) => a.seq - b.seq)) {
      for (const finding of findings) {
        if (finding !== null) open.push(finding);
      }
    }
    return open;
  }

  #judge(entry: RoundEntry, run: RunState): void {
    const lane = run.lane;
    const before = lane.current;
    if (before !== null && before.open > 0) {
      // Its round shows them as superseded from now on; where all are closed nothing is seen of the change.
      const { listings, shown } = this.#rounds.change(before.round);
      const listing = listings[lowest(listings.length, (at) => (listings[at]?.endSeq ?? 0) >= before.endSeq)];
      if (listing !== undefined) {
        listing.current = false;
        shown?.superseded(listing);
      }
      for (const finding of before.findings) {
        if (finding !== null) this.#count(finding.severity, -1);
      }
      this.version += 1;
    }
    run.current = true;
    if (run.findings.length === 0) {
      lane.current = null;
      this.#openLanes.delete(lane);
      return;
    }
    lane.current = {
      round: entry.number,
      seq: run.seq,
      endSeq: run.endSeq,
      findings: run.findings.map(({ id, text, severity }) => ({
        round: Number(entry.number),
        step: lane.step,
        label: lane.label,
        id,
        text,
        severity,
      })),
      open: run.findings.length,
    };
    this.#openLanes.add(lane);
    for (const finding of run.findings) this.#count(finding.severity, 1);
    this.version += 1;
  }

  #closeGroup(group: FindingGroup, resolution: Resolution | null): void {
    const { closing, listings } = group;
    const { step } = group.lane;
    const change = Number(resolution === 'fixed') - Number(closing.resolution === 'fixed');
    if (group.closed > 0 && change !== 0) {
      for (const [text, count] of textsOf(group)) this.#countFixed(step, text, change * count);
    }
    closing.resolution = resolution;
    for (; group.closed < listings.length; group.closed += 1) {
      const listing = listings[group.closed];
      if (listing === undefined) break;
      listing.finding.closing = closing;
      if (listing.run.current) this.#noLongerOpen(listing);
      if (resolution !== 'fixed' && group.texts === null) continue;
      const text = reworded(listing.finding.text);
      if (resolution === 'fixed') this.#countFixed(step, text, 1);
      group.texts?.set(text, (group.texts.get(text) ?? 0) + 1);
    }
  }

  #noLongerOpen({ run, finding, place }: Listing): void {
    const { lane } = run;
    if (lane.current === null) return;
    lane.current.findings[place] = null;
    lane.current.open -= 1;
    if (lane.current.open === 0) this.#openLanes.delete(lane);
    this.#count(finding.severity, -1);
    this.version += 1;
  }

  #countFixed(step: string, text: string, change: number): void {
    let texts = this.#fixed.get(step);
    if (texts === undefined) {
      texts = new Map();
      this.#fixed.set(step, texts);
    }
    texts.set(text, (texts.get(text) ?? 0) + change);
  }

  #count(severity: FindingSeverity, change: number): void {
    if (severity === 'material') this.openMaterial += change;
    else this.openMinor += change;
  }
}

/** What a round lists although it had been closed as fixed. */
export function listedAgain(entry: RoundEntry, round: RoundState): NoProgress['again'] {
  const again: NoProgress['again'] = [];
  for (const run of round.listings) {
    for (const finding of run.findings) {
      if (finding.again) again.push(againOf(entry, run, finding));
    }
  }
  return again;
}

function againOf(
  entry: RoundEntry,
  { lane }: RunState,
  { id, text }: FindingState,
): NoProgress['again'][number] {
  return { round: Number(entry.number), step: lane.step, label: lane.label, id, text };
}

/** How many of the closed ones say each thing. */
function textsOf(group: FindingGroup): ReadonlyMap<string, number> {
  if (group.texts !== null) return group.texts;
  const texts = new Map<string, number>();
  for (const { finding } of group.listings.slice(0, group.closed)) {
    const text = reworded(finding.text);
    texts.set(text, (texts.get(text) ?? 0) + 1);
  }
  group.texts = texts;
  return texts;
}

/** Whether a finished run says what stands: not one that was skipped, nor one that broke before it could list anything. */
function judged(event: StepFinished): boolean {
  if (event.status === 'skipped') return false;
  return !(event.status === 'failed' && event.error !== undefined && event.findings.length === 0);
}
