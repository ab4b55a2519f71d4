/** What became of the findings that the person decided about, told from the loop's own rounds. Pure. */
import type { LoopSnapshot, Round, RoundFinding, SentEntry } from '../protocol/loops/model.ts';
import { reworded } from '../protocol/loops/state/findings.ts';
import { type Decided, decidedIn, nameKey } from './decisions.ts';
import { millis } from './needsYou.ts';

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

/** Notes whose finding is not met within so many of the newest rounds are left alone. */
const MOST_ROUNDS = 1000;

const known = new WeakMap<readonly Round[], WeakMap<readonly SentEntry[], readonly NoteOutcome[]>>();

/** For every note of decisions that the loop was sent, oldest first. Looked for once as long as nothing changes. */
export function decisionOutcomes(snapshot: Pick<LoopSnapshot, 'rounds' | 'inbox'>): readonly NoteOutcome[] {
  const { rounds, inbox } = snapshot;
  let byInbox = known.get(rounds);
  if (byInbox === undefined) {
    byInbox = new WeakMap();
    known.set(rounds, byInbox);
  }
  let outcomes = byInbox.get(inbox);
  if (outcomes === undefined) {
    outcomes = outcomesOf(rounds, inbox);
    byInbox.set(inbox, outcomes);
  }
  return outcomes;
}

/** Of one thing that was sent; undefined where it is no note of decisions. */
export function outcomeOfNote(
  snapshot: Pick<LoopSnapshot, 'rounds' | 'inbox'>,
  entry: SentEntry,
): NoteOutcome | undefined {
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

interface Meant {
  decided: Decided;
  sentAt: number | null;
  outcome: DecidedOutcome | null;
}

interface Listing {
  at: Listed;
  finding: RoundFinding;
}

/**
 * Once from the newest round back to where each finding was listed when its note was written. A later listing is the same
 * finding where it has the same text, or where it has the same id and its text is not that of another finding that was
 * listed beside it then: some loops number their findings anew each round.
 */
function outcomesOf(rounds: readonly Round[], inbox: readonly SentEntry[]): NoteOutcome[] {
  const notes = inbox.flatMap((entry) => {
    const decided = decidedBy(entry);
    if (decided.length === 0) return [];
    const sentAt = millis(entry.ts);
    return [
      { entry, sentAt, meant: decided.map((each): Meant => ({ decided: each, sentAt, outcome: null })) },
    ];
  });
  const pending = new Map<string, Meant[]>();
  for (const { meant } of notes)
    for (const each of meant) {
      const key = nameKey(each.decided);
      const others = pending.get(key);
      if (others === undefined) pending.set(key, [each]);
      else others.push(each);
    }
  const steps = new Set(notes.flatMap(({ meant }) => meant.map(({ decided }) => decided.step)));
  const byName = new Map<string, Listing>();
  const byText = new Map<string, Listing>();
  const oldest = Math.max(0, rounds.length - MOST_ROUNDS);
  for (let place = rounds.length - 1; place >= oldest && pending.size > 0; place -= 1) {
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
      const meant = pending.get(name);
      if (meant === undefined) continue;
      const left = meant.filter((each) => isLater(round, from, to, finding, each.sentAt));
      for (const each of meant) {
        if (left.includes(each)) continue;
        const now = newestOf(listing, round, byName.get(name), byText.get(text));
        each.outcome = { decided: each.decided, fate: fateOf(now.finding), before: listing.at, now: now.at };
      }
      if (left.length === 0) pending.delete(name);
      else pending.set(name, left);
    }
  }
  return notes.map(({ entry, sentAt, meant }) => ({
    entry,
    sentAt,
    decided: meant.map(
      ({ decided, outcome }) => outcome ?? neverListed(decided, byName.get(nameKey(decided))),
    ),
  }));
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
  then: Listing,
  round: Round,
  sameName: Listing | undefined,
  sameText: Listing | undefined,
): Listing {
  if (sameName === undefined || sameName === then) return sameText ?? then;
  const said = reworded(sameName.finding.text);
  const another =
    said !== reworded(then.finding.text) &&
    round.findings.some(
      (other) =>
        other.step === then.finding.step &&
        other.label === then.finding.label &&
        other.id !== then.finding.id &&
        reworded(other.text) === said,
    );
  if (another || (sameText !== undefined && isAfter(sameText.at, sameName.at))) return sameText ?? then;
  return sameName;
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

function fateOf(finding: RoundFinding): Fate {
  if (finding.state === 'closed') return finding.resolution ?? 'closed';
  return finding.state === 'open' ? 'open' : 'gone';
}
