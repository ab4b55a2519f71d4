import type { Problem } from '../../src/protocol/lib/result.ts';
import type { Micros } from '../../src/protocol/lib/time.ts';
import type {
  Cost,
  FindingSeverity,
  FoldEvent,
  Metric,
  StepStatus,
} from '../../src/protocol/loops/eventDefinitions.ts';
import { LoopFold } from '../../src/protocol/loops/fold.ts';
import type { FoldEntry } from '../../src/protocol/loops/inboxEntry.ts';
import type { LoopSnapshot, Round } from '../../src/protocol/loops/loopSnapshot.ts';
import type { Manifest } from '../../src/protocol/loops/manifest.ts';
import { fold } from './foldOnce.ts';

type EventNamed<Name extends FoldEvent['event']> = Extract<FoldEvent, { event: Name }>;
type Fields<Name extends FoldEvent['event']> = Partial<Omit<EventNamed<Name>, 'event' | 'ts'>>;

export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** When every built loop begins. */
export const START: Micros = Date.UTC(2026, 2, 2, 8) * 1000;
const LINE_BYTES = 100;
const STALL_MINUTES = 30;

/** A loop's files line by line: each line comes a second after the one before, unless the test moves the time on. */
export class LoopBuilder {
  readonly events: { event: FoldEvent; offset: number }[] = [];
  readonly inbox: FoldEntry[] = [];
  problems: Problem[] = [];
  manifest: Manifest | null = null;
  #time = START - SECOND;
  #round: number | bigint = 1;
  #entries = 0;

  /** The `ts` of the last line. */
  get time(): Micros {
    return this.#time;
  }

  /** The next line comes so much later than it would. */
  later(micros: number): this {
    this.#time += micros - SECOND;
    return this;
  }

  caps(caps: Pick<Manifest, 'round_cap' | 'cost_cap_usd' | 'runtime_cap_minutes'>): this {
    const brief = { goal: '', audience: '', bar: '' };
    this.manifest = {
      protocol: 1,
      id: 'x',
      title: '',
      brief,
      steps: [],
      pace: '',
      commands: {},
      outputs: [],
      state: [],
      ...caps,
    };
    return this;
  }

