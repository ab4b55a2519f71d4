/**
 * When two listings are of one finding: the one place that says so, for everything that tells "new", "stays", "back
 * again" or what became of a decision.
 *
 * A finding belongs to its step: findings of two steps are never the same, whatever their ids. Within a step the runs
 * with one label are compared first. Of two lists, one earlier and one later, each finding continues at most one, and the
 * first of these that fits says which:
 *
 * 1. The same id with the same text.
 * 2. The same text, whatever its id: many loops number their findings anew each round.
 * 3. The same id with the same wording (`reworded`): a reviewer counts other lines when it says the same again.
 * 4. The same wording.
 * 5. The same id, in whatever words, unless the two lists show by themselves that ids are numbered anew: more texts stand
 *    under another id than under their own. Loops that name findings by slugs may word them as they like.
 * 6. What is left over, by its wording under another label of the step: another reviewer has found the same.
 *
 * What a finding continues is looked for in the run before (a step may run several times in a round), then in the rounds
 * before, newest first; one that is found by its id alone gives way to the same wording under another id in an older round. Rule 10 of the fold (closed as fixed and listed again) knows wordings only: it is told of no list
 * before.
 */
import { memoize } from '../lib/memo.ts';
import type { Round, RoundFinding, Run } from './loopSnapshot.ts';

/** What a listing says, as far as it tells one finding from another. */
export interface NamedFinding {
  step: string;
  label: string;
  id: string;
  text: string;
}

/** A listing by the place of its round among the rounds, and its own among the round's findings. */
export interface ListingPlace {
  at: number;
  index: number;
}

/** As far as a finding's past is told from a round. */
type Listings = Pick<Round, 'round' | 'findings' | 'runs'>;

/** What earlier rounds tell of a finding. */
export interface Past {
  /** Newest first: the rounds that list it, or in which its step judged without listing it. */
  rounds: PastRound[];
  /** There are earlier rounds, which were not looked at. */
  isCut: boolean;
}

/** A round before a finding's own: its listing there, newest of several; null: its step judged and did not list it. */
export interface PastRound {
  round: number;
  finding: RoundFinding | null;
}

/** How a finding came to stand in its round. */
export interface Became {
  /** `stays` since an earlier round, `back` after it was closed or not listed, else `new`. */
  kind: 'new' | 'stays' | 'back';
  /** The first of the rounds in a row that list it; of one that is back the last before it was gone. */
  since: number;
  /** It stays since then or longer: no rounds before were looked at. */
  orBefore: boolean;
}

/** So many rounds before its own a finding is looked for. */
export const ROUNDS_LOOKED_AT = 12;

/** A finding's text without digits, quotes, case and space: what a reviewer changes when it says the same again. */
export function reworded(text: string): string {
  // Most texts are plain, and for these a plain pattern is several times as fast.
  const varying = NOT_ASCII.test(text) ? VARYING : VARYING_ASCII;
  return text.replace(varying, '').toLowerCase();
}

