/** Random loops for tests, the same for the same seed: small pools of values, so that things meet and clash. */

import type { Micros } from '../../src/protocol/lib/time.ts';
import type { Cost, Finding, FoldEvent, Metric } from '../../src/protocol/loops/eventDefinitions.ts';
import type { FoldEntry } from '../../src/protocol/loops/inboxEntry.ts';
import type { Manifest } from '../../src/protocol/loops/manifest.ts';

export interface RandomLog {
  id: string;
  manifest: Manifest | null;
  events: { event: FoldEvent; offset: number }[];
  inbox: FoldEntry[];
}

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
export const FIRST_MOMENT: Micros = Date.UTC(2026, 3, 1, 8) * 1000;

/** Mulberry32: 32 bits of state, good enough to mix. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** From `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<const T>(pool: readonly T[]): T {
    return pool[this.whole(0, pool.length - 1)] as T;
  }
}

type Name = FoldEvent['event'];
const NAMES: readonly Name[] = weighted<Name>({
  round_started: 3,
  step_started: 5,
  step_finished: 8,
  finding_closed: 4,
  round_finished: 5,
  question: 3,
  question_closed: 2,
  inbox_read: 3,
  heartbeat: 1,
  loop_stopped: 1,
  check: 1,
});
/** Loops that mostly talk with the person. */
const TALKING: readonly Name[] = weighted<Name>({
  round_started: 1,
  step_started: 2,
  step_finished: 2,
  finding_closed: 0,
  round_finished: 3,
  question: 8,
  question_closed: 6,
  inbox_read: 6,
  heartbeat: 1,
  loop_stopped: 0,
  check: 0,
});
const VERDICTS = weighted({ continue: 6, wait: 2, done: 1, stopped: 1, failed: 1 });

function weighted<T extends string>(weights: Record<T, number>): T[] {
  return (Object.entries(weights) as [T, number][]).flatMap(([value, weight]) =>
    Array<T>(weight).fill(value),
  );
}

class Maker {
  readonly random: Random;
  #time: Micros = FIRST_MOMENT;
  #round = 1;
  readonly #skew: boolean;
  readonly #late: boolean;
  readonly #fine: boolean;
  readonly #names: readonly Name[];
  readonly #waits: boolean;

  constructor(random: Random) {
    this.random = random;
    this.#skew = random.chance(0.4);
    this.#late = random.chance(0.5);
    this.#fine = random.chance(0.3);
    this.#names = random.chance(0.4) ? TALKING : NAMES;
    this.#waits = random.chance(0.2);
  }

  moment(): Micros {
    const { random } = this;
    this.#time += random.pick([0, 0, SECOND / 1000, SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE, 45 * MINUTE]);
    const skewed =
      this.#skew && random.chance(0.25) ? this.#time + random.whole(-90, 90) * MINUTE : this.#time;
    return this.#fine ? skewed + random.whole(0, 999_999) : skewed;
  }

  round(): number | bigint {
    const { random } = this;
    if (random.chance(0.01)) {
      return random.pick([2n ** 60n, 2n ** 60n + 1n]);
    }
    if (random.chance(0.2)) {
      return random.whole(1, 4);
    }
    return this.#round;
  }

  nextRound(): number | bigint {
    if (this.random.chance(0.7)) {
      this.#round += 1;
    }
    return this.round();
  }

  cost(): Cost {
    const { random } = this;
    return {
      usd: random.pick([0, 0.5, 1, 2.25, null]),
      tokens_in: random.pick([0, 10, 1000]),
      tokens_out: random.pick([0, 5]),
      tokens_cache_read: random.pick([0, 0, 7]),
      tokens_cache_write: random.pick([0, 0, 3]),
      turns: random.whole(0, 3),
      estimated: random.chance(0.15),
    };
  }

  metrics(): Metric[] {
    const { random } = this;
    return Array.from({ length: random.pick([0, 0, 0, 1, 2]) }, () => ({
      name: random.pick(['score', 'words']),
      value: random.pick([0, 1, 2, 3, 0.5, null]),
      ...(random.chance(0.6) ? { target: random.pick([2, 3, null]) } : {}),
      ...(random.chance(0.6) ? { better: random.pick(['higher', 'lower']) } : {}),
      unit: '',
    }));
  }

