import type { Problem } from '../lib/result.ts';
import { isoMillis, type Micros } from '../lib/time.ts';
import type { StopReason } from './eventDefinitions.ts';
import type { FoldEntry } from './inboxEntry.ts';
import type { LookCode, LoopStatus, QuestionKey, Reason, WaitCode } from './loopSnapshot.ts';
import { type Cap, capsExceeded, capsReached } from './state/caps.ts';
import type { NoProgress } from './state/convergence.ts';
import type { Facts } from './state/facts.ts';
import { decidedBy, type NotTaken, notTaken, unreadSent, unreadUntil } from './state/outcomes.ts';
import { giveAskedAt, giveExpiresAt, giveKey, type Question } from './state/questionEntry.ts';
import { endedBy, isAsked, verdictWaits } from './state/status.ts';

/**
 * The arguments of each reason. Instants are ISO text or null past year 9999; nothing in them depends on the time of
 * asking, so that "for 34 min" is counted from `since` by whoever shows it.
 */
export type ReasonArgs = {
  'verdict-wait': { round: number; since: string | null; summary: string; next: string };
  question: {
    key: QuestionKey;
    id: string | null;
    text: string;
    round: number | null;
    blocks: boolean;
    since: string | null;
    expiresAt: string | null;
  };
  /** Since the last sign, an answer of the person included. */
  stalled: { round: number | null; since: string | null };
  failed: { round: number | null; since: string | null; stopReason: StopReason | null; summary: string };
  capped: { since: string | null; caps: Cap[] };
  'over-cap': { status: LoopStatus; caps: Cap[] };
  /** The first of `count` such errors of the round last touched. */
  'needs-person': {
    round: number;
    step: string;
    label: string;
    text: string;
    since: string | null;
    count: number;
  };
  'no-progress': NoProgress;
  /** The first of `count` problems; those that are only information are left out. */
  problem: { count: number; code: string; file: string; line: number | null; message: string };
  /** `since`: the newest of them. At most ten ids. */
  untrusted: { count: number; ids: string[]; since: string | null };
  /** The oldest of `count` that were not read in time. */
  unread: {
    id: string;
    kind: FoldEntry['kind'];
    question: string | null;
    since: string | null;
    usualSeconds: number | null;
    count: number;
  };
  /** What was answered, and by which line; `askedAgainAt`: null where it only does not go on. */
  'still-asks': {
    id: string;
    key: QuestionKey;
    question: string | null;
    text: string;
    readAt: string | null;
    askedAgainAt: string | null;
  };
  /** Ended without the person; `took`: what the loop says that it went on with. */
  decided: {
    key: QuestionKey;
    id: string | null;
    text: string;
    round: number | null;
    reason: 'expired' | 'superseded' | 'withdrawn';
    took: string | null;
    at: string | null;
  };
};

const DAY = 24 * 60 * 60 * 1_000_000;
const SHOWN_IDS = 10;

/** What only the person can give; nothing once the loop has ended. */
export function waitsAt(facts: Facts, now: Micros): Reason<WaitCode>[] {
  if (endedBy(facts) !== null) return [];
  const reasons: Reason<WaitCode>[] = [];
  const verdict = verdictWaits(facts);
  if (verdict !== null) {
    reasons.push(
      reason('verdict-wait', {
        round: Number(verdict.round),
        since: isoMillis(verdict.mark.at),
        summary: verdict.summary,
        next: verdict.next,
      }),
    );
  }
  for (const question of facts.questions.stillOpen) {
    if (!isAsked(question, now)) continue;
    question.asking ??= reason('question', {
      ...told(question),
      blocks: question.event.blocks,
      since: giveAskedAt(question),
      expiresAt: giveExpiresAt(question),
    });
    reasons.push(question.asking);
  }
  return reasons;
}

export function looksAt(facts: Facts, status: LoopStatus, now: Micros): Reason<LookCode>[] {
  return [
    ...ofStatus(facts, status),
    ...overCap(facts, status),
    ...needsPerson(facts),
    ...(facts.noProgress === null ? [] : [reason('no-progress', facts.noProgress)]),
    ...ofProblems(facts.problems),
    ...untrusted(facts),
    ...unread(facts, now),
    ...stillAsks(facts, now),
    ...decided(facts, now),
  ];
}

