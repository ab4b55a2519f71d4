/**
 * A second fold, for tests only: slow, without state, written from the state rules alone and sharing no code with
 * the real one. Every answer is worked out anew from the whole list of lines.
 */

import type { Problem } from '../../src/protocol/lib/result.ts';
import type { Micros } from '../../src/protocol/lib/time.ts';
import type {
  Cost,
  Finding,
  FoldEvent,
  Metric,
  Resolution,
  Whole,
} from '../../src/protocol/loops/eventDefinitions.ts';
import type { FoldEntry } from '../../src/protocol/loops/inboxEntry.ts';
import type {
  LoopSnapshot,
  LoopStatus,
  OpenFinding,
  QuestionKey,
  QuestionState,
  Reason,
  Round,
  RoundFinding,
  Run,
  SentEntry,
} from '../../src/protocol/loops/loopSnapshot.ts';
import type { Manifest } from '../../src/protocol/loops/manifest.ts';

export interface OracleInput {
  id: string;
  manifest: Manifest | null;
  events: readonly { event: FoldEvent; offset: number }[];
  inbox: readonly FoldEntry[];
  problems: readonly Problem[];
  now: Date;
  stallMinutes: number;
}

type Of<Name extends FoldEvent['event']> = Extract<FoldEvent, { event: Name }>;

interface RunLines {
  round: Whole;
  step: string;
  label: string;
  /** Indices of its lines; a run may lack either. */
  start: number | null;
  finish: number | null;
}

interface Listing {
  finding: Finding;
  run: RunLines;
  listedAt: number;
  state: 'open' | 'closed' | 'superseded';
  resolution: Resolution | null;
  /** When it was listed, one of its step that says the same stood closed as fixed. */
  again: boolean;
}

/** A question's fate. Positions: an event's is its index; a reply's is the event's that it acts before, less a half. */
interface Fate {
  index: number;
  event: Of<'question'>;
  offset: number;
  state: 'open' | 'answered' | 'closed';
  reason: string | null;
  answer: string | null;
  taken: boolean;
  settledAt: number | null;
  answeredBy: FoldEntry | null;
  /** When a line of the log ended it. */
  closedAt: Micros | null;
}

const SECOND = 1_000_000;
const DAY = 24 * 60 * 60 * SECOND;

function whenOf(event: FoldEvent): Micros {
  return event.at ?? event.ts;
}

function iso(micros: Micros | null): string | null {
  if (micros === null) {
    return null;
  }
  const date = new Date(Math.floor(micros / 1000));
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString();
}

function roundOf(event: FoldEvent): Whole | null {
  return 'round' in event && event.round !== undefined ? event.round : null;
}

function shownRound(event: FoldEvent): number | null {
  const round = roundOf(event);
  return round === null ? null : Number(round);
}

function greatest<T extends Whole>(numbers: readonly T[]): T | null {
  return [...numbers].sort(ascending).at(-1) ?? null;
}

