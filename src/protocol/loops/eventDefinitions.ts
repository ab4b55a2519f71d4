/**
 * The events of protocol 1, once: their members, of which kind each is, what stands where it is missing, what it says.
 * Careful and quick reading, the schema for writing, how rounds are packed and the types all follow from here.
 *
 * The members are calls and no data, so that the quick way builds each event in one go, as if written by hand.
 */
import type { Micros } from '../lib/time.ts';
import { type Given, type InnerKinds, type Kinds, type Lean, type Loose, UNSET } from './eventKinds.ts';

export const STATUSES = ['ok', 'failed', 'skipped'] as const;
export const SEVERITIES = ['material', 'minor'] as const;
export const VERDICTS = ['continue', 'done', 'wait', 'stopped', 'failed'] as const;
export const STOP_REASONS = [
  'goal_met',
  'round_cap',
  'cost_cap',
  'runtime_cap',
  'person',
  'no_progress',
  'error',
  'impossible',
] as const;
export const OUTCOMES = ['kept', 'discarded'] as const;
export const RESOLUTIONS = ['fixed', 'accepted', 'wontfix', 'false_positive', 'duplicate'] as const;
const ERROR_KINDS = ['transient', 'needs_person'] as const;
const BETTER = ['higher', 'lower'] as const;
const ENDS = ['answered', 'superseded', 'withdrawn'] as const;
const RESULTS = ['pass', 'partly', 'fail', 'blocked'] as const;

export type StepStatus = (typeof STATUSES)[number];
export type FindingSeverity = (typeof SEVERITIES)[number];
export type Verdict = (typeof VERDICTS)[number];
export type StopReason = (typeof STOP_REASONS)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
export type ErrorKind = (typeof ERROR_KINDS)[number];
export type Better = (typeof BETTER)[number];
export type QuestionEnd = (typeof ENDS)[number];
export type CheckResult = (typeof RESULTS)[number];

const finding = (given: Given, is: InnerKinds) => ({
  id: is.id(given['id'], 'Unique within its step and round.'),
  text: is.text(given['text'], 'What is wrong.'),
  severity: is.word(
    given['severity'],
    'Whether it keeps the work from being good enough.',
    SEVERITIES,
    'material',
  ),
});

const cost = (given: Given, is: InnerKinds) => ({
  usd: is.number(given['usd'], 'US dollars, from 0.', 0, 0),
  tokens_in: is.count(given['tokens_in'], 'From 0.'),
  tokens_out: is.count(given['tokens_out'], 'From 0.'),
  tokens_cache_read: is.count(given['tokens_cache_read'], 'From 0.'),
  tokens_cache_write: is.count(given['tokens_cache_write'], 'From 0.'),
  turns: is.count(given['turns'], 'From 0.'),
  estimated: is.flag(given['estimated'], 'True where the figures are an estimate.', false),
});

const metric = (given: Given, is: InnerKinds) => ({
  name: is.text(given['name'], 'What is measured.'),
  value: is.number(given['value'], 'What was measured.', undefined),
  target: is.number(given['target'], 'What is aimed at.', undefined, UNSET),
  better: is.word(given['better'], 'Which way is better.', BETTER, UNSET),
  unit: is.text(given['unit'], 'Of the value.', ''),
});

const stepError = (given: Given, is: InnerKinds) => ({
  kind: is.word(given['kind'], 'Whether a retry may help.', ERROR_KINDS, 'transient'),
  text: is.text(given['text'], 'What happened.', ''),
});

const option = (given: Given, is: InnerKinds) => ({
  id: is.text(given['id'], 'What the answer names.'),
  label: is.text(given['label'], 'What the person reads.'),
});

export type Finding = Lean<ReturnType<typeof finding>>;
/** `usd` is null where the file says Infinity. */
export type Cost = Lean<ReturnType<typeof cost>>;
export type Metric = Lean<ReturnType<typeof metric>>;
export type StepError = Lean<ReturnType<typeof stepError>>;

// Said of more than one event.
const ROUND = 'The number of the round, from 1.';
const STEP = 'The id of the step.';
const ARTIFACT = 'The file that it made, relative to the repository.';
const COST = 'What it cost.';
const METRICS = 'Numbers that the loop works on.';
const WHY_ENDED = 'Why it ended.';
const NEXT_AT = 'When to expect the next sign: ISO 8601 with zone.';