  /** `ts`: else a second after the line before. */
  event(event: FoldEvent, ts?: Micros): this {
    this.#time = ts ?? this.#time + SECOND;
    this.events.push({ event: { ...event, ts: this.#time }, offset: this.events.length * LINE_BYTES });
    return this;
  }

  round(round: number | bigint, fields: Fields<'round_started'> = {}): this {
    this.#round = round;
    return this.event({ event: 'round_started', ts: 0, round, plan: '', ...fields });
  }

  /** What follows is of this round, without a line that says so. */
  in(round: number | bigint): this {
    this.#round = round;
    return this;
  }

  start(step = 'build', fields: Fields<'step_started'> = {}): this {
    return this.event({ event: 'step_started', ts: 0, round: this.#round, step, label: '', ...fields });
  }

  finish(step = 'build', fields: Fields<'step_finished'> = {}): this {
    const status: StepStatus = 'ok';
    const plain = { label: '', status, summary: '', findings: [], metrics: [] };
    return this.event({ event: 'step_finished', ts: 0, round: this.#round, step, ...plain, ...fields });
  }

  /** A run of `facts` that lists these: `id`, or `id!` for a minor one. */
  finding(...ids: string[]): this {
    return this.findings({}, ...ids);
  }

  findings(fields: Fields<'step_finished'>, ...ids: string[]): this {
    const findings = ids.map((id) => {
      const severity: FindingSeverity = id.endsWith('!') ? 'minor' : 'material';
      return { id: id.replace('!', ''), text: `finding ${id}`, severity };
    });
    return this.finish('facts', { findings, ...fields });
  }

  close(id: string, fields: Fields<'finding_closed'> = {}): this {
    return this.event({
      event: 'finding_closed',
      ts: 0,
      round: this.#round,
      step: 'facts',
      id,
      label: '',
      reason: '',
      ...fields,
    });
  }

  end(
    verdict: EventNamed<'round_finished'>['verdict'] = 'continue',
    fields: Fields<'round_finished'> = {},
  ): this {
    const plain = { summary: '', next: '', metrics: [] };
    return this.event({ event: 'round_finished', ts: 0, round: this.#round, verdict, ...plain, ...fields });
  }

  stopped(stop_reason: EventNamed<'loop_stopped'>['stop_reason'] = 'person'): this {
    return this.event({ event: 'loop_stopped', ts: 0, stop_reason, summary: '' });
  }

  beat(fields: Fields<'heartbeat'> = {}): this {
    return this.event({ event: 'heartbeat', ts: 0, text: '', ...fields });
  }

  ask(id?: string, fields: Fields<'question'> = {}): this {
    const named = id === undefined ? {} : { id };
    return this.event({
      event: 'question',
      ts: 0,
      text: 'Which?',
      blocks: false,
      options: [],
      ...named,
      ...fields,
    });
  }

  closeQuestion(reason: EventNamed<'question_closed'>['reason'], question?: string, answer = ''): this {
    const named = question === undefined ? {} : { question };
    return this.event({ event: 'question_closed', ts: 0, reason, answer, ...named });
  }

  readInbox(...ids: string[]): this {
    return this.event({ event: 'inbox_read', ts: 0, ids });
  }

  /** A line of the inbox, at the time of the last event unless it says otherwise. Ids are m0, m1, … */
  send(fields: Partial<FoldEntry> = {}): this {
    const id = `m${this.#entries}`;
    this.#entries += 1;
    const plain = { tsText: '', text: 'yes', round: null, question: null, choice: null };
    this.inbox.push({ id, ts: this.#time, kind: 'reply', trusted: true, ...plain, ...fields });
    return this;
  }

  /** The state so long after the last event. */
  after(micros = 0, options: { stallMinutes?: number; seenSince?: Date } = {}): LoopSnapshot {
    return this.at(this.#time + micros, options);
  }

  at(now: Micros, options: { stallMinutes?: number; seenSince?: Date } = {}): LoopSnapshot {
    const { events, inbox, manifest, problems } = this;
    return fold({
      id: 'x',
      manifest,
      events,
      inbox,
      problems,
      now: new Date(now / 1000),
      stallMinutes: STALL_MINUTES,
      ...options,
    });
  }

  /** A fold that has taken all of it. */
  live(): LoopFold {
    const live = new LoopFold('x');
    live.setManifest(this.manifest);
    live.setInbox(this.inbox);
    for (const { event, offset } of this.events) live.addEvent(event, offset);
    return live;
  }
}

export function loop(): LoopBuilder {
  return new LoopBuilder();
}

export function cost(usd: number | null, fields: Partial<Cost> = {}): Cost {
  return {
    usd,
    tokens_in: 0,
    tokens_out: 0,
    tokens_cache_read: 0,
    tokens_cache_write: 0,
    turns: 0,
    estimated: false,
    ...fields,
  };
}

export function metric(name: string, value: number | null, fields: Partial<Metric> = {}): Metric {
  return { name, value, unit: '', ...fields };
}

export function roundOf(snapshot: LoopSnapshot, round: number): Round {
  const found = snapshot.rounds.find((one) => one.round === round);
  if (found === undefined) throw new Error(`there is no round ${round}`);
  return found;
}

/** `id state` of each finding of a round. */
export function findingStates(snapshot: LoopSnapshot, round: number): string[] {
  return roundOf(snapshot, round).findings.map((finding) => `${finding.id} ${finding.state}`);
}

export function looks(snapshot: LoopSnapshot): string[] {
  return snapshot.needsALook.map((reason) => reason.code);
}

export function waits(snapshot: LoopSnapshot): string[] {
  return snapshot.waitsForYou.map((reason) => reason.code);
}