function ascending(a: Whole, b: Whole): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function finite(value: number | null | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Tokens of costs that came without dollars. */
function unpricedOf(costs: readonly Cost[]): number {
  return costs
    .filter((cost) => finite(cost.usd) === 0)
    .reduce((sum, cost) => sum + finite(tokensOf(cost)), 0);
}

function tokensOf(cost: Cost): number {
  return cost.tokens_in + cost.tokens_out + cost.tokens_cache_read + cost.tokens_cache_write;
}

/** Rule 2. */
function runsOf(events: readonly FoldEvent[]): RunLines[] {
  const runs: RunLines[] = [];
  events.forEach((event, index) => {
    if (event.event !== 'step_started' && event.event !== 'step_finished') {
      return;
    }
    const { step, label } = event;
    const round = event.round;
    const open = runs.filter(
      (run) => run.round === round && run.step === step && run.label === label && run.finish === null,
    );
    const newest = open.at(-1);
    if (event.event === 'step_started') {
      runs.push({ round, step, label, start: index, finish: null });
    } else if (newest !== undefined) {
      newest.finish = index;
    } else {
      runs.push({ round, step, label, start: null, finish: index });
    }
  });
  return runs;
}

function startingIndices(events: readonly FoldEvent[]): number[] {
  const stragglers = new Set(
    runsOf(events)
      .filter((run) => run.start !== null)
      .map((run) => run.finish),
  );
  return events.flatMap((event, index) =>
    event.event === 'round_started' ||
    event.event === 'step_started' ||
    (event.event === 'step_finished' && !stragglers.has(index))
      ? [index]
      : [],
  );
}

function finishOf(events: readonly FoldEvent[], run: RunLines): Of<'step_finished'> | null {
  const event = run.finish === null ? undefined : events[run.finish];
  return event?.event === 'step_finished' ? event : null;
}

/** Rule 3, over the events given and no more; in the order of the lines that list them. */
function findingsOf(events: readonly FoldEvent[]): Listing[] {
  const runs = runsOf(events);
  const finished = runs
    .flatMap((run) => {
      const event = finishOf(events, run);
      return event === null || run.finish === null ? [] : [{ run, event, index: run.finish }];
    })
    .sort((a, b) => a.index - b.index);
  const judging = finished.filter(
    ({ event }) =>
      event.status !== 'skipped' &&
      !(event.status === 'failed' && event.error !== undefined && event.findings.length === 0),
  );
  const isCurrent = (run: RunLines) =>
    judging.filter((other) => other.run.step === run.step && other.run.label === run.label).at(-1)?.run ===
    run;
  const listings: Listing[] = finished.flatMap(({ run, event, index }) =>
    event.findings.map((finding) => ({
      finding,
      run,
      listedAt: index,
      state: isCurrent(run) ? ('open' as const) : ('superseded' as const),
      resolution: null,
      again: false,
    })),
  );
  events.forEach((event, index) => {
    for (const listing of listings.filter(({ listedAt }) => listedAt === index)) {
      listing.again = listings.some(
        (gone) =>
          gone.state === 'closed' &&
          gone.resolution === 'fixed' &&
          gone.run.step === listing.run.step &&
          plain(gone.finding.text) === plain(listing.finding.text),
      );
    }
    if (event.event !== 'finding_closed') {
      return;
    }
    const meant = listings.filter(
      (listing) =>
        listing.listedAt < index &&
        listing.run.step === event.step &&
        listing.finding.id === event.id &&
        (event.label === '' || listing.run.label === event.label),
    );
    const round = event.round;
    const target = meant.some((listing) => listing.run.round === round)
      ? round
      : greatest(meant.map((listing) => listing.run.round).filter((other) => other < round));
    for (const listing of meant.filter((other) => other.run.round === target)) {
      listing.state = 'closed';
      listing.resolution = event.resolution ?? null;
    }
  });
  return listings;
}

function openOf(listings: readonly Listing[], severity: 'material' | 'minor'): number {
  return listings.filter((listing) => listing.state === 'open' && listing.finding.severity === severity)
    .length;
}

/** Rule 1: the `round_finished` that stands, or null where a later `round_started` took it back. */
function endOf(
  events: readonly FoldEvent[],
  round: Whole,
): { event: Of<'round_finished'>; index: number } | null {
  let end: { event: Of<'round_finished'>; index: number } | null = null;
  events.forEach((event, index) => {
    if (event.event === 'round_finished' && event.round === round) {
      end = { event, index };
    } else if (event.event === 'round_started' && event.round === round) {
      end = null;
    }
  });
  return end;
}

function costsOf(events: readonly FoldEvent[], round: Whole): Cost[] {
  const own = endOf(events, round)?.event.cost;
  if (own !== undefined) {
    return [own];
  }
  return runsOf(events).flatMap((run) => {
    const cost = run.round === round ? finishOf(events, run)?.cost : undefined;
    return cost === undefined ? [] : [cost];
  });
}

function metricsOf(events: readonly FoldEvent[], round: Whole): Metric[] {
  const own = endOf(events, round)?.event.metrics ?? [];
  const byName = new Map<string, Metric>();
  for (const event of events) {
    if (event.event === 'step_finished' && event.round === round) {
      for (const metric of event.metrics) {
        byName.set(metric.name, metric);
      }
    }
  }
  return [
    ...own,
    ...[...byName.values()].filter((metric) => !own.some((other) => other.name === metric.name)),
  ];
}

function runtimeOf(events: readonly FoldEvent[], round: Whole): Micros {
  const naming = events.filter((event) => roundOf(event) === round);
  const [first] = naming;
  if (first === undefined) {
    return 0;
  }
  const end = endOf(events, round);
  const until = end === null ? (greatest(naming.map(whenOf)) ?? 0) : whenOf(end.event);
  return Math.max(0, until - whenOf(first));
}

/** Rule 2: the run that stands for its step: the newest open one, else the one that finished last. */
function countsIn(runs: readonly RunLines[], run: RunLines): boolean {
  const same = runs.filter(
    (other) => other.round === run.round && other.step === run.step && other.label === run.label,
  );
  const open = same.filter((other) => other.finish === null).at(-1);
  return open === undefined ? run.finish === greatest(same.map((other) => other.finish ?? -1)) : run === open;
}

function runShown(events: readonly FoldEvent[], runs: readonly RunLines[], run: RunLines): Run {
  const start = run.start === null ? undefined : events[run.start];
  const finish = finishOf(events, run);
  return {
    step: run.step,
    label: run.label,
    attempt: finish?.attempt === undefined ? null : Number(finish.attempt),
    status: finish?.status ?? 'running',
    startedAt: iso(start === undefined ? null : whenOf(start)),
    finishedAt: iso(finish === null ? null : whenOf(finish)),
    summary: finish?.summary ?? '',
    artifact: finish?.artifact ?? null,
    costUsd: finish?.cost?.usd ?? null,
    error: finish?.error ?? null,
    session: finish?.session ?? null,
    model: finish?.model ?? null,
    counts: countsIn(runs, run),
  };
}

function roundShown(events: readonly FoldEvent[], round: Whole): Round {
  const named = events.filter((event) => roundOf(event) === round);
  const end = endOf(events, round);
  const starts = named.filter((event): event is Of<'round_started'> => event.event === 'round_started');
  const ends = named.filter((event): event is Of<'round_finished'> => event.event === 'round_finished');
  const counted = findingsOf(end === null ? events : events.slice(0, end.index + 1));
  const costs = costsOf(events, round);
  const findings: RoundFinding[] = findingsOf(events)
    .filter((listing) => listing.run.round === round)
    .map(({ finding, run, state, resolution }) => ({
      step: run.step,
      label: run.label,
      id: finding.id,
      text: finding.text,
      severity: finding.severity,
      state,
      resolution,
    }));
  const [first] = named;
  return {
    round: Number(round),
    verdict: end?.event.verdict ?? null,
    stopReason: end?.event.stop_reason ?? null,
    plan: starts.at(-1)?.plan ?? '',
    summary: ends.at(-1)?.summary ?? '',
    next: ends.at(-1)?.next ?? '',
    commit: ends.at(-1)?.commit ?? null,
    outcome: end?.event.outcome ?? null,
    startedAt: iso(first === undefined ? null : whenOf(first)),
    endedAt: iso(end === null ? null : whenOf(end.event)),
    costUsd: costs.reduce((sum, cost) => sum + finite(cost.usd), 0),
    costEstimated: costs.some((cost) => cost.estimated),
    tokens: costs.reduce((sum, cost) => sum + finite(tokensOf(cost)), 0),
    unpricedTokens: unpricedOf(costs),
    openMaterial: openOf(counted, 'material'),
    openMinor: openOf(counted, 'minor'),
    metrics: metricsOf(events, round),
    runs: runsOf(events)
      .filter((run) => run.round === round)
      .map((run, _, runs) => runShown(events, runs, run)),
    findings,
  };
}

/** Rule 6: the lines that count, in the order of the file. */
function countingOf(inbox: readonly FoldEntry[]): FoldEntry[] {
  return inbox.filter(
    (entry) =>
      entry.trusted !== false && inbox.find((o) => o.id === entry.id && o.trusted !== false) === entry,
  );
}

/** Rule 5: the index of the event that the entry acts before. */
function actsBefore(events: readonly FoldEvent[], entry: FoldEntry): number {
  let top = Number.NEGATIVE_INFINITY;
  for (const [index, event] of events.entries()) {
    top = Math.max(top, event.ts);
    if (top > entry.ts) {
      return index;
    }
  }
  return events.length;
}

/** Rule 5. */
function fatesOf(input: OracleInput): Fate[] {
  const events = input.events.map(({ event }) => event);
  const replies = countingOf(input.inbox)
    .filter((entry) => entry.kind === 'reply')
    .map((entry, line) => ({ entry, line, before: actsBefore(events, entry) }));
  const fates: Fate[] = [];
  const settle = (fate: Fate, state: 'answered' | 'closed', at: number) => {
    fate.state = state;
    fate.settledAt ??= at;
  };
  for (let index = 0; index <= events.length; index += 1) {
    const acting = replies
      .filter(({ before }) => before === index)
      .sort((a, b) => a.entry.ts - b.entry.ts || a.line - b.line);
    for (const { entry } of acting) {
      const open = fates.filter((fate) => fate.state === 'open');
      const named = fates.filter((fate) => fate.event.id === entry.question).at(-1);
      const meant = entry.question === null ? open.at(-1) : named?.state === 'open' ? named : undefined;
      if (meant !== undefined) {
        settle(meant, 'answered', index - 0.5);
        meant.answer = entry.text;
        meant.answeredBy = entry;
      }
    }
    const event = events[index];
    if (event?.event === 'question') {
      for (const older of fates) {
        if (event.id !== undefined && older.event.id === event.id && older.state === 'open') {
          settle(older, 'closed', index);
          older.reason = 'superseded';
          older.closedAt = whenOf(event);
          older.taken = true;
        }
      }
      const offset = input.events[index]?.offset ?? 0;
      fates.push({
        index,
        event,
        offset,
        state: 'open',
        reason: null,
        answer: null,
        taken: false,
        settledAt: null,
        answeredBy: null,
        closedAt: null,
      });
    } else if (event?.event === 'question_closed') {
      const taken = fates
        .filter((fate) => !fate.taken && (event.question === undefined || fate.event.id === event.question))
        .at(-1);
      if (taken !== undefined) {
        taken.taken = true;
        settle(taken, event.reason === 'answered' ? 'answered' : 'closed', index);
        taken.reason = event.reason;
        taken.closedAt = whenOf(event);
        const kept = event.reason === 'answered' ? taken.answer : null;
        taken.answer = event.answer === '' ? kept : event.answer;
      }
    }
  }
  return fates;
}

function expiryOf(fate: Fate): Micros | null {
  const { timeout_s: timeout } = fate.event;
  return timeout === undefined ? null : whenOf(fate.event) + Number(timeout) * SECOND;
}

/** The index of the first line after the question with which the loop goes on, or -1. */
function passedBy(events: readonly FoldEvent[], fate: Fate): number {
  const starting = new Set(startingIndices(events));
  return events.findIndex(
    (event, index) => index > fate.index && (starting.has(index) || event.event === 'round_finished'),
  );
}

function isOvertaken(events: readonly FoldEvent[], fate: Fate): boolean {
  const passed = passedBy(events, fate);
  return fate.event.blocks && passed >= 0 && (fate.settledAt === null || passed < fate.settledAt);
}

function keyOf(fate: Fate): QuestionKey {
  return { id: fate.event.id ?? null, askedAt: iso(whenOf(fate.event)) ?? '', offset: fate.offset };
}

function questionShown(input: OracleInput, fate: Fate): QuestionState {
  const events = input.events.map(({ event }) => event);
  const expiry = expiryOf(fate);
  const expired = fate.state === 'open' && expiry !== null && expiry < input.now.getTime() * 1000;
  const askedAt = iso(whenOf(fate.event));
  const id = fate.event.id ?? null;
  return {
    key: keyOf(fate),
    id,
    text: fate.event.text,
    round: shownRound(fate.event),
    blocks: fate.event.blocks,
    state: expired ? 'expired' : fate.state,
    reason: fate.reason,
    answer: fate.answer,
    overtaken: isOvertaken(events, fate),
    options: fate.event.options,
    askedAt,
    expiresAt: iso(expiry),
  };
}

function isEnding(event: FoldEvent): boolean {
  return (
    event.event === 'loop_stopped' ||
    (event.event === 'round_finished' && ['done', 'stopped', 'failed'].includes(event.verdict))
  );
}

/** Rule 8.2. */
function endedAs(events: readonly FoldEvent[]): 'done' | 'stopped' | 'failed' | null {
  const last = events.findLastIndex(isEnding);
  const event = events[last];
  if (event === undefined || startingIndices(events).some((index) => index > last)) {
    return null;
  }
  if (event.event === 'round_finished') {
    return event.verdict === 'done' || event.verdict === 'failed' ? event.verdict : 'stopped';
  }
  if (event.event !== 'loop_stopped') {
    return null;
  }
  const reason = event.stop_reason;
  return reason === 'goal_met'
    ? 'done'
    : reason === 'error' || reason === 'impossible'
      ? 'failed'
      : 'stopped';
}

/** Rule 8.3's second half. */
function verdictWaits(input: OracleInput): boolean {
  const events = input.events.map(({ event }) => event);
  const last = events.findLastIndex((event) => event.event === 'round_finished');
  const event = events[last];
  return (
    event?.event === 'round_finished' &&
    event.verdict === 'wait' &&
    !startingIndices(events).some((index) => index > last) &&
    !countingOf(input.inbox).some((entry) => entry.kind === 'reply' && entry.ts >= event.ts)
  );
}

function nextAtOf(events: readonly FoldEvent[]): Micros | null {
  let next: Micros | null = null;
  for (const event of events) {
    if (event.event === 'round_started') {
      next = null;
    } else if (
      (event.event === 'heartbeat' || event.event === 'round_finished') &&
      event.next_at !== undefined
    ) {
      next = event.next_at;
    }
  }
  return next;
}

interface Sums {
  usd: number;
  runtime: Micros;
  rounds: Whole[];
  ended: Whole[];
}

function sumsOf(events: readonly FoldEvent[]): Sums {
  const rounds = [...new Set(events.map(roundOf).filter((round) => round !== null))].sort(ascending);
  return {
    rounds,
    ended: rounds.filter((round) => endOf(events, round) !== null),
    usd: rounds.flatMap((round) => costsOf(events, round)).reduce((sum, cost) => sum + finite(cost.usd), 0),
    runtime: rounds.reduce<number>((sum, round) => sum + runtimeOf(events, round), 0),
  };
}

/** Rule 8. */
function statusOf(input: OracleInput): LoopStatus {
  const events = input.events.map(({ event }) => event);
  const now = input.now.getTime() * 1000;
  const window = input.stallMinutes * 60 * SECOND;
  if (events.length === 0) {
    return 'new';
  }
  const ended = endedAs(events);
  if (ended !== null) {
    return ended;
  }
  const asks = fatesOf(input)
    .map((fate) => questionShown(input, fate))
    .some((question) => question.state === 'open' && question.blocks && !question.overtaken);
  if (asks || verdictWaits(input)) {
    return 'waiting';
  }
  const replies = countingOf(input.inbox).filter((entry) => entry.kind === 'reply');
  const sign = greatest([...events.map(whenOf), ...replies.map((entry) => entry.ts)]) ?? 0;
  const within = now - sign <= window;
  const next = nextAtOf(events);
  const sleeps = next !== null && next >= now;
  const starting = startingIndices(events);
  const marks = events.flatMap((event, index) =>
    starting.includes(index) || event.event === 'round_finished' ? [index] : [],
  );
  const last = marks.at(-1);
  if (last !== undefined && starting.includes(last)) {
    return within || sleeps ? 'running' : 'stalled';
  }
  const sums = sumsOf(events);
  const {
    round_cap: roundCap,
    cost_cap_usd: costCap,
    runtime_cap_minutes: runtimeCap,
  } = input.manifest ?? {};
  const capped =
    (roundCap !== undefined && sums.ended.length >= roundCap) ||
    (typeof costCap === 'number' && sums.usd >= costCap) ||
    (runtimeCap !== undefined && sums.runtime >= runtimeCap * 60 * SECOND);
  return capped ? 'capped' : sleeps ? 'sleeping' : within ? 'running' : 'idle';
}

function readIndexOf(events: readonly FoldEvent[], id: string): number {
  return events.findIndex((event) => event.event === 'inbox_read' && event.ids.includes(id));
}

/** Rule 9, the usual reading time, in microseconds. */
function readingTime(input: OracleInput): Micros | null {
  const events = input.events.map(({ event }) => event);
  const times = countingOf(input.inbox)
    .flatMap((entry) => {
      const event = events[readIndexOf(events, entry.id)];
      return event === undefined ? [] : [whenOf(event) - entry.ts];
    })
    .sort((a, b) => a - b);
  if (times.length < 3) {
    return null;
  }
  const middle = times.length / 2;
  return ((times[Math.ceil(middle) - 1] ?? 0) + (times[Math.floor(middle)] ?? 0)) / 2;
}

/** Rule 9, *taken*. */
function takenAt(input: OracleInput, entry: FoldEntry): Micros | null {
  const events = input.events.map(({ event }) => event);
  const reports = events.some((event) => event.event === 'inbox_read');
  const read = readIndexOf(events, entry.id);
  if (reports && read < 0) {
    return null;
  }
  const from = reports ? read : actsBefore(events, entry) - 1;
  const first = startingIndices(events).find((index) => index > from);
  const event = first === undefined ? undefined : events[first];
  const isReply = entry.kind === 'reply';
  const same = isReply ? sameQuestions(input, entry) : [];
  if (
    first === undefined ||
    event === undefined ||
    same.some((fate) => fate.index > from && fate.index < first)
  ) {
    return null;
  }
  return whenOf(event);
}

function unreadLimit(input: OracleInput): Micros {
  return Math.max(3 * (readingTime(input) ?? 0), input.stallMinutes * 60 * SECOND);
}

function unreadOf(input: OracleInput): FoldEntry[] {
  const events = input.events.map(({ event }) => event);
  const reports = events.some((event) => event.event === 'inbox_read');
  const now = input.now.getTime() * 1000;
  return countingOf(input.inbox).filter((entry) => {
    if (readIndexOf(events, entry.id) >= 0 || now <= entry.ts + unreadLimit(input)) {
      return false;
    }
    // A stop that an ending followed has come true, read or not.
    if (entry.kind === 'stop' && events.some((event) => isEnding(event) && event.ts >= entry.ts)) {
      return false;
    }
    const from = actsBefore(events, entry);
    return reports || !startingIndices(events).some((index) => index >= from);
  });
}

/** The question that a reply was for: the one it answered, else the newest it could know of the id it names. */
function questionOf(input: OracleInput, entry: FoldEntry): Fate | null {
  const events = input.events.map(({ event }) => event);
  const fates = fatesOf(input);
  const before = actsBefore(events, entry);
  return (
    fates.find((fate) => fate.answeredBy === entry) ??
    fates.findLast(
      (fate) => entry.question !== null && fate.event.id === entry.question && fate.index < before,
    ) ??
    null
  );
}

/** The same question: of its id, or where it has none, of its text. */
function isSame(one: Of<'question'>, other: Of<'question'>): boolean {
  return one.id === other.id && (one.id !== undefined || one.text === other.text);
}

function sameQuestions(input: OracleInput, entry: FoldEntry): Fate[] {
  const question = questionOf(input, entry);
  return question === null ? [] : fatesOf(input).filter((fate) => isSame(fate.event, question.event));
}

/**
 * The questions whose answer was read and not taken, by the newest asking of each. A loop that has ended, or that closed
 * what it had asked, or whose newest asking was answered or passed by, wants no answer any more.
 */
function stillAsks(input: OracleInput): number[] {
  const events = input.events.map(({ event }) => event);
  const now = input.now.getTime() * 1000;
  const window = input.stallMinutes * 60 * SECOND;
  if (endedAs(events) !== null) {
    return [];
  }
  const replies = countingOf(input.inbox).filter((entry) => entry.kind === 'reply');
  const offsets = replies.flatMap((entry) => {
    const read = readIndexOf(events, entry.id);
    const event = events[read];
    const question = questionOf(input, entry);
    const newest = sameQuestions(input, entry).at(-1);
    if (event === undefined || question === null || newest === undefined || takenAt(input, entry) !== null) {
      return [];
    }
    if (newest.index > read) {
      return newest.state === 'open' && !isOvertaken(events, newest) ? [newest.offset] : [];
    }
    return !question.taken && now > whenOf(event) + window ? [question.offset] : [];
  });
  return [...new Set(offsets)].sort((a, b) => a - b);
}

function distance(metric: Metric): number | null {
  const { value, target, better } = metric;
  if (typeof value !== 'number' || typeof target !== 'number') {
    return null;
  }
  const gap =
    better === 'higher' ? target - value : better === 'lower' ? value - target : Math.abs(value - target);
  return Math.max(0, gap);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\d\s"'`´‘’‚‛“”„‟«»‹›]/gu, '');
}

/** Rule 10. */
function noProgress(events: readonly FoldEvent[]): boolean {
  const three = sumsOf(events)
    .ended.slice(-3)
    .map((round) => roundShown(events, round));
  const pairs = three.slice(1).map((later, index) => ({ earlier: three[index], later }));
  const names = new Set(three.flatMap((round) => round.metrics.map(({ name }) => name)));
  const nearer = [...names].some((name) => {
    const distances = three
      .map((round) => round.metrics.filter((metric) => metric.name === name).map(distance))
      .map((of) => of.findLast((one) => one !== null) ?? null)
      .filter((one) => one !== null);
    return distances.some((one, index) => index > 0 && one < (distances[index - 1] ?? 0));
  });
  const fell = pairs.some(({ earlier, later }) => later.openMaterial < (earlier?.openMaterial ?? 0));
  const stuck = three.length === 3 && !fell && (three.at(-1)?.openMaterial ?? 0) !== 0 && !nearer;
  const two = three.slice(-2);
  const discarded = two.length === 2 && two.every((round) => round.outcome === 'discarded');
  // "Over the last three ended rounds": what was listed again in these or in later ones.
  const from = three.length === 3 ? (sumsOf(events).ended.at(-3) ?? 0) : 0;
  const returned = findingsOf(events).some(({ again, run }) => again && run.round >= from);
  return stuck || discarded || returned;
}

function needsPerson(events: readonly FoldEvent[]): boolean {
  const touched = events.map(roundOf).findLast((round) => round !== null);
  const runs = runsOf(events).filter((run) => run.round === touched);
  return runs.some((run) => countsIn(runs, run) && finishOf(events, run)?.error?.kind === 'needs_person');
}

function attention(input: OracleInput): Pick<LoopSnapshot, 'waitsForYou' | 'needsALook'> {
  const events = input.events.map(({ event }) => event);
  const status = statusOf(input);
  const ended = endedAs(events) !== null;
  const fates = fatesOf(input);
  const questions = fates.map((fate) => questionShown(input, fate));
  const waits: Reason<LoopSnapshot['waitsForYou'][number]['code']>[] = [];
  const looks: LoopSnapshot['needsALook'] = [];
  if (!ended && verdictWaits(input)) {
    waits.push({ code: 'verdict-wait', args: {} });
  }
  for (const question of questions) {
    if (!ended && question.state === 'open' && !question.overtaken) {
      waits.push({ code: 'question', args: { key: question.key } });
    }
  }
  if (status === 'stalled' || status === 'failed' || status === 'capped') {
    looks.push({ code: status, args: {} });
  }
  const sums = sumsOf(events);
  const {
    round_cap: roundCap,
    cost_cap_usd: costCap,
    runtime_cap_minutes: runtimeCap,
  } = input.manifest ?? {};
  const over =
    (typeof costCap === 'number' && sums.usd > costCap) ||
    (runtimeCap !== undefined && sums.runtime > runtimeCap * 60 * SECOND) ||
    (roundCap !== undefined && sums.rounds.some((round) => round > roundCap));
  if (over && ['waiting', 'running', 'stalled', 'sleeping'].includes(status)) {
    looks.push({ code: 'over-cap', args: {} });
  }
  if (needsPerson(events)) {
    looks.push({ code: 'needs-person', args: {} });
  }
  if (noProgress(events)) {
    looks.push({ code: 'no-progress', args: {} });
  }
  const problems = input.problems.filter(({ severity }) => severity !== 'info').length;
  const untrusted = input.inbox.filter(({ trusted }) => trusted === false).length;
  const unread = unreadOf(input);
  const oldest = unread.toSorted((a, b) => a.ts - b.ts)[0];
  if (problems > 0) {
    looks.push({ code: 'problem', args: { count: problems } });
  }
  if (untrusted > 0) {
    looks.push({ code: 'untrusted', args: { count: untrusted } });
  }
  if (oldest !== undefined) {
    looks.push({ code: 'unread', args: { count: unread.length, id: oldest.id } });
  }
  for (const offset of stillAsks(input)) {
    looks.push({ code: 'still-asks', args: { offset } });
  }
  for (const [index, question] of questions.entries()) {
    const at = decidedAt(input, fates[index]);
    // At first sight of a loop only what was decided within a day.
    if (at !== null && at >= input.now.getTime() * 1000 - DAY) {
      looks.push({ code: 'decided', args: { offset: question.key.offset } });
    }
  }
  return { waitsForYou: waits, needsALook: looks };
}

/** When the question ended without the person; null where it did not. */
function decidedAt(input: OracleInput, fate: Fate | undefined): Micros | null {
  const events = input.events.map(({ event }) => event);
  if (fate === undefined) {
    return null;
  }
  const again = events.some(
    (event, index) =>
      index > fate.index &&
      event.event === 'question' &&
      event.id !== undefined &&
      event.id === fate.event.id,
  );
  if (fate.state === 'closed') {
    return again ? null : fate.closedAt;
  }
  const expiry = expiryOf(fate);
  if (fate.state !== 'open' || expiry === null || expiry >= input.now.getTime() * 1000) {
    return null;
  }
  // Its time decided, unless the loop had gone on or ended before that.
  const passed = events[passedBy(events, fate)];
  const ending = endedAs(events) === null ? undefined : events.findLast(isEnding);
  const gone = fate.event.blocks && passed !== undefined && whenOf(passed) <= expiry;
  const over = ending !== undefined && whenOf(ending) <= expiry;
  return gone || over ? null : expiry;
}

/** What rule 11 watches. */
function timeKey(input: OracleInput): string {
  const states = fatesOf(input).map((fate) => questionShown(input, fate).state);
  return JSON.stringify([statusOf(input), attention(input), states]);
}

/** Rule 11: the first whole millisecond after now at which `timeKey` reads otherwise. */
function nextChange(input: OracleInput): string | null {
  const events = input.events.map(({ event }) => event);
  const window = input.stallMinutes * 60 * SECOND;
  const sent = input.inbox.flatMap((entry) => [entry.ts + window, entry.ts + unreadLimit(input)]);
  const moments = [
    ...events.map((event) => whenOf(event) + window),
    ...events.flatMap((event) => ('next_at' in event && event.next_at !== undefined ? [event.next_at] : [])),
    ...fatesOf(input).map(expiryOf),
    ...fatesOf(input).flatMap((fate) => [expiryOf(fate), fate.closedAt].map((at) => at && at + DAY)),
    ...sent,
  ];
  const key = timeKey(input);
  const later = [
    ...new Set(moments.flatMap((moment) => (moment === null ? [] : [Math.floor(moment / 1000) + 1]))),
  ]
    .filter((ms) => ms > input.now.getTime() && iso(ms * 1000) !== null)
    .sort((a, b) => a - b);
  const first = later.find((ms) => timeKey({ ...input, now: new Date(ms) }) !== key);
  return first === undefined ? null : iso(first * 1000);
}

function entryShown(input: OracleInput, entry: FoldEntry): SentEntry {
  const events = input.events.map(({ event }) => event);
  const counting = countingOf(input.inbox);
  const read = events[readIndexOf(events, entry.id)];
  const counts = counting.includes(entry);
  const answered = fatesOf(input).find((fate) => fate.answeredBy === entry);
  return {
    id: entry.id,
    kind: entry.kind,
    text: entry.text,
    ts: iso(entry.ts),
    question: entry.question,
    choice: entry.choice,
    round: entry.round === null ? null : Number(entry.round),
    trusted: entry.trusted,
    copy: !counts && entry.trusted !== false,
    read: read !== undefined,
    readAt: iso(read === undefined ? null : whenOf(read)),
    takenAt: counts ? iso(takenAt(input, entry)) : null,
    answers: answered === undefined ? null : keyOf(answered),
  };
}

function openFindingsOf(events: readonly FoldEvent[]): OpenFinding[] {
  const firstLine = (run: RunLines) => run.start ?? run.finish ?? 0;
  return findingsOf(events)
    .filter((listing) => listing.state === 'open')
    .sort((a, b) => firstLine(a.run) - firstLine(b.run))
    .map(({ finding, run }) => ({
      round: Number(run.round),
      step: run.step,
      label: run.label,
      id: finding.id,
      text: finding.text,
      severity: finding.severity,
    }));
}

function endingShown(events: readonly FoldEvent[]): LoopSnapshot['ended'] {
  const last = events.findLast((event) => isEnding(event));
  if (endedAs(events) === null || last === undefined) return null;
  if (last.event !== 'loop_stopped' && last.event !== 'round_finished') return null;
  return { why: last.stop_reason ?? null, summary: last.summary, at: iso(whenOf(last)) };
}

export function oracleFold(input: OracleInput): LoopSnapshot {
  const events = input.events.map(({ event }) => event);
  const sums = sumsOf(events);
  const costs = sums.rounds.flatMap((round) => costsOf(events, round));
  const next = nextAtOf(events);
  const reading = readingTime(input);
  const stops = countingOf(input.inbox).filter((entry) => entry.kind === 'stop');
  return {
    id: input.id,
    title: input.manifest?.title ?? '',
    manifest: input.manifest,
    status: statusOf(input),
    lastSign: iso(greatest(events.map(whenOf))),
    nextAt: next !== null && next >= input.now.getTime() * 1000 ? iso(next) : null,
    nextChangeAt: nextChange(input),
    ...attention(input),
    rounds: sums.rounds.map((round) => roundShown(events, round)),
    openFindings: openFindingsOf(events),
    questions: fatesOf(input).map((fate) => questionShown(input, fate)),
    inbox: input.inbox.map((entry) => entryShown(input, entry)),
    checks: events.flatMap((event) =>
      event.event === 'check'
        ? [
            {
              item: event.item,
              kind: event.kind,
              result: event.result,
              who: event.who,
              finding: event.finding,
              evidence: event.evidence ?? null,
              round: shownRound(event),
            },
          ]
        : [],
    ),
    costUsd: sums.usd,
    costEstimated: costs.some((cost) => cost.estimated),
    tokens: costs.reduce((sum, cost) => sum + finite(tokensOf(cost)), 0),
    unpricedTokens: unpricedOf(costs),
    runtimeSeconds: sums.runtime / SECOND,
    stopRequested:
      endedAs(events) === null &&
      stops.some((entry) => !events.some((event) => isEnding(event) && event.ts >= entry.ts)),
    ended: endingShown(events),
    readingSeconds: reading === null ? null : reading / SECOND,
    problems: [...input.problems],
  };
}