  findings(): Finding[] {
    const { random } = this;
    return Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => ({
      id: random.pick(['1', '2', '3']),
      text: random.pick(['No source for 4', 'no  source for "5"', 'Too long', 'Too long.', 'f1']),
      severity: random.pick(['material', 'material', 'minor']),
    }));
  }

  event(): FoldEvent {
    const { random } = this;
    const event = random.pick(this.#names);
    const ts = this.moment();
    const at =
      this.#late && random.chance(0.3) ? { at: ts - random.pick([0, SECOND, MINUTE, 50 * MINUTE]) } : {};
    const times = { ts, ...at };
    const step = random.pick(['build', 'facts', 'facts']);
    const label = random.pick(['', '', 'a', 'b']);
    switch (event) {
      case 'round_started':
        return { event, ...times, round: this.nextRound(), plan: random.pick(['', 'plan one', 'plan two']) };
      case 'step_started':
        return { event, ...times, round: this.round(), step, label };
      case 'step_finished':
        return {
          event,
          ...times,
          round: this.round(),
          step,
          label,
          status: random.pick(['ok', 'ok', 'ok', 'failed', 'skipped']),
          summary: random.pick(['', 'said']),
          findings: this.findings(),
          metrics: this.metrics(),
          ...(random.chance(0.5) ? { cost: this.cost() } : {}),
          ...(random.chance(0.3) ? { attempt: random.whole(1, 3) } : {}),
          ...(random.chance(0.3)
            ? { error: { kind: random.pick(['transient', 'needs_person']), text: 'e' } }
            : {}),
          ...(random.chance(0.1) ? { session: 's', model: 'm', artifact: 'a.md' } : {}),
        };
      case 'finding_closed':
        return {
          event,
          ...times,
          round: this.round(),
          step,
          id: random.pick(['1', '2', '3']),
          label: random.pick(['', '', 'a']),
          ...(random.chance(0.7)
            ? { resolution: random.pick(['fixed', 'fixed', 'wontfix', 'duplicate']) }
            : {}),
          reason: '',
        };
      case 'round_finished':
        return {
          event,
          ...times,
          round: this.round(),
          verdict: this.#waits ? 'wait' : random.pick(VERDICTS),
          ...(random.chance(0.2) ? { stop_reason: random.pick(['goal_met', 'person', 'error']) } : {}),
          summary: random.pick(['', 'sum one', 'sum two']),
          next: random.pick(['', 'next']),
          metrics: this.metrics(),
          ...(random.chance(0.2) ? { cost: this.cost() } : {}),
          ...(random.chance(0.3) ? { outcome: random.pick(['kept', 'discarded']) } : {}),
          ...(random.chance(0.2) ? { next_at: ts + random.whole(-5, 90) * MINUTE } : {}),
          ...(random.chance(0.2) ? { commit: 'abc' } : {}),
        };
      case 'loop_stopped':
        return {
          event,
          ...times,
          stop_reason: random.pick(['person', 'goal_met', 'error', 'impossible', 'round_cap']),
          summary: '',
        };
      case 'heartbeat':
        return {
          event,
          ...times,
          text: '',
          ...(random.chance(0.5) ? { next_at: ts + random.whole(-5, 90) * MINUTE } : {}),
        };
      case 'question':
        return {
          event,
          ...times,
          text: random.pick(['Which?', 'Go on?']),
          blocks: random.chance(0.6),
          options: random.chance(0.5) ? [{ id: 'a', label: 'A' }] : [],
          ...(random.chance(0.5) ? { id: random.pick(['q1', 'q1', 'q2']) } : {}),
          ...(random.chance(0.5) ? { round: this.round() } : {}),
          ...(random.chance(0.4) ? { timeout_s: random.pick([1, 90, 3600, 10n ** 20n]) } : {}),
        };
      case 'question_closed':
        return {
          event,
          ...times,
          reason: random.pick(['answered', 'superseded', 'withdrawn']),
          answer: random.pick(['', 'said elsewhere']),
          ...(random.chance(0.6) ? { question: random.pick(['q1', 'q2', 'q3']) } : {}),
        };
      case 'check':
        return {
          event,
          ...times,
          item: 'i',
          kind: 'k',
          result: random.pick(['pass', 'fail']),
          who: '',
          finding: '',
          ...(random.chance(0.5) ? { round: this.round() } : {}),
        };
      case 'inbox_read':
        return {
          event,
          ...times,
          ids: Array.from({ length: random.whole(0, 3) }, () => `m${random.whole(0, 7)}`),
        };
    }
  }

  entry(near: Micros): FoldEntry {
    const { random } = this;
    const ts =
      near + random.pick([0, 0, 0, -1000, 1000, 1, -SECOND, SECOND, MINUTE, -30 * MINUTE, 40 * MINUTE]);
    return {
      id: `m${random.whole(0, 7)}`,
      ts,
      tsText: '',
      kind: random.chance(0.75) ? 'reply' : 'stop',
      text: random.pick(['go on', 'A', '']),
      round: random.chance(0.2) ? random.whole(1, 3) : null,
      question: random.chance(0.4) ? random.pick(['q1', 'q2', 'q3']) : null,
      choice: random.chance(0.2) ? 'a' : null,
      trusted: true,
    };
  }

  manifest(): Manifest | null {
    const { random } = this;
    if (random.chance(0.2)) {
      return null;
    }
    return {
      protocol: 1,
      id: 'random',
      title: random.pick(['', 'A title']),
      brief: { goal: '', audience: '', bar: '' },
      steps: [],
      pace: '',
      commands: {},
      outputs: [],
      state: [],
      ...(random.chance(0.4) ? { round_cap: random.whole(1, 4) } : {}),
      ...(random.chance(0.3) ? { runtime_cap_minutes: random.pick([1, 60, 240]) } : {}),
      ...(random.chance(0.4) ? { cost_cap_usd: random.pick([1, 3, 10, null]) } : {}),
    };
  }
}

