/**
 * What became of the findings that the person decided about, told from the loop's own rounds. Pure. A note names a finding
 * as the loop listed it then; which of the later listings are of the same one says `findingIdentity.ts`.
 */

import { memoize } from '../../protocol/lib/memo.ts';
import { sameItems } from '../../protocol/lib/sameItems.ts';
import { millis } from '../../protocol/lib/time.ts';
import { type ListingPlace, sameFindings, standingListings } from '../../protocol/loops/findingIdentity.ts';
import type {
  LoopSnapshot,
  OpenFinding,
  Round,
  RoundFinding,
  SentEntry,
} from '../../protocol/loops/loopSnapshot.ts';
import { firstPlace, roundNumbered } from '../../protocol/loops/roundPlace.ts';
import { type Decided, decidedIn, type FindingName, nameKey } from './decisions.ts';

/**
 * How a finding stands now: closed with a resolution, `closed` without one, `open`, `gone` where its step judged again
 * and no longer lists it, `unknown` where the loop never listed it.
 */
export const FATES = [
  'fixed',
  'wontfix',
  'false_positive',
  'duplicate',
  'accepted',
  'closed',
  'gone',
  'open',
  'unknown',
] as const;

export type Fate = (typeof FATES)[number];

/** Where a finding is listed: the number of its round and its place in that round's findings. */
export interface Listed {
  round: number;
  index: number;
}

export interface DecidedOutcome {
  decided: Decided;
  fate: Fate;
  /** What the person had before them when they decided. */
  before: Listed | null;
  /** Its newest listing; the same as `before` where it was not listed again. */
  now: Listed | null;
}

export interface NoteOutcome {
  entry: SentEntry;
  /** Milliseconds since 1970. */
  sentAt: number | null;
  decided: readonly DecidedOutcome[];
}

/**
 * So many rounds before and after a note are looked at, and of the later ones what is open. A finding that comes and goes
 * again after that is told as it stood.
 */
const BEFORE = 30;
const AFTER = 60;
/** Of so many notes, the newest. */
const MOST_NOTES = 30;

/** What this is told from. */
export type Told = Pick<LoopSnapshot, 'rounds' | 'inbox' | 'openFindings'>;

const told = memoize((rounds: readonly Round[]) =>
  memoize((inbox: readonly SentEntry[]) =>
    memoize((openFindings: readonly OpenFinding[]): readonly NoteOutcome[] =>
      inbox
        .filter((entry) => decidedBy(entry).length > 0)
        .slice(-MOST_NOTES)
        .map((entry) => outcomeOf(rounds, openFindings, entry)),
    ),
  ),
);

/** For every note of decisions that the loop was sent, oldest first. Looked for once as long as nothing changes. */
export function decisionOutcomes({ rounds, inbox, openFindings }: Told): readonly NoteOutcome[] {
  return told(rounds)(inbox)(openFindings);
}

/** Of one thing that was sent; undefined where it is no note of decisions, or a very old one. */
export function outcomeOfNote(snapshot: Told, entry: SentEntry): NoteOutcome | undefined {
  if (decidedBy(entry).length === 0) return undefined;
  return decisionOutcomes(snapshot).find((each) => each.entry === entry);
}

const decidedBy = memoize((entry: SentEntry): readonly Decided[] =>
  entry.kind !== 'reply' || entry.copy || entry.trusted === false ? [] : decidedIn(entry.text),
);

/** How many of each, those that there are, in the order of `FATES`. */
export function countFates(outcomes: readonly { fate: Fate }[]): [Fate, number][] {
  return FATES.flatMap((fate): [Fate, number][] => {
    const count = outcomes.filter((each) => each.fate === fate).length;
    return count === 0 ? [] : [[fate, count]];
  });
}

function outcomeOf(
  rounds: readonly Round[],
  openFindings: readonly OpenFinding[],
  entry: SentEntry,
): NoteOutcome {
  const sentAt = millis(entry.ts);
  const at = sentAt === null ? rounds.length - 1 : lastStarted(rounds, sentAt);
  const from = Math.max(0, at - BEFORE);
  const to = Math.min(rounds.length, at + AFTER + 1);
  // Beyond 256 rounds they are no array: read by their places, each once.
  const near = Array.from({ length: to - from }, (_, place) => rounds[from + place]).filter(
    (round) => round !== undefined,
  );
  const decided = outcomesNear(entry)(near);
  if (to === rounds.length) return { entry, sentAt, decided };
  return { entry, sentAt, decided: decided.map((each) => openAgain(each, near, rounds, openFindings)) };
}

/** Place of the last round that had begun; rounds that say nothing of it count as those before them. */
function lastStarted(rounds: readonly Round[], at: number): number {
  return firstPlace(rounds, ({ startedAt }) => (millis(startedAt) ?? at) <= at) - 1;
}

