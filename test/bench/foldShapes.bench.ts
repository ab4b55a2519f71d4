/**
 * Logs that no sane loop writes, folded at n and 10n events: microseconds an event at 10n, with what it took at n as the
 * baseline, so that a ratio far above 1 is a cost that grows with what came before. Then what one more event with its
 * snapshot costs, in milliseconds.
 */

import type { FoldEvent } from '../../src/protocol/loops/eventDefinitions.ts';
import { LoopFold } from '../../src/protocol/loops/fold.ts';
import type { FoldEntry } from '../../src/protocol/loops/inboxEntry.ts';
import { Random } from '../fakes/randomLog.ts';
import { HOST_SLICE, median, report } from './measure.ts';

const SECOND = 1_000_000;
const START = Date.UTC(2026, 0, 1) * 1000;
const SEED = 1;
const SNAPSHOTS = 15;

/** The event at a place of the log, and the inbox beside a log of so many. */
interface Shape {
  name: string;
  events: number;
  at(index: number, total: number): FoldEvent;
  inbox?(total: number): FoldEntry[];
}

type Ended = Extract<FoldEvent, { event: 'step_finished' }>;

function ended(round: number, fields: Partial<Ended> = {}, ...ids: string[]): FoldEvent {
  const findings = ids.map((id) => ({
    id,
    text: `Claim ${id} lacks a source.`,
    severity: 'material' as const,
  }));
  const plain = { label: '', status: 'ok' as const, summary: 'done', metrics: [] };
  return { event: 'step_finished', ts: 0, round, step: 'facts', ...plain, findings, ...fields };
}

function started(round: number, label = ''): FoldEvent {
  return { event: 'step_started', ts: 0, round, step: 'facts', label };
}

function closed(round: number, id: string, label = '', resolution: 'fixed' | 'wontfix' = 'fixed'): FoldEvent {
  return { event: 'finding_closed', ts: 0, round, step: 'facts', id, label, reason: '', resolution };
}

function asked(index: number, fields: object = {}): FoldEvent {
  return {
    event: 'question',
    ts: 0,
    id: `q${index}`,
    text: `Which ${index}?`,
    blocks: false,
    options: [],
    ...fields,
  };
}

function reply(index: number, question: string | null, ts = 0): FoldEntry {
  const plain = { tsText: '', round: null, choice: null, trusted: true };
  return { id: `m${index}`, ts: START + ts, kind: 'reply', text: 'yes', question, ...plain };
}

