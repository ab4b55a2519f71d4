import type { Resolution } from '../eventDefinitions.ts';
import type { Lane } from './lane.ts';
import type { Closing, FindingState, RunState } from './runState.ts';

/** One listing of a finding: its run, and its place in the run's list. */
export interface Listing {
  readonly run: RunState;
  readonly finding: FindingState;
  readonly place: number;
}

/** Every listing of one id by one step and label in a round. A closing takes all of them, so the closed ones come first. */
export class FindingGroup {
  readonly lane: Lane;
  readonly listings: Listing[] = [];
  /** How many are closed. */
  closed = 0;
  readonly closing: Closing = { resolution: null };
  /** The closed ones' texts as they are compared, and how many say so; null: not asked for yet. */
  texts: Map<string, number> | null = null;

  constructor(lane: Lane) {
    this.lane = lane;
  }
}

/** The listings of one id by one step in a round, under whatever labels. */
class StepGroups {
  readonly byLabel = new Map<string, FindingGroup>();
  /** Those with listings that are not closed. */
  readonly open = new Set<FindingGroup>();
  /** What all of the closed ones were closed as; undefined: they differ, or none is. */
  alike: Resolution | null | undefined;
}

/** Finds what a closing closes in a round, without a look at whatever else it lists. Follows from the round's listings. */
export class FindingIndex {
  readonly #steps = new Map<string, Map<string, StepGroups>>();

  constructor(runs: readonly RunState[]) {
    for (const run of runs) this.add(run);
  }

  /** A run that lists findings; the runs come in the order in which they finished. */
  add(run: RunState): void {
    let place = 0;
    for (const finding of run.findings) {
      const groups = this.#groups(run.lane.step, finding.id);
      let group = groups.byLabel.get(run.lane.label);
      if (group === undefined) {
        group = new FindingGroup(run.lane);
        groups.byLabel.set(run.lane.label, group);
      }
      group.listings.push({ run, finding, place });
      place += 1;
      if (finding.closing === null) {
        groups.open.add(group);
        continue;
      }
      // The round comes out of its packing: what one line closed is closed as one again.
      group.closing.resolution = finding.closing.resolution;
      finding.closing = group.closing;
      group.closed = group.listings.length;
    }
  }

  /** The groups of which anything changes when the finding is closed so; '' is every label. */
  closedBy(step: string, label: string, id: string, resolution: Resolution | null): FindingGroup[] {
    const groups = this.#steps.get(step)?.get(id);
    if (groups === undefined) return [];
    if (label === '') {
      const found = groups.alike === resolution ? groups.open : groups.byLabel.values();
      const changing = [...found];
      groups.open.clear();
      groups.alike = resolution;
      return changing;
    }
    const group = groups.byLabel.get(label);
    if (group === undefined) return [];
    groups.open.delete(group);
    if (groups.alike !== resolution) groups.alike = undefined;
    return [group];
  }

  #groups(step: string, id: string): StepGroups {
    let ids = this.#steps.get(step);
    if (ids === undefined) {
      ids = new Map();
      this.#steps.set(step, ids);
    }
    let groups = ids.get(id);
    if (groups === undefined) {
      groups = new StepGroups();
      ids.set(id, groups);
    }
    return groups;
  }
}