const NOT_ASCII = /[^\x00-\x7f]/;
const VARYING_ASCII = /[\d\s"'`]+/g;
const VARYING = /[\p{Nd}\p{Pi}\p{Pf}\s"'`\u00b4\u201a\u201e]+/gu;

const wordingOf = memoize((finding: NamedFinding) => reworded(finding.text));

function laneOf({ step, label }: NamedFinding): string {
  return `${step}\n${label}\n`;
}

/** One finding of a list, which may list it more than once. */
interface Entry {
  finding: NamedFinding;
  /** Where the list has it, in order. */
  places: number[];
  /** What it continues, or is continued by. */
  other: Entry | null;
}

/** For each of `later` the place in `earlier` of what it continues, the last of several; -1: it is there for the first time. */
export function sameFindings(
  earlier: readonly NamedFinding[],
  later: readonly NamedFinding[],
): readonly number[] {
  const before = entriesOf(earlier);
  const after = entriesOf(later);
  /** By lane, how many texts more stand under another id than under their own. */
  const moved = new Map<string, number>();
  const pair = (keyOf: (finding: NamedFinding) => string | null, keepsId?: boolean): void => {
    const free = new Map<string, Entry[]>();
    // Backwards, so that the first of several is taken first.
    for (const entry of before.toReversed()) {
      const key = entry.other === null ? keyOf(entry.finding) : null;
      if (key === null) continue;
      const known = free.get(key);
      if (known === undefined) free.set(key, [entry]);
      else known.push(entry);
    }
    if (free.size === 0) return;
    for (const entry of after) {
      const key = entry.other === null ? keyOf(entry.finding) : null;
      const other = key === null ? undefined : free.get(key)?.pop();
      if (other === undefined) continue;
      entry.other = other;
      other.other = entry;
      if (keepsId === undefined) continue;
      const lane = laneOf(entry.finding);
      moved.set(lane, (moved.get(lane) ?? 0) + (keepsId ? -1 : 1));
    }
  };
  pair((finding) => `${laneOf(finding)}${finding.id}\n${finding.text}`, true);
  pair((finding) => `${laneOf(finding)}${finding.text}`, false);
  pair((finding) => `${laneOf(finding)}${finding.id}\n${wordingOf(finding)}`, true);
  pair((finding) => `${laneOf(finding)}${wordingOf(finding)}`, false);
  pair((finding) => {
    const lane = laneOf(finding);
    return (moved.get(lane) ?? 0) > 0 ? null : `${lane}${finding.id}`;
  });
  pair((finding) => `${finding.step}\n${wordingOf(finding)}`);
  const places = new Array<number>(later.length).fill(-1);
  for (const { places: own, other } of after)
    for (const place of own) places[place] = other?.places.at(-1) ?? -1;
  return places;
}

function entriesOf(list: readonly NamedFinding[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const [place, finding] of list.entries()) {
    const key = `${laneOf(finding)}${finding.id}\n${finding.text}`;
    const known = entries.get(key);
    if (known === undefined) entries.set(key, { finding, places: [place], other: null });
    else known.places.push(place);
  }
  return [...entries.values()];
}

const sameAs = memoize((later: readonly NamedFinding[]) =>
  memoize((earlier: readonly NamedFinding[]) => sameFindings(earlier, later)),
);

/** Ids and wordings of a list by their steps: where neither is there, nothing needs to be compared. */
const namedIn = memoize((findings: readonly NamedFinding[]): ReadonlySet<string> => {
  const named = new Set<string>();
  for (const finding of findings) named.add(idKey(finding)).add(wordingKey(finding));
  return named;
});

function idKey({ step, id }: NamedFinding): string {
  return `i${step}\n${id}`;
}

function wordingKey(finding: NamedFinding): string {
  return `w${finding.step}\n${wordingOf(finding)}`;
}

/**
 * The runs of a round that list findings, each by the places of its findings, where a step ran more than once. A round
 * does not say which run lists what, but a run lists no id twice: an id that comes again begins the next one.
 */
const runsIn = memoize((findings: readonly NamedFinding[]): ReadonlyMap<number, ListingRun> => {
  const current = new Map<string, { ids: Set<string>; run: ListingRun }>();
  const runs = new Map<number, ListingRun>();
  let several = false;
  for (const [place, finding] of findings.entries()) {
    const lane = laneOf(finding);
    let open = current.get(lane);
    if (open === undefined || open.ids.has(finding.id)) {
      several ||= open !== undefined;
      open = { ids: new Set(), run: { places: [], listed: [], before: open?.run ?? null } };
      current.set(lane, open);
    }
    open.ids.add(finding.id);
    open.run.places.push(place);
    open.run.listed.push(finding);
    runs.set(place, open.run);
  }
  return several ? runs : new Map();
});

/** A run as the findings that it lists. */
interface ListingRun {
  places: number[];
  listed: NamedFinding[];
  /** The run of the same step and label before it in the round. */
  before: ListingRun | null;
}

/**
 * By the place of a round's listing the one that it continues, as far as that was asked for: kept for as long as the
 * rounds before list the same. Nothing here holds a round that is held nowhere else.
 */
const linksOf = memoize((findings: readonly NamedFinding[]) => {
  let told: WeakRef<readonly Listings[]> | undefined;
  let toldAt = -1;
  let earlier: WeakRef<readonly NamedFinding[]>[] = [];
  let links: (ListingPlace | null)[] = [];
  return (rounds: readonly Listings[], at: number): ((index: number) => ListingPlace | null) => {
    if (told?.deref() !== rounds || toldAt !== at) {
      const now = listsBefore(rounds, at);
      if (now.length !== earlier.length || now.some((list, back) => list !== earlier[back]?.deref()))
        links = [];
      told = new WeakRef(rounds);
      toldAt = at;
      earlier = now.map((list) => new WeakRef(list));
    }
    return (index) => {
      const known = links[index];
      // Kept as so many rounds back: a round may come to stand elsewhere.
      const link = known === undefined ? linkOf(findings, index, listsBefore(rounds, at)) : known;
      links[index] = link;
      return link === null ? null : { at: at - link.at, index: link.index };
    };
  };
});

/** What the rounds before list, newest first. */
function listsBefore(rounds: readonly Listings[], at: number): (readonly NamedFinding[])[] {
  const lists: (readonly NamedFinding[])[] = [];
  for (let place = at - 1; place >= Math.max(0, at - ROUNDS_LOOKED_AT); place -= 1)
    lists.push(rounds[place]?.findings ?? []);
  return lists;
}

/** What a listing continues; `at` says how many rounds before its own. `earlier`: the rounds before, newest first. */
function linkOf(
  findings: readonly NamedFinding[],
  index: number,
  earlier: readonly (readonly NamedFinding[])[],
): ListingPlace | null {
  const finding = findings[index];
  if (finding === undefined) return null;
  const own = runsIn(findings).get(index);
  for (let run = own?.before ?? null; own !== undefined && run !== null; run = run.before) {
    const place = sameAs(own.listed)(run.listed)[own.places.indexOf(index)] ?? -1;
    const found = run.places[place];
    if (found !== undefined) return { at: 0, index: found };
  }
  const [id, wording] = [idKey(finding), wordingKey(finding)];
  let byId: ListingPlace | null = null;
  for (const [back, listed] of earlier.entries()) {
    const named = namedIn(listed);
    if (!named.has(byId === null ? id : wording) && !named.has(wording)) continue;
    const found = sameAs(findings)(listed)[index] ?? -1;
    const other = listed[found];
    if (other === undefined) continue;
    const place = { at: back + 1, index: found };
    if (wordingOf(other) !== wordingOf(finding)) byId ??= place;
    // Words that stood under another id earlier tell more than an id that had other words since.
    else return byId === null || other.id !== finding.id ? place : byId;
  }
  return byId;
}

/**
 * The listing that this one continues, the newest of several; null where it is the first, or the one before stands more
 * than `ROUNDS_LOOKED_AT` rounds earlier.
 */
export function listedBefore(rounds: readonly Listings[], { at, index }: ListingPlace): ListingPlace | null {
  const findings = rounds[at]?.findings;
  return findings === undefined ? null : linksOf(findings)(rounds, at)(index);
}

/**
 * For each of these listings the one that says how its finding stands: the newest of the same finding that is open, for a
 * run that judges nothing may list it later, else the newest of all; itself where it was not listed again.
 */
export function standingListings(
  rounds: readonly Listings[],
  listings: readonly ListingPlace[],
): ListingPlace[] {
  const standing = [...listings];
  const isOpen = (place: ListingPlace | undefined): boolean =>
    place !== undefined && rounds[place.at]?.findings[place.index]?.state === 'open';
  /** Which of them a listing continues. */
  const followed = new Map(listings.map((place, which): [string, number[]] => [keyOf(place), [which]]));
  const steps = new Set(listings.map(({ at, index }) => rounds[at]?.findings[index]?.step));
  for (let at = Math.min(...listings.map((place) => place.at)); at < rounds.length; at += 1) {
    const findings = rounds[at]?.findings ?? [];
    const before = linksOf(findings)(rounds, at);
    for (const [index, { step }] of findings.entries()) {
      const link = steps.has(step) ? before(index) : null;
      const which = link === null ? undefined : followed.get(keyOf(link));
      if (which === undefined) continue;
      const place = { at, index };
      followed.set(keyOf(place), [...which, ...(followed.get(keyOf(place)) ?? [])]);
      for (const each of which) if (isOpen(place) || !isOpen(standing[each])) standing[each] = place;
    }
  }
  return standing;
}

function keyOf({ at, index }: ListingPlace): string {
  return `${at}:${index}`;
}

export function pastOf(rounds: readonly Listings[], own: ListingPlace): Past {
  const past: PastRound[] = [];
  const oldest = Math.max(0, own.at - ROUNDS_LOOKED_AT);
  let current = own;
  let before = listedBefore(rounds, current);
  for (let at = own.at; at >= oldest; at -= 1) {
    const round = rounds[at];
    let finding: RoundFinding | null = null;
    while (before?.at === at) {
      finding ??= round?.findings[before.index] ?? null;
      current = before;
      before = listedBefore(rounds, current);
    }
    const listing = rounds[current.at]?.findings[current.index];
    if (round === undefined || listing === undefined || at === own.at) continue;
    if (finding !== null || judged(round, listing)) past.push({ round: round.round, finding });
  }
  return { rounds: past, isCut: oldest > 0 };
}

/** How a listing that is not closed came to stand there. */
export function becameOf(rounds: readonly Listings[], own: ListingPlace): Became {
  const round = rounds[own.at]?.round ?? 0;
  const before = listedBefore(rounds, own);
  const last = before === null ? undefined : rounds[before.at]?.findings[before.index];
  if (before?.at === own.at && last?.state === 'closed')
    return { kind: 'back', since: round, orBefore: false };
  const past = pastOf(rounds, own);
  const broken = past.rounds.findIndex(({ finding }) => finding === null || finding.state === 'closed');
  const since = (broken < 0 ? past.rounds.at(-1) : past.rounds[broken - 1])?.round;
  if (since !== undefined) return { kind: 'stays', since, orBefore: broken < 0 && past.isCut };
  const earlier = past.rounds.find(({ finding }) => finding !== null);
  return earlier === undefined
    ? { kind: 'new', since: round, orBefore: false }
    : { kind: 'back', since: earlier.round, orBefore: false };
}

/** A run of the finding's step and label said what stands: not one that was skipped, or broke before it could list anything. */
function judged(round: Listings, { step, label }: NamedFinding): boolean {
  const said = (run: Run): boolean => {
    if (run.status === 'running' || run.status === 'skipped') return false;
    return !(run.status === 'failed' && run.error !== null && !listsAny(round, run));
  };
  return round.runs.some((run) => run.step === step && run.label === label && said(run));
}

function listsAny({ findings }: Listings, { step, label }: Run): boolean {
  return findings.some((each) => each.step === step && each.label === label);
}