/** By note, what its rounds tell: while they are the same, so is it. */
const outcomesNear = memoize((entry: SentEntry) => {
  let last: { near: readonly Round[]; decided: readonly DecidedOutcome[] } | null = null;
  return (near: readonly Round[]): readonly DecidedOutcome[] => {
    if (last === null || !sameItems(last.near, near))
      last = { near, decided: outcomesIn(near, decidedBy(entry), millis(entry.ts)) };
    return last.decided;
  };
});

/** Of a note of long ago: whether what it is about is open now. */
function openAgain(
  outcome: DecidedOutcome,
  near: readonly Round[],
  rounds: readonly Round[],
  openFindings: readonly OpenFinding[],
): DecidedOutcome {
  const { before } = outcome;
  const then = before === null ? undefined : roundNumbered(near, before.round)?.findings;
  if (before === null || then === undefined) return outcome;
  const places = sameFindings(then, openFindings);
  const open = openFindings.find((_, at) => isNamed(then[places[at] ?? -1], then[before.index]));
  const lists = open === undefined ? undefined : roundNumbered(rounds, open.round)?.findings;
  const index = lists?.findLastIndex((each) => each.state === 'open' && isNamed(each, open)) ?? -1;
  if (open === undefined) return outcome;
  return { ...outcome, fate: 'open', now: index < 0 ? outcome.now : { round: open.round, index } };
}

function isNamed(finding: FindingName | undefined, other: FindingName | undefined): boolean {
  if (finding === undefined || other === undefined) return false;
  return finding.step === other.step && finding.label === other.label && finding.id === other.id;
}

/** From the newest of these rounds back to where each finding was listed when its note was written. */
function outcomesIn(
  rounds: readonly Round[],
  decided: readonly Decided[],
  sentAt: number | null,
): readonly DecidedOutcome[] {
  const pending = new Map(decided.map((each) => [nameKey(each), each]));
  const steps = new Set(decided.map(({ step }) => step));
  /** Where each was listed when the note was written, and the newest listing of each name. */
  const before = new Map<Decided, ListingPlace>();
  const named = new Map<string, ListingPlace>();
  for (let at = rounds.length - 1; at >= 0 && pending.size > 0; at -= 1) {
    const round = rounds[at];
    if (round === undefined) continue;
    const from = millis(round.startedAt);
    const to = millis(round.endedAt);
    for (let index = round.findings.length - 1; index >= 0; index -= 1) {
      const finding = round.findings[index];
      if (finding === undefined || !steps.has(finding.step)) continue;
      const name = nameKey(finding);
      if (!named.has(name)) named.set(name, { at, index });
      const one = pending.get(name);
      if (one === undefined || isLater(round, from, to, finding, sentAt)) continue;
      pending.delete(name);
      before.set(one, { at, index });
    }
  }
  const standing = standingListings(rounds, [...before.values()]);
  const now = new Map([...before.keys()].map((each, which) => [each, standing[which]]));
  return decided.map((each) => {
    // Without a listing then it was named before the loop listed it, long ago, or with a clock ahead of ours.
    const listed = listedAt(rounds, now.get(each) ?? named.get(nameKey(each)));
    return {
      decided: each,
      fate: listed === null ? 'unknown' : fateOf(listed.finding),
      before: listedAt(rounds, before.get(each))?.where ?? null,
      now: listed?.where ?? null,
    };
  });
}

function listedAt(
  rounds: readonly Round[],
  place: ListingPlace | undefined,
): { where: Listed; finding: RoundFinding } | null {
  if (place === undefined) return null;
  const round = rounds[place.at];
  const finding = round?.findings[place.index];
  if (round === undefined || finding === undefined) return null;
  return { where: { round: round.round, index: place.index }, finding };
}

/** Whether the run that lists it ended after the note was written. */
function isLater(
  round: Round,
  from: number | null,
  to: number | null,
  finding: RoundFinding,
  sentAt: number | null,
): boolean {
  if (sentAt === null) return false;
  if (from !== null && from > sentAt) return true;
  if (to !== null && to <= sentAt) return false;
  const ends = round.runs.flatMap((run) =>
    run.step === finding.step && run.label === finding.label && run.finishedAt !== null
      ? [millis(run.finishedAt) ?? 0]
      : [],
  );
  return ends.length > 0 && Math.min(...ends) > sentAt;
}

function fateOf(finding: Pick<RoundFinding, 'state' | 'resolution'>): Fate {
  if (finding.state === 'closed') return finding.resolution ?? 'closed';
  return finding.state === 'open' ? 'open' : 'gone';
}
