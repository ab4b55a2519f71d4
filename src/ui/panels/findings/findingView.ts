/** Which findings a filter leaves, in which order and groups. Works in slices of a few milliseconds. */
import { memoize } from '../../../protocol/lib/memo.ts';
import type { Pace } from '../../../protocol/lib/pace.ts';
import type { IndexedLoop, Listing } from './findingListing.ts';
import type { Filter } from './findingsMessages.ts';

type Slices = Pick<Pace, 'due' | 'pause'>;

/** What the person said of a finding, as far as filters and groups ask. */
export type MineKind = 'none' | 'draft' | 'sent';

export interface ViewInput {
  filter: Filter;
  loops: readonly IndexedLoop[];
  listings: readonly Listing[];
  mine: (listing: Listing) => MineKind;
}

export interface FindingGroup {
  /** By what it is grouped: the key of a loop, a step, a word. */
  key: string;
  from: number;
  count: number;
}

export interface FindingView {
  order: readonly Listing[];
  groups: readonly FindingGroup[];
  states: Record<Filter['state'], number>;
  material: number;
  loopCount: number;
  /** By step how many are open, of the loops that are shown. */
  steps: ReadonlyMap<string, number>;
}

/** More groups than these are one. */
const MOST_GROUPS = 200;
const RUN = 1024;
const STEP = 256;

export async function makeView(input: ViewInput, pace: Slices): Promise<FindingView> {
  const { filter, listings, mine } = input;
  const words = wordsOf(filter.text);
  const states = { open: 0, closed: 0, superseded: 0, all: 0 };
  const steps = new Map<string, number>();
  const loops = new Set<IndexedLoop>();
  const left: Listing[] = [];
  let material = 0;
  for (let at = 0; at < listings.length; at += 1) {
    if (at % STEP === 0 && pace.due()) await pace.pause();
    const listing = listings[at];
    if (listing === undefined) continue;
    const { finding, loop } = listing;
    if (filter.loop !== '' && loop.handle !== filter.loop) continue;
    const open = finding.state === 'open' ? 1 : 0;
    steps.set(finding.step, (steps.get(finding.step) ?? 0) + open);
    if (filter.step !== '' && finding.step !== filter.step) continue;
    if (filter.severity !== 'all' && finding.severity !== filter.severity) continue;
    if (filter.mine !== 'all' && mine(listing) !== filter.mine) continue;
    if (words.length > 0 && !holds(listing, words)) continue;
    states.all += 1;
    states[finding.state] += 1;
    if (filter.state !== 'all' && finding.state !== filter.state) continue;
    if (finding.severity === 'material') material += 1;
    loops.add(loop);
    left.push(listing);
  }
  const groupOf = grouping(input);
  const order = await sorted(left, comparing(filter, groupOf), pace);
  return { order, groups: groupsOf(order, groupOf), states, material, loopCount: loops.size, steps };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

const searched = memoize(({ finding, loop }: Listing) => {
  const { step, label, id, text } = finding;
  return `${step}/${id} ${label} ${text} ${loop.loop.id}`.toLowerCase();
});

/** All the words, in any order, in name, text or loop. */
function holds(listing: Listing, words: readonly string[]): boolean {
  const text = searched(listing);
  return words.every((word) => text.includes(word));
}

type Grouping = ((listing: Listing) => { key: string; rank: number }) | null;

const SEVERITY_RANK = { material: 0, minor: 1 };
const STATE_RANK = { open: 0, closed: 1, superseded: 2 };
const MINE_RANK = { none: 0, draft: 1, sent: 2 };

function grouping({ filter, listings, mine }: ViewInput): Grouping {
  switch (filter.group) {
    case 'none':
      return null;
    case 'loop':
      return ({ loop }) => ({ key: loop.handle, rank: loop.order });
    case 'severity':
      return ({ finding }) => ({ key: finding.severity, rank: SEVERITY_RANK[finding.severity] });
    case 'state':
      return ({ finding }) => ({ key: finding.state, rank: STATE_RANK[finding.state] });
    case 'mine':
      return (listing) => {
        const kind = mine(listing);
        return { key: kind, rank: MINE_RANK[kind] };
      };
    case 'step': {
      const names = [...new Set(listings.map(({ finding }) => finding.step))].sort();
      const ranks = new Map(names.map((name, rank) => [name, rank]));
      return ({ finding }) => ({ key: finding.step, rank: ranks.get(finding.step) ?? 0 });
    }
  }
}

function comparing({ sort }: Filter, groupOf: Grouping): (a: Listing, b: Listing) => number {
  const newest = (a: Listing, b: Listing): number =>
    b.at - a.at || a.loop.order - b.loop.order || b.round - a.round || a.index - b.index;
  const within: Record<Filter['sort'], (a: Listing, b: Listing) => number> = {
    newest,
    oldest: (a, b) => a.at - b.at || a.loop.order - b.loop.order || a.round - b.round || a.index - b.index,
    severity: (a, b) => SEVERITY_RANK[a.finding.severity] - SEVERITY_RANK[b.finding.severity] || newest(a, b),
    name: (a, b) => byText(a.finding.step, b.finding.step) || byId(a, b) || newest(a, b),
  };
  const compare = within[sort];
  if (groupOf === null) return compare;
  return (a, b) => groupOf(a).rank - groupOf(b).rank || compare(a, b);
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** 2 before 10. */
function byId({ finding: a }: Listing, { finding: b }: Listing): number {
  const [one, other] = [Number(a.id), Number(b.id)];
  return Number.isNaN(one) || Number.isNaN(other) ? byText(a.id, b.id) : one - other;
}

/** Runs are sorted each in one go, then merged with pauses. */
async function sorted(
  listings: readonly Listing[],
  compare: (a: Listing, b: Listing) => number,
  pace: Slices,
): Promise<Listing[]> {
  let runs: Listing[][] = [];
  for (let from = 0; from < listings.length; from += RUN) {
    if (pace.due()) await pace.pause();
    runs.push(listings.slice(from, from + RUN).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Listing[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, pace));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(
  one: readonly Listing[],
  other: readonly Listing[],
  compare: (a: Listing, b: Listing) => number,
  pace: Slices,
): Promise<Listing[]> {
  const merged: Listing[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    if (merged.length % STEP === 0 && pace.due()) await pace.pause();
    const a = one[left];
    const b = other[right];
    if (a !== undefined && (b === undefined || compare(a, b) <= 0)) {
      merged.push(a);
      left += 1;
    } else if (b !== undefined) {
      merged.push(b);
      right += 1;
    }
  }
  return merged;
}

function groupsOf(order: readonly Listing[], groupOf: Grouping): FindingGroup[] {
  if (groupOf === null) return [];
  const groups: { key: string; from: number; count: number }[] = [];
  for (const [at, listing] of order.entries()) {
    const { key } = groupOf(listing);
    const last = groups.at(-1);
    if (last !== undefined && (last.key === key || groups.length === MOST_GROUPS)) last.count += 1;
    else groups.push({ key, from: at, count: 1 });
  }
  return groups;
}