function replies(count: number, of: (index: number) => FoldEntry): FoldEntry[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

function begun(round: number): FoldEvent {
  return { event: 'round_started', ts: 0, round, plan: 'on' };
}

const random = new Random(SEED);
const N = 10_000;

const SHAPES: Shape[] = [
  {
    name: 'a round that closes as it lists',
    events: N,
    at: (index) => (index % 2 === 0 ? ended(1, {}, `${index}`) : closed(1, `${index - 1}`)),
  },
  {
    name: 'a round that closes old findings at random',
    events: N,
    at: (index, total) =>
      index < total / 2
        ? ended(1, { label: `${index % 5}` }, `${index}`)
        : closed(1, `${random.whole(0, total >> 1)}`),
  },
  { name: 'runs of one step', events: N, at: (index) => (index % 2 === 0 ? started(1) : ended(1)) },
  {
    name: 'runs that stay open',
    events: N,
    at: (index, total) =>
      index < total / 2 ? started(1, `${index}`) : ended(1, { label: `${index - total / 2}` }),
  },
  { name: 'runs of one step that stay open', events: N, at: () => started(1) },
  {
    name: 'many labels, closed under all of them',
    events: N,
    at: (index) =>
      index % 2 === 0 ? ended(1, { label: `${index}` }, `${index}`) : closed(1, `${index - 1}`),
  },
  {
    name: 'one id under many labels, closed under all of them',
    events: N,
    at: (index) => (index % 2 === 0 ? ended(1, { label: `${index}` }, 'one') : closed(1, 'one')),
  },
  {
    name: 'one run of many findings, closed one by one',
    events: N,
    at: (index, total) =>
      index === 0
        ? ended(1, {}, ...Array.from({ length: total }, (_, place) => `${place}`))
        : closed(1, `${index}`),
  },
  {
    name: 'one finding in every run, closed this way and that',
    events: N,
    at: (index) =>
      index % 2 === 0 ? ended(1, {}, 'one') : closed(1, 'one', '', index % 4 === 1 ? 'fixed' : 'wontfix'),
  },
  {
    name: 'one finding in every round, closed in each',
    events: N,
    at: (index) => (index % 2 === 0 ? ended(1 + (index >> 1), {}, 'one') : closed(1 + (index >> 1), 'one')),
  },
  {
    name: 'rounds by turns',
    events: N,
    at: (index, total) => ended(1 + (index % Math.round(Math.sqrt(total))), {}, `${index}`),
  },
  { name: 'rounds at random', events: N, at: (_, total) => ended(random.whole(1, total >> 2)) },
  { name: 'rounds from the last to the first', events: N, at: (index, total) => begun(total - index) },
  {
    name: 'rounds without an end, more open in each',
    events: N,
    at: (index) => ended(1 + index, { label: `${index}` }, `${index}`),
  },
  {
    name: 'checks',
    events: N,
    at: (index) => ({
      event: 'check',
      ts: 0,
      item: `${index}`,
      kind: 'test',
      result: 'pass',
      who: 'x',
      finding: '',
    }),
  },
  { name: 'open questions', events: 2000, at: (index) => asked(index) },
  {
    name: 'open questions that expire',
    events: 2000,
    at: (index) => asked(index, { timeout_s: 1_000_000 - index, blocks: index % 2 === 0 }),
  },
  {
    name: 'questions that nobody answered in time',
    events: 2000,
    at: (index) => asked(index, { timeout_s: 0 }),
  },
  {
    name: 'questions closed unanswered',
    events: 2000,
    at: (index) =>
      index % 2 === 0
        ? asked(index)
        : { event: 'question_closed', ts: 0, question: `q${index - 1}`, reason: 'withdrawn', answer: '' },
  },
  { name: 'one question again and again', events: 2000, at: () => asked(0) },
  {
    name: 'a long inbox, answers from the future',
    events: 1000,
    at: (index) => asked(index),
    inbox: (total) => replies(total, (index) => reply(index, `q${index}`, 1e15)),
  },
  {
    name: 'a long inbox about one question, read at once',
    events: 1000,
    at: (index, total) =>
      index === total / 2
        ? { event: 'inbox_read', ts: 0, ids: Array.from({ length: total }, (_, id) => `m${id}`) }
        : asked(0),
    inbox: (total) => replies(total, (index) => reply(index, 'q0', index * SECOND)),
  },
  {
    name: 'a long inbox that is never read',
    events: 1000,
    at: (index) => (index % 2 === 0 ? started(1) : ended(1)),
    inbox: (total) => replies(total, (index) => reply(index, null, index * SECOND)),
  },
];

/** Milliseconds of this thread so far: what other programs take does not count. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function measure(shape: Shape, total: number): { event: number; first: number; later: number } {
  const events = Array.from({ length: total + SNAPSHOTS }, (_, index) => ({
    ...shape.at(index, total),
    ts: START + index * SECOND,
  }));
  const loop = new LoopFold('bench');
  loop.setInbox(shape.inbox?.(total) ?? []);
  const snapshot = (place: number) =>
    loop.snapshot({ now: new Date((START + place * SECOND) / 1000), stallMinutes: 30, problems: [] });
  const start = worked();
  for (let place = 0; place < total; place += 1) {
    const event = events[place];
    if (event !== undefined) loop.addEvent(event, place * 100);
  }
  const event = ((worked() - start) / total) * 1000;
  const took: number[] = [];
  const beforeFirst = worked();
  let last = snapshot(total);
  const first = worked() - beforeFirst;
  for (let place = total; place < events.length; place += 1) {
    const next = events[place];
    if (next === undefined) break;
    const before = worked();
    loop.addEvent(next, place * 100);
    last = snapshot(place);
    took.push(worked() - before);
  }
  if (last.status === 'new') throw new Error('nothing was folded');
  return { event, first, later: median(took) };
}

const only = process.env['QUARTERDECK_BENCH_SHAPES'] ?? '';
for (const shape of SHAPES.filter(({ name }) => name.includes(only))) {
  const few = measure(shape, shape.events);
  const many = measure(shape, shape.events * 10);
  report(`${shape.name}: ${shape.events * 10} events, an event`, many.event, 'us', { baseline: few.event });
  report(`${shape.name}: first snapshot`, many.first, 'ms', { baseline: few.first, limit: HOST_SLICE });
  report(`${shape.name}: an event and a snapshot more`, many.later, 'ms', {
    baseline: few.later,
    limit: HOST_SLICE,
  });
}