function ofStatus(facts: Facts, status: LoopStatus): Reason<LookCode>[] {
  if (status === 'stalled') {
    return [
      reason('stalled', { round: facts.touched?.round ?? null, since: isoMillis(facts.signWithReplies) }),
    ];
  }
  if (status === 'capped') {
    return [reason('capped', { since: isoMillis(facts.signWithReplies), caps: capsReached(facts) })];
  }
  const ended = status === 'failed' ? endedBy(facts) : null;
  if (ended === null) return [];
  const { round, stopReason, summary } = ended;
  return [
    reason('failed', {
      round: round === null ? null : Number(round),
      since: isoMillis(ended.mark.at),
      stopReason,
      summary,
    }),
  ];
}

function overCap(facts: Facts, status: LoopStatus): Reason<LookCode>[] {
  if (status !== 'waiting' && status !== 'running' && status !== 'stalled' && status !== 'sleeping')
    return [];
  const caps = capsExceeded(facts);
  return caps.length === 0 ? [] : [reason('over-cap', { status, caps })];
}

function needsPerson(facts: Facts): Reason<LookCode>[] {
  const round = facts.touched;
  const runs = round?.runs.filter((run) => run.counts && run.error?.kind === 'needs_person') ?? [];
  const [first] = runs;
  if (round === null || first === undefined) return [];
  return [
    reason('needs-person', {
      round: round.round,
      step: first.step,
      label: first.label,
      text: first.error?.text ?? '',
      since: first.finishedAt,
      count: runs.length,
    }),
  ];
}

/** What a newer writer adds is told as information and is no reason to look. */
function ofProblems(problems: readonly Problem[]): Reason<LookCode>[] {
  const real = problems.filter((problem) => problem.severity !== 'info');
  const [first] = real;
  if (first === undefined) return [];
  const { code, file, line, message } = first;
  return [reason('problem', { count: real.length, code, file, line, message })];
}

function untrusted(facts: Facts): Reason<LookCode>[] {
  const entries = facts.inbox.untrusted;
  if (entries.length === 0) return [];
  return [
    reason('untrusted', {
      count: entries.length,
      ids: entries.slice(0, SHOWN_IDS).map((entry) => entry.id),
      since: isoMillis(
        entries.reduce((latest, entry) => Math.max(latest, entry.ts), Number.NEGATIVE_INFINITY),
      ),
    }),
  ];
}

function unread(facts: Facts, now: Micros): Reason<LookCode>[] {
  const late = unreadSent(facts).filter((sent) => now > unreadUntil(facts, sent));
  const [first] = late;
  if (first === undefined) return [];
  const { entry } = late.reduce((oldest, sent) => (sent.entry.ts < oldest.entry.ts ? sent : oldest), first);
  return [
    reason('unread', {
      id: entry.id,
      kind: entry.kind,
      question: entry.question,
      since: isoMillis(entry.ts),
      usualSeconds: facts.inbox.usual === null ? null : facts.inbox.usual / 1_000_000,
      count: late.length,
    }),
  ];
}

function stillAsks(facts: Facts, now: Micros): Reason<LookCode>[] {
  // One for each question, from the newest reply to it.
  const found = new Map<Question, NotTaken>();
  for (const reply of notTaken(facts)) {
    if (reply.again !== null || now > reply.readAt + facts.window) found.set(reply.about, reply);
  }
  return [...found.values()].map(({ sent, about, again, readAt }) => {
    const known = sent.asking;
    if (known?.about === about && known.again === again) return known.reason;
    const asking = reason('still-asks', {
      id: sent.entry.id,
      key: giveKey(about),
      question: about.event.id ?? null,
      text: about.event.text,
      readAt: isoMillis(readAt),
      askedAgainAt: again === null ? null : isoMillis(again.mark.at),
    });
    sent.asking = { reason: asking, about, again };
    return asking;
  });
}

function decided(facts: Facts, now: Micros): Reason<LookCode>[] {
  const from = (facts.seenSince ?? now) - DAY;
  return decidedBy(facts, now, from).map(({ question, at }) => {
    const known = question.decided;
    const why =
      question.reason === 'superseded' || question.reason === 'withdrawn' ? question.reason : 'expired';
    if (known !== null && known.args['reason'] === why && known.args['took'] === question.answer)
      return known;
    question.decided = reason('decided', {
      ...told(question),
      reason: why,
      took: question.answer,
      at: isoMillis(at),
    });
    return question.decided;
  });
}

function told(question: Question): Pick<ReasonArgs['decided'], 'key' | 'id' | 'text' | 'round'> {
  const { id, text, round } = question.event;
  return {
    key: giveKey(question),
    id: id ?? null,
    text,
    round: round === undefined ? null : Number(round),
  };
}

function reason<Code extends WaitCode | LookCode>(code: Code, args: ReasonArgs[Code]): Reason<Code> {
  return { code, args: { ...args } };
}
