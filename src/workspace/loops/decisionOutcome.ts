/** What became of the findings that the person decided about, told from the loop's own rounds. Pure. */
import type {
  LoopSnapshot,
  OpenFinding,
  Round,
  RoundFinding,
  SentEntry,
} from '../../protocol/loops/loopModel.ts';
import { reworded } from '../../protocol/loops/state/findings.ts';
import { millis } from '../needsYou.ts';
import { type Decided, decidedIn, nameKey } from './decisions.ts';

/**
 * How a finding stands now: closed with a resolution, `closed` without one, `open`, `gone` where its step judged again
 * and no longer lists it, `unknown` where the loop never listed it.
 */
export type Fate =
  | 'fixed'
  | 'wontfix'
  | 'false_positive'
  | 'duplicate'
  | 'accepted'
  | 'closed'
  | 'gone'
  | 'open'
  | 'unknown';

export const FATES: readonly Fate[] = [
  'fixed',
  'wontfix',
  'false_positive',
  'duplicate',
  'accepted',
  'closed',
  'gone',
  'open',
  'unknown',
];

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
  decided: DecidedOutcome[];
}

/**
 * So many rounds before and after a note are looked at, and of the later ones what is open. A finding that comes and goes
 * again after that is told as it stood.
 */
const BEFORE = 30;
const AFTER = 60;
/** Of so many notes, the newest. */
const MOST_NOTES = 30;

const known = new WeakMap<readonly Round[], WeakMap<readonly SentEntry[], readonly NoteOutcome[]>>();

/** What this is told from. */
export type Told = Pick<LoopSnapshot, 'rounds' | 'inbox' | 'openFindings'>;

/** For every note of decisions that the loop was sent, oldest first. Looked for once as long as nothing changes. */
export function decisionOutcomes(snapshot: Told): readonly NoteOutcome[] {
  const { rounds, inbox } = snapshot;
  let byInbox = known.get(rounds);
  if (byInbox === undefined) {
    byInbox = new WeakMap();
    known.set(rounds, byInbox);
  }
  let outcomes = byInbox.get(inbox);
  if (outcomes === undefined) {
    const notes = inbox.filter((entry) => decidedBy(entry).length > 0).slice(-MOST_NOTES);
    outcomes = notes.map((entry) => outcomeOf(snapshot, entry));
    byInbox.set(inbox, outcomes);
  }
  return outcomes;
}

/** Of one thing that was sent; undefined where it is no note of decisions, or a very old one. */
export function outcomeOfNote(snapshot: Told, entry: SentEntry): NoteOutcome | undefined {
  if (decidedBy(entry).length === 0) return undefined;
  return decisionOutcomes(snapshot).find((each) => each.entry === entry);
}

const parsed = new WeakMap<SentEntry, Decided[]>();

function decidedBy(entry: SentEntry): Decided[] {
  if (entry.kind !== 'reply' || entry.copy || entry.trusted === false) return [];
  const before = parsed.get(entry);
  if (before !== undefined) return before;
  const decided = decidedIn(entry.text);
  parsed.set(entry, decided);
  return decided;
}

/** How many of each, those that there are, in the order of `FATES`. */
export function countFates(outcomes: readonly { fate: Fate }[]): [Fate, number][] {
  return FATES.flatMap((fate): [Fate, number][] => {
    const count = outcomes.filter((each) => each.fate === fate).length;
    return count === 0 ? [] : [[fate, count]];
  });
}

interface Listing {
  at: Listed;
  finding: Pick<RoundFinding, 'id' | 'text' | 'state' | 'resolution'>;
}

/** By note, what was found in these rounds: while they are the same, so is it. */
const found = new WeakMap<SentEntry, { rounds: readonly Round[]; decided: DecidedOutcome[] }>();

function outcomeOf({ rounds, openFindings }: Told, entry: SentEntry): NoteOutcome {
  const sentAt = millis(entry.ts);
  const at = sentAt === null ? rounds.length - 1 : lastStarted(rounds, sentAt);
  const from = Math.max(0, at - BEFORE);
  const to = Math.min(rounds.length, at + AFTER + 1);
  // Beyond 256 rounds they are no array: read by their places.
  const near = Array.from({ length: to - from }, (_, place) => rounds[from + place]).filter(
    (round) => round !== undefined,
  );
  const before = found.get(entry);
  const isKnown =
    before?.rounds.length === near.length && near.every((each, place) => before.rounds[place] === each);
  const decided = isKnown ? before.decided : outcomesIn(near, decidedBy(entry), sentAt);
  if (!isKnown) found.set(entry, { rounds: near, decided });
  const told =
    to === rounds.length ? decided : decided.map((each) => openAgain(each, near, rounds, openFindings));
  return { entry, sentAt, decided: told };
}

