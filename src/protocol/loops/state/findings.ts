import type { FindingSeverity, FoldEvent, OpenFinding, Resolution } from '../model.ts';
import type { CurrentFindings, Lane, Lanes } from './lane.ts';
import type { RoundEntry } from './roundEntry.ts';
import type { RoundState, RunState, StepFinished } from './roundState.ts';

type FindingClosed = Extract<FoldEvent, { event: 'finding_closed' }>;

/** What findings need of the rounds: the state to change, which may have been packed away. */
export interface RoundAccess {
  change(entry: RoundEntry): RoundState;
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
      run.lane.listedIn(finding.id, entry);
      finding.again = fixed !== undefined && (fixed.get(reworded(finding.text)) ?? 0) > 0;
    }
    if (judged(event)) this.#judge(entry, run);
  }

  close(entry: RoundEntry, event: FindingClosed): void {
    const lanes = this.#lanes.matching(event.step, event.label);
    let target: RoundEntry | null = null;
    for (const lane of lanes) {
      const found = lane.lastListing(event.id, entry.number);
      if (found !== null && (target === null || found.number > target.number)) target = found;
    }
    if (target === null) return;
    const state = this.#rounds.change(target);
    for (const run of state.listings) {
      if (run.lane.step !== event.step || (event.label !== '' && run.lane.label !== event.label)) continue;
      this.#closeIn(run, event.id, event.resolution ?? null);
    }
  }

  /** By their run's first line, then as listed. */
  open(): OpenFinding[] {
    const current: CurrentFindings[] = [];
    for (const lane of this.#openLanes) {
      if (lane.current !== null) current.push(lane.current);
    }
    return current
      .sort((a, b) => a.seq - b.seq)
      .flatMap((findings) => findings.open.map((item) => item.finding));
  }

  #judge(entry: RoundEntry, run: RunState): void {
    const lane = run.lane;
    const before = lane.current;
    if (before !== null && before.open.length > 0) {
      // Its round shows them as superseded from now on; where all are closed nothing is seen of the change.
      const listing = this.#rounds.change(before.entry).listings.find((one) => one.endSeq === before.endSeq);
      if (listing !== undefined) listing.current = false;
      for (const item of before.open) this.#count(item.finding.severity, -1);
      this.version += 1;
    }
    run.current = true;
    if (run.findings.length === 0) {
      lane.current = null;
      this.#openLanes.delete(lane);
      return;
    }
    lane.current = {
      entry,
      seq: run.seq,
      endSeq: run.endSeq,
      open: run.findings.map((finding, index) => ({
        index,
        finding: {
          round: Number(entry.number),
          step: lane.step,
          label: lane.label,
          id: finding.id,
          text: finding.text,
          severity: finding.severity,
        },
      })),
    };
    this.#openLanes.add(lane);
    for (const finding of run.findings) this.#count(finding.severity, 1);
    this.version += 1;
  }

  #closeIn(run: RunState, id: string, resolution: Resolution | null): void {
    const current = run.current ? run.lane.current : null;
    // By hand: in a loop that never ends its round, this runs for each closing over all that was ever listed.
    for (let index = 0; index < run.findings.length; index += 1) {
      const finding = run.findings[index];
      if (finding === undefined || finding.id !== id) continue;
      if (!finding.closed && current !== null) {
        current.open = current.open.filter((item) => item.index !== index);
        this.#count(finding.severity, -1);
        this.version += 1;
        if (current.open.length === 0) this.#openLanes.delete(run.lane);
      }
      if (finding.resolution !== resolution) {
        this.#countFixed(run.lane.step, finding.text, finding.resolution, resolution);
      }
      finding.closed = true;
      finding.resolution = resolution;
    }
  }

  #countFixed(step: string, text: string, before: Resolution | null, after: Resolution | null): void {
    const change = Number(after === 'fixed') - Number(before === 'fixed');
    if (change === 0) return;
    let texts = this.#fixed.get(step);
    if (texts === undefined) {
      texts = new Map();
      this.#fixed.set(step, texts);
    }
    const key = reworded(text);
    texts.set(key, (texts.get(key) ?? 0) + change);
  }

  #count(severity: FindingSeverity, change: number): void {
    if (severity === 'material') this.openMaterial += change;
    else this.openMinor += change;
  }
}

/** Whether a finished run says what stands: not one that was skipped, nor one that broke before it could list anything. */
function judged(event: StepFinished): boolean {
  if (event.status === 'skipped') return false;
  return !(event.status === 'failed' && event.error !== undefined && event.findings.length === 0);
}

/** A finding's text without digits, quotes, case and space: what a reviewer changes when it says the same again. */
export function reworded(text: string): string {
  // Most texts are plain, and for these a plain pattern is several times as fast.
  const varying = NOT_ASCII.test(text) ? VARYING : VARYING_ASCII;
  return text.replace(varying, '').toLowerCase();
}

const NOT_ASCII = /[^\x00-\x7f]/;
const VARYING_ASCII = /[\d\s"'`]+/g;
const VARYING = /[\p{Nd}\p{Pi}\p{Pf}\s"'`\u00b4\u201a\u201e]+/gu;
