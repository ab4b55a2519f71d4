/** Seeded lines for the models: every event and field, with every kind of value that a program may have written there. */
import { createHmac } from 'node:crypto';

export type LineKind = 'event' | 'manifest' | 'inbox';
type Make = () => string;
type Members = Record<string, Make>;

/** Lines by a seed. The same seed gives the same lines. */
export class StrangeLines {
  #state: number;
  /** Of each value, how often it is one that fits its field. */
  #tame = 1;

  constructor(seed: number) {
    this.#state = seed;
  }

  event(): string {
    this.#tame = this.#of(0.6, 0.9, 0.97, 1);
    const name = this.#of(...Object.keys(this.#events));
    const times = { ts: this.#time, at: this.#time };
    return this.#object(
      { ...times, event: () => JSON.stringify(name), ...this.#events[name] },
      'ts',
      'event',
    );
  }

  manifest(): string {
    this.#tame = this.#of(0.8, 0.97, 1);
    const path = { name: this.#text, path: this.#text };
    const step: Members = {
      id: () => `"${this.#of('a', 'b', 'c', 'd')}"`,
      kind: this.#word('plan', 'build', 'other'),
      name: this.#text,
      prompt: this.#text,
      after: this.#list(() => `"${this.#of('a', 'b', 'c')}"`),
    };
    const members: Members = {
      protocol: () => this.#of('1', '1.0', '"1"', 'true', '2'),
      id: () => this.#of('"a"', '"9"', '"a.b-c_d"', '"A"', '"a\\n"', '"-a"', '5', '""'),
      title: this.#text,
      brief: () => this.#object({ goal: this.#text, path: this.#text }),
      steps: this.#list(() => this.#object(step, 'id')),
      round_cap: this.#whole,
      cost_cap_usd: this.#float,
      commands: () => this.#object({ start: this.#text, ['__proto__']: this.#text, '1': this.#text }),
      outputs: this.#list(() => this.#object(path, 'name', 'path')),
      workspace: () => this.#object({ branch: this.#text, worktree: this.#text }),
      state: this.#list(() => this.#object(path, 'name', 'path')),
    };
    return this.#object(members, 'id');
  }

  /** Some of them are signed, some over what the model makes of them. */
  inbox(key: Uint8Array): string {
    this.#tame = this.#of(0.8, 0.97, 1);
    const text = this.#text();
    const round = this.#of('1', '9007199254740993', '-5', '0');
    const raw = `"id":"e","kind":"reply","loop":"${this.#of('fuzz', 'fuzz', 'other')}","round":${round},"text":${text}`;
    const ts = this.#time();
    const mark = this.#of(`{${raw},"ts":${ts}}`, `{${raw},"ts":"2026-11-14T21:03:00Z"}`);
    const sig = createHmac('sha256', key).update(mark).digest('hex');
    if (this.#chance(0.6))
      return `{ "ts": ${ts}, ${raw}, "sig": "${this.#chance(0.9) ? sig : sig.toUpperCase()}"}`;
    const members: Members = {
      id: this.#text,
      ts: this.#time,
      kind: this.#word('reply', 'stop'),
      text: this.#text,
      round: this.#whole,
      loop: this.#text,
      question: this.#text,
      choice: this.#text,
      sig: this.#text,
    };
    return this.#object(members, 'id', 'ts', 'kind');
  }

  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #of<const T>(...choices: readonly T[]): T {
    const chosen = choices[Math.floor(this.#random() * choices.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  /** One that fits, or one that does not quite, or any JSON at all. */
  #value(fits: Make, odd?: Make): string {
    if (this.#chance(this.#tame)) return fits();
    return odd !== undefined && this.#chance(0.6) ? odd() : this.#junk();
  }

  #junk(): string {
    const texts = ['""', '"a"', '"../x"', '"\\ud800"', '"1"', '"NaN"', '"ok"', '"\\u0000"'];
    const others = ['null', 'true', 'false', '[]', '{}', '[null]', '{"id":"a"}', '[["a"]]', '01', "'a'"];
    return this.#chance(0.4) ? this.#number() : this.#of(...texts, ...others);
  }

  #number(): string {
    const size = 10 ** (this.#random() * 36 - 16);
    const made = [String(size), `-${size}`, String(Math.round(size)), `${Math.round(size)}.0`];
    const edges = ['0', '-0', '-0.0', '1e0', 'NaN', 'Infinity', '-Infinity', '1e400', '9223372036854775807'];
    const large = [
      '9223372036854775807.0',
      '9007199254740993',
      '1'.repeat(30),
      '1'.repeat(400),
      '1'.repeat(4301),
    ];
    return this.#of(...made, ...edges, ...large);
  }

  /** A number as text, as likely broken as not. */
  #numberText(): string {
    const pieces = [
      '0',
      '0',
      '1',
      '2',
      '7',
      '_',
      '.',
      '.0',
      '+',
      '-',
      ' ',
      '\\u0085',
      '\\u2003',
      'e',
      'inf',
      'nan',
      '\\ufeff',
    ];
    let text = '';
    for (let left = this.#of(1, 2, 3, 4, 5, 6); left > 0; left -= 1) text += this.#of(...pieces);
    return `"${text}"`;
  }

  #text = (): string =>
    this.#value(
      () => this.#of('""', '"a"', '"x/y.md"', '"é\\u2028"', '"👩‍💻"', '"\\u007f\\u0000"', '"..a"'),
      () => this.#of('"a/../b"', '"~"', '"/"', '".."', '"a/.."'),
    );

  #id = (): string =>
    this.#value(
      () => this.#of('"f1"', '1', '-0', 'true', '1'.repeat(30)),
      () => this.#of('1.0', '1e0'),
    );

  #whole = (): string =>
    this.#value(
      () => this.#of('1', '7', '2.0', '"3"', 'true', '1e3', '9007199254740993', '" +0_4_0.00 "'),
      () => this.#of(this.#numberText(), this.#numberText(), '0', '1.5'),
    );

  #float = (): string =>
    this.#value(
      () => this.#of('0', '0.5', '"2.5"', '1e400', '"inf"', '"1_0e1"', 'true', '-0.0', '-0'),
      () => this.#of(this.#numberText(), this.#numberText(), '-1', 'NaN'),
    );

