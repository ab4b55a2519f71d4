/** The members of each event, as the peer reads them. The slow, exact way: `parseEvent.ts` has the quick one. */
import {
  count,
  defaulted,
  defaultedNew,
  flag,
  float,
  idText,
  instant,
  listOf,
  nullable,
  oneOf,
  path,
  type Read,
  record,
  required,
  text,
  whole,
} from './laxFields.ts';
import type { EventName, FoldEvent } from './loopModel.ts';

const readStopReason = oneOf(
  'goal_met',
  'round_cap',
  'cost_cap',
  'runtime_cap',
  'person',
  'no_progress',
  'error',
  'impossible',
);

const finding = record({
  id: required(idText),
  text: required(text),
  severity: defaulted(oneOf('material', 'minor'), 'material'),
});

const cost = record({
  usd: defaulted(float({ from: 0 }), 0),
  tokens_in: defaulted(count(0), 0),
  tokens_out: defaulted(count(0), 0),
  tokens_cache_read: defaulted(count(0), 0),
  tokens_cache_write: defaulted(count(0), 0),
  turns: defaulted(count(0), 0),
  estimated: defaulted(flag, false),
});

const metric = record({
  name: required(text),
  value: required(float()),
  target: nullable(float()),
  better: nullable(oneOf('higher', 'lower')),
  unit: defaulted(text, ''),
});

const stepError = record({
  kind: defaulted(oneOf('transient', 'needs_person'), 'transient'),
  text: defaulted(text, ''),
});

const option = record({ id: required(text), label: required(text) });

const times = { ts: required(instant), at: nullable(instant) };
const round = required(whole(1));
const artifact = nullable(path);

/** By name of the event, a reader of the whole line but for `event` itself. */
export const EVENT_READERS: {
  readonly [Name in EventName]: Read<Omit<FoldEvent & { event: Name }, 'event'>>;
} = {
  round_started: record({ ...times, round, plan: defaulted(text, ''), artifact }),
  step_started: record({ ...times, round, step: required(text), label: defaulted(text, '') }),
  step_finished: record({
    ...times,
    round,
    step: required(text),
    label: defaulted(text, ''),
    status: defaulted(oneOf('ok', 'failed', 'skipped'), 'ok'),
    summary: defaulted(text, ''),
    artifact,
    findings: defaultedNew(listOf(finding), () => []),
    cost: nullable(cost),
    metrics: defaultedNew(listOf(metric), () => []),
    attempt: nullable(whole(1)),
    error: nullable(stepError),
    session: nullable(text),
    model: nullable(text),
  }),
  finding_closed: record({
    ...times,
    round,
    step: required(text),
    id: required(idText),
    label: defaulted(text, ''),
    resolution: nullable(oneOf('fixed', 'accepted', 'wontfix', 'false_positive', 'duplicate')),
    reason: defaulted(text, ''),
  }),
  round_finished: record({
    ...times,
    round,
    verdict: required(oneOf('continue', 'done', 'wait', 'stopped', 'failed')),
    stop_reason: nullable(readStopReason),
    summary: defaulted(text, ''),
    next: defaulted(text, ''),
    commit: nullable(text),
    artifact,
    cost: nullable(cost),
    metrics: defaultedNew(listOf(metric), () => []),
    outcome: nullable(oneOf('kept', 'discarded')),
    next_at: nullable(instant),
  }),
  loop_stopped: record({
    ...times,
    stop_reason: defaulted(readStopReason, 'person'),
    summary: defaulted(text, ''),
  }),
  heartbeat: record({ ...times, text: defaulted(text, ''), next_at: nullable(instant) }),
  question: record({
    ...times,
    text: required(text),
    round: nullable(whole(1)),
    blocks: defaulted(flag, false),
    timeout_s: nullable(whole(1)),
    id: nullable(text),
    options: defaultedNew(listOf(option), () => []),
  }),
  question_closed: record({
    ...times,
    question: nullable(text),
    reason: defaulted(oneOf('answered', 'superseded', 'withdrawn'), 'answered'),
    answer: defaulted(text, ''),
  }),
  check: record({
    ...times,
    item: required(text),
    kind: required(text),
    result: required(oneOf('pass', 'partly', 'fail', 'blocked')),
    who: defaulted(text, ''),
    finding: defaulted(text, ''),
    evidence: nullable(path),
    round: nullable(whole(1)),
  }),
  inbox_read: record({ ...times, ids: required(listOf(text)) }),
};