/** By name of the event, what takes a line of it. */
export const eventTable = <Int, Time>(is: Kinds<Int, Time>) => ({
  round_started: (given: Given) => ({
    ...is.sign('round_started', given),
    round: is.whole(given['round'], ROUND),
    plan: is.text(given['plan'], 'What this round is to do.', ''),
    artifact: is.path(given['artifact'], ARTIFACT, UNSET),
  }),
  step_started: (given: Given) => ({
    ...is.sign('step_started', given),
    round: is.whole(given['round'], ROUND),
    step: is.text(given['step'], STEP),
    label: is.text(given['label'], 'Tells runs of one step in a round apart.', ''),
  }),
  step_finished: (given: Given) => ({
    ...is.sign('step_finished', given),
    round: is.whole(given['round'], ROUND),
    step: is.text(given['step'], STEP),
    label: is.text(given['label'], 'As in its step_started.', ''),
    status: is.word(given['status'], 'How it went; ok if left out.', STATUSES, 'ok'),
    summary: is.text(given['summary'], 'What came of it.', ''),
    artifact: is.path(given['artifact'], ARTIFACT, UNSET),
    findings: is.list(given['findings'], 'What it found wrong, for a step that judges.', finding),
    cost: is.record(given['cost'], COST, cost),
    metrics: is.list(given['metrics'], METRICS, metric),
    attempt: is.whole(given['attempt'], 'Which try it was, from 1.', UNSET),
    error: is.record(given['error'], 'What went wrong.', stepError),
    session: is.text(given['session'], 'The session of the agent, to be resumed by hand.', UNSET),
    model: is.text(given['model'], 'The model that it really used.', UNSET),
  }),
  finding_closed: (given: Given) => ({
    ...is.sign('finding_closed', given),
    round: is.whole(given['round'], ROUND),
    step: is.text(given['step'], STEP),
    id: is.id(given['id'], 'The id of the finding.'),
    label: is.text(given['label'], 'Of the run that found it; left out, of all runs of the step.', ''),
    resolution: is.word(given['resolution'], 'How it was settled.', RESOLUTIONS, UNSET),
    reason: is.text(given['reason'], 'Why.', ''),
  }),
  round_finished: (given: Given) => ({
    ...is.sign('round_finished', given),
    round: is.whole(given['round'], ROUND),
    verdict: is.word(given['verdict'], 'What comes after the round.', VERDICTS),
    stop_reason: is.word(given['stop_reason'], WHY_ENDED, STOP_REASONS, UNSET),
    summary: is.text(given['summary'], 'What the round reached.', ''),
    next: is.text(given['next'], 'What the next round is to do.', ''),
    commit: is.text(given['commit'], 'The git commit of the work.', UNSET),
    artifact: is.path(given['artifact'], ARTIFACT, UNSET),
    cost: is.record(given['cost'], COST, cost),
    metrics: is.list(given['metrics'], METRICS, metric),
    outcome: is.word(given['outcome'], 'Whether the work of the round was kept.', OUTCOMES, UNSET),
    next_at: is.time(given['next_at'], NEXT_AT, UNSET),
  }),
  loop_stopped: (given: Given) => ({
    ...is.sign('loop_stopped', given),
    stop_reason: is.word(given['stop_reason'], WHY_ENDED, STOP_REASONS, 'person'),
    summary: is.text(given['summary'], 'How it ended.', ''),
  }),
  heartbeat: (given: Given) => ({
    ...is.sign('heartbeat', given),
    text: is.text(given['text'], 'What goes on.', ''),
    next_at: is.time(given['next_at'], NEXT_AT, UNSET),
  }),
  question: (given: Given) => ({
    ...is.sign('question', given),
    text: is.text(given['text'], 'The question to the person.'),
    round: is.whole(given['round'], ROUND, UNSET),
    blocks: is.flag(given['blocks'], 'True where the loop stands still until the answer.', false),
    timeout_s: is.whole(given['timeout_s'], 'Seconds that the loop waits at most.', UNSET),
    id: is.text(given['id'], 'Names the question in its answer.', UNSET),
    options: is.list(given['options'], 'Answers to choose from.', option),
  }),
  question_closed: (given: Given) => ({
    ...is.sign('question_closed', given),
    question: is.text(given['question'], 'The id of the question; left out, the newest open one.', UNSET),
    reason: is.word(given['reason'], 'How it ended; answered if left out.', ENDS, 'answered'),
    answer: is.text(given['answer'], 'What was taken as the answer.', ''),
  }),
  check: (given: Given) => ({
    ...is.sign('check', given),
    item: is.text(given['item'], 'What was checked.'),
    kind: is.text(given['kind'], 'What sort of thing that is.'),
    result: is.word(given['result'], 'What came of it.', RESULTS),
    who: is.text(given['who'], 'Who checked.', ''),
    finding: is.text(given['finding'], 'What was seen.', ''),
    evidence: is.path(given['evidence'], 'The file that shows it, relative to the repository.', UNSET),
    round: is.whole(given['round'], ROUND, UNSET),
  }),
  inbox_read: (given: Given) => ({
    ...is.sign('inbox_read', given),
    ids: is.texts(given['ids'], 'The ids of the entries.'),
  }),
});

/** A whole number of any size: a bigint only where a double would not hold it, so that equal numbers are `===`. */
export type Whole = number | bigint;

type Table<Int, Time> = ReturnType<typeof eventTable<Int, Time>>;
export type EventName = keyof Table<number, string>;
/** An event as the fold counts it; unset members are undefined. */
export type FoldEvent = { [Name in EventName]: Loose<ReturnType<Table<Whole, Micros>[Name]>> }[EventName];
/** An event as other programs get it: protocol field names, times as ISO text (null past year 9999), unset fields absent. */
export type LoopEvent = {
  [Name in EventName]: Lean<ReturnType<Table<number, string | null>[Name]>>;
}[EventName];

/** The moment that counts for durations: `at` where given, else `ts`. */
export function when(event: FoldEvent): Micros {
  return event.at ?? event.ts;
}