  #flag = (): string =>
    this.#value(
      () => this.#of('true', 'false', '1', '0.0', '"Yes"', '"oFF"', '"t"'),
      () => this.#of('2', '0.5', '" on"', '"01"'),
    );

  #word =
    (...words: string[]): Make =>
    () =>
      this.#value(
        () => JSON.stringify(this.#of(...words)),
        () => `" ${words[0]}"`,
      );

  #time = (): string =>
    this.#value(
      () => this.#zoned(this.#of('T21:03:00', ' 00:00', 't23:59:59.9999999', '_12:00:00,5')),
      () =>
        this.#of(
          this.#number(),
          `"${this.#number()}"`,
          this.#zoned(this.#of('T24:00', 'T21:03:60', 'T1:02', '.')),
        ),
    );

  #zoned(clock: string): string {
    const date = this.#of('2026-11-14', '2026-11-14', '2024-02-29', '0001-01-02', '9999-12-31');
    const odd = this.#of('2026-02-29', '2026-1-1', '0000-01-01');
    const zone = this.#of('Z', 'z', '', '+00:00', '-05:30', '+2359', '-23:59', '\u221201:00');
    const oddZone = this.#of('+24:00', '+05', ' Z', 'ZZ');
    return `"${this.#chance(this.#tame) ? date : odd}${clock}${this.#chance(this.#tame) ? zone : oddZone}"`;
  }

  #list =
    (item: Make): Make =>
    () =>
      this.#value(
        () => `[${Array.from({ length: this.#of(0, 1, 2, 3) }, () => this.#value(item)).join(',')}]`,
      );

  #object(members: Members, ...required: string[]): string {
    const kept = Object.entries(members).filter(([name]) =>
      this.#chance(required.includes(name) ? 0.98 : 0.4),
    );
    if (this.#chance(0.1)) kept.push([this.#of('extra', 'constructor', '__proto__'), () => this.#junk()]);
    const again = kept[0];
    if (again && this.#chance(0.05)) kept.push(again);
    const space = this.#of('', '', ' ', '\t', '\r\n');
    return `{${space}${kept.map(([name, make]) => `${JSON.stringify(name)}:${space}${make()}`).join(`,${space}`)}}`;
  }

  readonly #cost = (): string =>
    this.#value(() =>
      this.#object({ usd: this.#float, tokens_in: this.#whole, turns: this.#whole, estimated: this.#flag }),
    );
  readonly #metrics = this.#list(() =>
    this.#object(
      { name: this.#text, value: this.#float, target: this.#float, better: this.#word('higher', 'lower') },
      'name',
      'value',
    ),
  );
  readonly #findings = this.#list(() =>
    this.#object({ id: this.#id, text: this.#text, severity: this.#word('material', 'minor') }, 'id', 'text'),
  );
  readonly #reason = this.#word('goal_met', 'round_cap', 'person', 'error');
  readonly #events: Record<string, Members> = {
    round_started: { round: this.#whole, plan: this.#text, artifact: this.#text },
    step_started: { round: this.#whole, step: this.#text, label: this.#text },
    step_finished: {
      round: this.#whole,
      step: this.#text,
      label: this.#text,
      status: this.#word('ok', 'failed', 'skipped'),
      summary: this.#text,
      artifact: this.#text,
      findings: this.#findings,
      cost: this.#cost,
      metrics: this.#metrics,
      attempt: this.#whole,
      error: () =>
        this.#value(() => this.#object({ kind: this.#word('transient', 'needs_person'), text: this.#text })),
      session: this.#text,
      model: this.#text,
    },
    finding_closed: {
      round: this.#whole,
      step: this.#text,
      id: this.#id,
      resolution: this.#word('fixed', 'wontfix'),
    },
    round_finished: {
      round: this.#whole,
      verdict: this.#word('continue', 'done', 'wait'),
      stop_reason: this.#reason,
      cost: this.#cost,
      metrics: this.#metrics,
      outcome: this.#word('kept', 'discarded'),
      next_at: this.#time,
    },
    loop_stopped: { stop_reason: this.#reason, summary: this.#text },
    heartbeat: { text: this.#text, next_at: this.#time },
    question: {
      text: this.#text,
      round: this.#whole,
      blocks: this.#flag,
      timeout_s: this.#whole,
      id: this.#text,
      options: this.#list(() => this.#object({ id: this.#text, label: this.#text }, 'id', 'label')),
    },
    question_closed: {
      question: this.#text,
      reason: this.#word('answered', 'withdrawn'),
      answer: this.#text,
    },
    check: {
      item: this.#text,
      kind: this.#text,
      result: this.#word('pass', 'fail'),
      evidence: this.#text,
      round: this.#whole,
    },
    inbox_read: { ids: this.#list(this.#text) },
  };
}
