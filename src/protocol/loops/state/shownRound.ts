import { isoMillis } from '../../lib/time.ts';
import type { RoundFinding, Run } from '../loopSnapshot.ts';
import type { FindingGroup } from './findingIndex.ts';
import type { Lane } from './lane.ts';
import type { FindingState, RunState } from './runState.ts';

/** What is shown of a round's state. */
export interface RunsOfRound {
  /** By their first line. */
  readonly runs: RunState[];
  /** The runs that listed findings, in the order in which they finished. */
  readonly listings: RunState[];
  /** By step and label the newest open one. */
  readonly open: Map<Lane, RunState>;
}

/** What a round gives out of its runs and findings, kept from one time to the next: only what changed is made anew. */
export class ShownRound {
  readonly #round: RunsOfRound;
  #runs: Run[] = [];
  #findings: RoundFinding[] = [];
  /** How many of the round's listings are in. */
  #listings = 0;
  /** By step and label the run that counts: an open one runs, whatever finished before; else the last that finished. */
  readonly #counting = new Map<Lane, RunState>();
  readonly #staleRuns = new Set<RunState>();
  readonly #staleListings = new Set<RunState>();
  readonly #staleGroups = new Set<FindingGroup>();

  constructor(round: RunsOfRound) {
    this.#round = round;
    for (const run of round.runs) {
      const best = this.#counting.get(run.lane);
      if (run.end !== null && (best === undefined || run.endSeq > best.endSeq))
        this.#counting.set(run.lane, run);
    }
    for (const [lane, run] of round.open) this.#counting.set(lane, run);
  }

  /** A run was opened or ended. */
  ran(run: RunState): void {
    const before = this.#counting.get(run.lane);
    if (before !== undefined) this.#staleRuns.add(before);
    this.#staleRuns.add(run);
    const now = this.#round.open.get(run.lane) ?? run;
    this.#staleRuns.add(now);
    this.#counting.set(run.lane, now);
  }

  /** Another run took over from this one. */
  superseded(run: RunState): void {
    this.#staleListings.add(run);
  }

  closed(group: FindingGroup): void {
    this.#staleGroups.add(group);
  }

  /** By their first line. */
  runs(): Run[] {
    const { runs } = this.#round;
    if (this.#runs.length === runs.length && this.#staleRuns.size === 0) return this.#runs;
    const shown = [...this.#runs];
    for (let place = shown.length; place < runs.length; place += 1) {
      const run = runs[place];
      if (run !== undefined) shown.push(this.#giveRun(run));
    }
    for (const run of this.#staleRuns) shown[run.place] = this.#giveRun(run);
    this.#staleRuns.clear();
    this.#runs = shown;
    return shown;
  }

  /** By the end of the run that lists them, one for each listing. */
  findings(): RoundFinding[] {
    const { listings } = this.#round;
    const stale = this.#staleListings.size + this.#staleGroups.size > 0;
    if (this.#listings === listings.length && !stale) return this.#findings;
    const shown = [...this.#findings];
    for (; this.#listings < listings.length; this.#listings += 1) {
      const run = listings[this.#listings];
      if (run === undefined) break;
      run.shownAt = shown.length;
      for (const finding of run.findings) shown.push(giveFinding(run, finding));
    }
    for (const run of this.#staleListings) {
      let place = run.shownAt;
      for (const finding of run.findings) shown[place++] = giveFinding(run, finding);
    }
    for (const { listings: changed } of this.#staleGroups) {
      for (const { run, finding, place } of changed) {
        const known = shown[run.shownAt + place];
        if (known?.state === stateOf(run, finding) && known.resolution === resolutionOf(finding)) continue;
        shown[run.shownAt + place] = giveFinding(run, finding);
      }
    }
    this.#staleListings.clear();
    this.#staleGroups.clear();
    this.#findings = shown;
    return shown;
  }

  #giveRun(run: RunState): Run {
    return giveRun(run, this.#counting.get(run.lane) === run);
  }
}

function giveRun(run: RunState, counts: boolean): Run {
  if (run.given !== null && run.given.counts === counts) return run.given;
  const end = run.end;
  run.given = {
    step: run.lane.step,
    label: run.lane.label,
    attempt: end?.attempt === undefined ? null : Number(end.attempt),
    status: end?.status ?? 'running',
    startedAt: run.startedAt === null ? null : isoMillis(run.startedAt),
    finishedAt: end === null ? null : isoMillis(end.at ?? end.ts),
    summary: end?.summary ?? '',
    artifact: end?.artifact ?? null,
    costUsd: end?.cost?.usd ?? null,
    error: end?.error ?? null,
    session: end?.session ?? null,
    model: end?.model ?? null,
    counts,
  };
  return run.given;
}

function giveFinding(run: RunState, finding: FindingState): RoundFinding {
  return {
    step: run.lane.step,
    label: run.lane.label,
    id: finding.id,
    text: finding.text,
    severity: finding.severity,
    state: stateOf(run, finding),
    resolution: resolutionOf(finding),
  };
}

function stateOf(run: RunState, finding: FindingState): RoundFinding['state'] {
  if (finding.closing !== null) return 'closed';
  return run.current ? 'open' : 'superseded';
}

function resolutionOf(finding: FindingState): RoundFinding['resolution'] {
  return finding.closing?.resolution ?? null;
}
