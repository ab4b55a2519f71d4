import type { Whole } from '../eventDefinitions.ts';
import type { OpenFinding } from '../loopSnapshot.ts';

const FEW_LABELS = 16;

/** The findings that stand for a step and label: those of its last judging run that are not closed. */
export interface CurrentFindings {
  /** The number of its round. */
  readonly round: Whole;
  /** Of the run: the number of its first line, and of the line that ended it. */
  readonly seq: number;
  readonly endSeq: number;
  /** As the run lists them; null: closed. */
  readonly findings: (OpenFinding | null)[];
  /** How many are not closed. */
  open: number;
}

/** By finding id the numbers of the rounds that listed it, lowest first; one alone stands without a list, for most are. */
class Listed {
  readonly byId = new Map<string, Whole | Whole[]>();

  add(id: string, round: Whole): void {
    const known = this.byId.get(id);
    if (known === undefined) {
      this.byId.set(id, round);
    } else if (Array.isArray(known)) {
      insert(known, round);
    } else if (known !== round) {
      this.byId.set(id, known < round ? [known, round] : [round, known]);
    }
  }

  /** The highest number up to `number` of a round that listed the finding. */
  last(id: string, number: Whole): Whole | null {
    const known = this.byId.get(id);
    if (known === undefined) return null;
    if (!Array.isArray(known)) return known <= number ? known : null;
    return known[placeAbove(known, number) - 1] ?? null;
  }
}

/** One step and label: what its runs have in common over all rounds. */
export class Lane {
  readonly step: string;
  readonly label: string;
  /** Its place in `Lanes.all`. */
  readonly id: number;
  current: CurrentFindings | null = null;
  readonly listed = new Listed();
  readonly #labels: Labels;

  constructor(labels: Labels, step: string, label: string, id: number) {
    this.#labels = labels;
    this.step = step;
    this.label = label;
    this.id = id;
  }

  listedIn(id: string, round: Whole): void {
    this.listed.add(id, round);
    this.#labels.listed?.add(id, round);
  }
}

/** The labels of one step. */
class Labels {
  readonly lanes = new Map<string, Lane>();
  /** What all of them list: kept only once it is asked for and they are many. */
  listed: Listed | null = null;

  last(id: string, number: Whole): Whole | null {
    if (this.lanes.size > FEW_LABELS) return this.#all().last(id, number);
    let last: Whole | null = null;
    for (const lane of this.lanes.values()) {
      const found = lane.listed.last(id, number);
      if (found !== null && (last === null || found > last)) last = found;
    }
    return last;
  }

  #all(): Listed {
    if (this.listed !== null) return this.listed;
    const all = new Listed();
    for (const lane of this.lanes.values()) {
      for (const [id, known] of lane.listed.byId) {
        for (const round of Array.isArray(known) ? known : [known]) all.add(id, round);
      }
    }
    this.listed = all;
    return all;
  }
}

function insert(rounds: Whole[], round: Whole): void {
  const place = placeAbove(rounds, round);
  if (rounds[place - 1] === round) return;
  if (place === rounds.length) rounds.push(round);
  else rounds.splice(place, 0, round);
}

/** How many are at most this number. The newest is asked for most, so the end is looked at first. */
function placeAbove(rounds: readonly Whole[], number: Whole): number {
  let low = 0;
  let high = rounds.length;
  const last = rounds[high - 1];
  if (last !== undefined && last <= number) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const round = rounds[middle];
    if (round !== undefined && round <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Steps by name, each with its labels. */
export class Lanes {
  readonly all: Lane[] = [];
  readonly #steps = new Map<string, Labels>();
  #last: Lane | null = null;

  get(step: string, label: string): Lane {
    const last = this.#last;
    if (last !== null && last.step === step && last.label === label) return last;
    let labels = this.#steps.get(step);
    if (labels === undefined) {
      labels = new Labels();
      this.#steps.set(step, labels);
    }
    let lane = labels.lanes.get(label);
    if (lane === undefined) {
      lane = new Lane(labels, step, label, this.all.length);
      this.all.push(lane);
      labels.lanes.set(label, lane);
    }
    this.#last = lane;
    return lane;
  }

  /** The highest number up to `number` of a round in which the step listed the finding; under any label where it is ''. */
  lastListing(step: string, label: string, id: string, number: Whole): Whole | null {
    const labels = this.#steps.get(step);
    if (labels === undefined) return null;
    if (label === '') return labels.last(id, number);
    return labels.lanes.get(label)?.listed.last(id, number) ?? null;
  }
}