/** Place of the last round that had begun; rounds that say nothing of it count as those before them. */
function lastStarted(rounds: readonly Round[], at: number): number {
  let low = 0;
  let high = rounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const started = millis(rounds[middle]?.startedAt ?? null);
    if (started === null || started <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Of a note of long ago: whether what it is about is open now. */
function openAgain(
  outcome: DecidedOutcome,
  near: readonly Round[],
  rounds: readonly Round[],
  openFindings: readonly OpenFinding[],
): DecidedOutcome {
  const { decided, before } = outcome;
  const round = near.find((each) => each.round === before?.round);
  const then = before === null ? undefined : round?.findings[before.index];
  if (round === undefined || before === null || then === undefined) return outcome;
  const name = nameKey(decided);
  const open = openFindings.find(
    (each) =>
      (nameKey(each) === name && !isAnother(round, then, each.text)) ||
      (each.step === then.step && each.label === then.label && each.text === then.text),
  );
  if (open === undefined) return outcome;
  const lists = rounds[lastNumbered(rounds, open.round)];
  const index =
    lists?.findings.findLastIndex((each) => each.state === 'open' && nameKey(each) === nameKey(open)) ?? -1;
  return { ...outcome, fate: 'open', now: index < 0 ? outcome.now : { round: open.round, index } };
}

function lastNumbered(rounds: readonly Round[], number: number): number {
  let low = 0;
  let high = rounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rounds[middle]?.round ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * From the newest of these rounds back to where each finding was listed when its note was written. A later listing is the
 * same finding where it has the same text, or where it has the same id and its text is not that of another finding that was
 * listed beside it then: some loops number their findings anew each round.
 */
function outcomesIn(
  rounds: readonly Round[],
  decided: readonly Decided[],
  sentAt: number | null,
): DecidedOutcome[] {
  const pending = new Map(decided.map((each) => [nameKey(each), each]));
  const outcomes = new Map<Decided, DecidedOutcome>();
  const steps = new Set(decided.map(({ step }) => step));
  const byName = new Map<string, Listing>();
  const byText = new Map<string, Listing>();
  for (let place = rounds.length - 1; place >= 0 && pending.size > 0; place -= 1) {
    const round = rounds[place];
    if (round === undefined) continue;
    const from = millis(round.startedAt);
    const to = millis(round.endedAt);
    for (let index = round.findings.length - 1; index >= 0; index -= 1) {
      const finding = round.findings[index];
      if (finding === undefined || !steps.has(finding.step)) continue;
      const listing = { at: { round: round.round, index }, finding };
      const name = nameKey(finding);
      const text = textKey(finding);
      if (!byName.has(name)) byName.set(name, listing);
      if (!byText.has(text)) byText.set(text, listing);
      const one = pending.get(name);
      if (one === undefined || isLater(round, from, to, finding, sentAt)) continue;
      pending.delete(name);
      const now = newestOf(finding, listing, round, byName.get(name), byText.get(text));
      outcomes.set(one, { decided: one, fate: fateOf(now.finding), before: listing.at, now: now.at });
    }
  }
  return decided.map((each) => outcomes.get(each) ?? neverListed(each, byName.get(nameKey(each))));
}

/** Named before the loop listed it, long ago, or with a clock ahead of ours. */
function neverListed(decided: Decided, since: Listing | undefined): DecidedOutcome {
  return {
    decided,
    fate: since === undefined ? 'unknown' : fateOf(since.finding),
    before: null,
    now: since?.at ?? null,
  };
}

/** @param sameName the newest listing of its name, @param sameText of its text: the listing itself where none is newer */
function newestOf(
  finding: RoundFinding,
  then: Listing,
  round: Round,
  sameName: Listing | undefined,
  sameText: Listing | undefined,
): Listing {
  if (sameName === undefined || sameName === then) return sameText ?? then;
  const another = isAnother(round, finding, sameName.finding.text);
  if (another || (sameText !== undefined && isAfter(sameText.at, sameName.at))) return sameText ?? then;
  return sameName;
}

/** Whether a text under this finding's name is what its round listed under another name. */
function isAnother(round: Round, finding: RoundFinding, text: string): boolean {
  const said = reworded(text);
  return (
    said !== reworded(finding.text) &&
    round.findings.some(
      (other) =>
        other.step === finding.step &&
        other.label === finding.label &&
        other.id !== finding.id &&
        reworded(other.text) === said,
    )
  );
}

function isAfter(one: Listed, other: Listed): boolean {
  return (one.round - other.round || one.index - other.index) > 0;
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

function textKey({ step, label, text }: RoundFinding): string {
  return `${step}\n${label}\n${text}`;
}

function fateOf(finding: Pick<RoundFinding, 'state' | 'resolution'>): Fate {
  if (finding.state === 'closed') return finding.resolution ?? 'closed';
  return finding.state === 'open' ? 'open' : 'gone';
}