/** What random lines rarely make: a talk whose times meet exactly. */
function tail(maker: Maker): { events: FoldEvent[]; inbox: FoldEntry[] } {
  const { random } = maker;
  const asked = maker.moment();
  const sent = maker.moment();
  const read = maker.moment();
  const reply = { ...maker.entry(sent), id: 'm9', ts: sent, kind: 'reply' as const, question: null };
  if (random.chance(0.3)) {
    const wait = { verdict: 'wait' as const, round: maker.round(), summary: '', next: '', metrics: [] };
    return {
      events: [{ event: 'round_finished', ts: asked, ...wait }],
      inbox: [{ ...reply, ts: asked + random.pick([0, 0, 1, -1]) }],
    };
  }
  const question = { text: 'Which?', blocks: random.chance(0.5), options: [] };
  return {
    events: [
      { event: 'question', ts: asked, ...question, ...(random.chance(0.5) ? { id: 'q1' } : {}) },
      ...(random.chance(0.8) ? [{ event: 'inbox_read' as const, ts: read, ids: ['m9'] }] : []),
      ...(random.chance(0.2)
        ? [{ event: 'question_closed' as const, ts: read, reason: 'answered' as const, answer: '' }]
        : []),
      ...(random.chance(0.2) ? [{ event: 'question' as const, ts: maker.moment(), ...question }] : []),
    ],
    inbox: [reply],
  };
}

export function randomLog(seed: number): RandomLog {
  const random = new Random(seed);
  const maker = new Maker(random);
  const made = Array.from({ length: random.pick([0, 1, 3, 8, 15, 25, 40]) }, () => maker.event());
  const trust = random.pick(['true', 'true', 'mixed', 'none']);
  const trusted = () => (trust === 'none' ? null : trust === 'true' || random.chance(0.6));
  const inbox = Array.from({ length: random.pick([0, 0, 2, 5, 9]) }, () => {
    const near = made[random.whole(0, Math.max(0, made.length - 1))]?.ts ?? FIRST_MOMENT;
    return { ...maker.entry(near), trusted: trusted() };
  });
  if (random.chance(0.3)) {
    const more = tail(maker);
    made.push(...more.events);
    inbox.push(...more.inbox.map((entry) => ({ ...entry, trusted: trusted() })));
  }
  let offset = 0;
  const events = made.map((event) => {
    const line = { event, offset };
    offset += random.whole(40, 300);
    return line;
  });
  return { id: 'random', manifest: maker.manifest(), events, inbox };
}

/** A loop of many rounds, most of them old, in which old ones are touched now and then. */
export function longLog(seed: number, rounds: number): RandomLog {
  const random = new Random(seed);
  const maker = new Maker(random);
  const made = Array.from({ length: rounds }, (_, index) => {
    const inRound = (event: FoldEvent, round: number) => ('round' in event ? { ...event, round } : event);
    const lines = [maker.event(), maker.event(), maker.event()].map((event) => inRound(event, index + 1));
    const old = random.chance(0.3) ? [inRound(maker.event(), random.whole(1, index + 1))] : [];
    const end = { verdict: 'continue' as const, summary: '', next: '', metrics: maker.metrics() };
    return [
      ...lines,
      ...old,
      { event: 'round_finished' as const, ts: maker.moment(), round: index + 1, ...end },
    ];
  }).flat();
  const events = made.map((event, index) => ({ event: event as FoldEvent, offset: index * 100 }));
  return { id: 'random', manifest: maker.manifest(), events, inbox: [] };
}

/** Moments at which something may just have changed, and some in between, in milliseconds. */
export function momentsOf(log: RandomLog, random: Random, count: number, stallMinutes: number): number[] {
  const times = [
    FIRST_MOMENT,
    ...log.inbox.map((entry) => entry.ts),
    ...log.events.flatMap(({ event }) => [
      event.ts,
      event.at ?? event.ts,
      ...('next_at' in event && event.next_at !== undefined ? [event.next_at] : []),
      ...('timeout_s' in event && typeof event.timeout_s === 'number'
        ? [(event.at ?? event.ts) + event.timeout_s * SECOND]
        : []),
    ]),
  ];
  return Array.from({ length: count }, () => {
    const time = times[random.whole(0, times.length - 1)] ?? FIRST_MOMENT;
    const later = random.pick([0, 0, stallMinutes * MINUTE, 3 * stallMinutes * MINUTE, 24 * 60 * MINUTE]);
    return Math.floor((time + later) / 1000) + random.pick([-1, 0, 0, 1, 60_000]);
  });
}
