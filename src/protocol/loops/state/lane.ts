import type { OpenFinding, Whole } from '../model.ts';
import type { RoundEntry } from './roundEntry.ts';

/** The findings that stand for a step and label: those of its last judging run that are not closed. */
export interface CurrentFindings {
  readonly entry: RoundEntry;
  /** Of the run: the number of its first line, and of the line that ended it. */
  readonly seq: number;
  readonly endSeq: number;
  open: OpenItem[];
}

export interface OpenItem {
  /** Place in the run's list. */
  readonly index: number;
  readonly finding: OpenFinding;
}

/** One step and label: what its runs have in common over all rounds. */
export class Lane {
  readonly step: string;
  readonly label: string;
  /** Its place in `Lanes.all`. */
  readonly id: number;
  current: CurrentFindings | null = null;
  /** By finding id the rounds that listed it, lowest first; one alone stands without a list, for most are. */
  readonly #listed = new Map<string, RoundEntry | RoundEntry[]>();

  constructor(step: string, label: string, id: number) {
    this.step = step;
    this.label = label;
    this.id = id;
  }

  listedIn(id: string, entry: RoundEntry): void {
    const known = this.#listed.get(id);
    if (known === undefined) {
      this.#listed.set(id, entry);
    } else if (Array.isArray(known)) {
      insert(known, entry);
    } else if (known !== entry) {
      this.#listed.set(id, known.number < entry.number ? [known, entry] : [entry, known]);
    }
  }

  /** The round with the highest number up to `number` that listed the finding. */
  lastListing(id: string, number: Whole): RoundEntry | null {
    const known = this.#listed.get(id);
    if (known === undefined) return null;
    if (!Array.isArray(known)) return known.number <= number ? known : null;
    return known[placeAbove(known, number) - 1] ?? null;
  }
}

function insert(entries: RoundEntry[], entry: RoundEntry): void {
  const place = placeAbove(entries, entry.number);
  if (entries[place - 1] === entry) return;
  if (place === entries.length) entries.push(entry);
  else entries.splice(place, 0, entry);
}

/** How many entries have at most this number. The newest is asked for most, so the end is looked at first. */
function placeAbove(entries: readonly RoundEntry[], number: Whole): number {
  let low = 0;
  let high = entries.length;
  const last = entries[high - 1];
  if (last !== undefined && last.number <= number) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && entry.number <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Steps by name, each with its labels. */
export class Lanes {
  readonly all: Lane[] = [];
  readonly #steps = new Map<string, Map<string, Lane>>();
  #last: Lane | null = null;

  get(step: string, label: string): Lane {
    const last = this.#last;
    if (last !== null && last.step === step && last.label === label) return last;
    let labels = this.#steps.get(step);
    if (labels === undefined) {
      labels = new Map();
      this.#steps.set(step, labels);
    }
    let lane = labels.get(label);
    if (lane === undefined) {
      lane = new Lane(step, label, this.all.length);
      this.all.push(lane);
      labels.set(label, lane);
    }
    this.#last = lane;
    return lane;
  }

  /** All labels of a step where `label` is empty, else the one. */
  matching(step: string, label: string): Iterable<Lane> {
    const labels = this.#steps.get(step);
    if (labels === undefined) return [];
    if (label === '') return labels.values();
    const lane = labels.get(label);
    return lane === undefined ? [] : [lane];
  }
}
