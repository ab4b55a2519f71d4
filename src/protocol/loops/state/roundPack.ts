import { once } from '../../lib/once.ts';
import type { Whole } from '../eventDefinitions.ts';
import {
  type Metric,
  OUTCOMES,
  RESOLUTIONS,
  SEVERITIES,
  STOP_REASONS,
  VERDICTS,
} from '../eventDefinitions.ts';
import { EVENT_MEMBERS, type Member } from '../eventMembers.ts';
import type { Round } from '../loopSnapshot.ts';
import { ByteReader, ByteWriter, type Place } from './bytes.ts';
import { giveRound, isAlike, type OpenCounts } from './giveRound.ts';
import type { Lane } from './lane.ts';
import { addOpen, type CostSum, type RoundEnd, type RoundState } from './roundState.ts';
import { type FindingState, newRun, RUN_END_MEMBERS, type RunEnd, type RunState } from './runState.ts';

/** What of a `step_finished` is packed as its kind says, in the order of the table. */
const runEnd = once(() =>
  EVENT_MEMBERS.step_finished.filter(({ name }) => RUN_END_MEMBERS.some((kept) => kept === name)),
);
/** Texts of these are likely to come again. */
const TERMS: readonly string[] = ['session', 'model'] satisfies (keyof RunEnd)[];

/** A round as bytes. What it gives out is the same object for as long as anyone holds it. */
export class PackedRound {
  readonly #place: Place;
  readonly #packer: RoundPacker;
  readonly #number: Whole;
  #given: WeakRef<Round> | null;

  constructor(packer: RoundPacker, number: Whole, place: Place, given: Round | null) {
    this.#packer = packer;
    this.#number = number;
    this.#place = place;
    this.#given = given === null ? null : new WeakRef(given);
  }

  round(open: OpenCounts): Round {
    const known = this.#given?.deref();
    if (known !== undefined && (known.verdict !== null || isAlike(known, open))) return known;
    const round = giveRound(this.state(), open);
    this.#given = new WeakRef(round);
    return round;
  }

  /** A fresh copy of the state, to be changed and packed again. */
  state(): RoundState {
    return this.#packer.unpack(this.#number, this.#place);
  }
}

/** Turns the state of rounds into bytes and back. */
export class RoundPacker {
  readonly #writer = new ByteWriter();
  readonly #lanes: readonly Lane[];

  constructor(lanes: readonly Lane[]) {
    this.#lanes = lanes;
  }

  pack(round: RoundState): Place {
    const out = this.#writer;
    out.begin();
    out.double(round.startedAt);
    out.double(round.sign);
    out.text(round.plan);
    out.text(round.told.summary);
    out.text(round.told.next);
    out.byte(round.told.commit === null ? 0 : 1);
    if (round.told.commit !== null) out.text(round.told.commit);
    this.#cost(round.cost);
    this.#metrics(round.metrics === null ? [] : [...round.metrics.values()]);
    this.#end(round.end);
    out.whole(round.runs.length);
    let seq = 0;
    for (const run of round.runs) {
      this.#run(run, seq);
      seq = run.seq;
    }
    return out.end();
  }

  unpack(number: Whole, place: Place): RoundState {
    const from = new ByteReader(place, this.#writer.terms);
    const startedAt = from.double();
    const sign = from.double();
    const plan = from.text();
    const told = { summary: from.text(), next: from.text(), commit: from.byte() === 1 ? from.text() : null };
    const cost = readCost(from);
    const metrics = readMetrics(from);
    const end = readEnd(from);
    const runs: RunState[] = [];
    const open = new Map<Lane, RunState>();
    let seq = 0;
    for (let count = from.whole(); count > 0; count -= 1) {
      const run = this.#readRun(from, seq, runs.length);
      seq = run.seq;
      runs.push(run);
      if (run.end === null) addOpen(open, run);
    }
    return {
      number,
      startedAt,
      sign,
      plan,
      end,
      told,
      runs,
      listings: runs.filter((run) => run.findings.length > 0).sort((a, b) => a.endSeq - b.endSeq),
      open,
      index: null,
      shown: null,
      cost,
      metrics: metrics.length === 0 ? null : new Map(metrics.map((metric) => [metric.name, metric])),
    };
  }

  #run(run: RunState, before: number): void {
    const out = this.#writer;
    out.reserve();
    out.whole(run.lane.id);
    out.whole(run.seq - before);
    out.byte((run.startedAt === null ? 0 : 1) + (run.end === null ? 0 : 2) + (run.current ? 4 : 0));
    if (run.startedAt !== null) out.double(run.startedAt);
    const end = run.end;
    if (end === null) return;
    out.whole(run.endSeq - run.seq);
    out.double(end.at ?? end.ts);
    // A number says which of those that may be missing are there: most are not.
    const members = membersOf(end);
    const usd = end.cost?.usd;
    let there = typeof usd === 'number' ? 1 : 0;
    for (const { name, otherwise } of runEnd()) {
      if (otherwise === null) there = there * 2 + (members[name] === undefined ? 0 : 1);
    }
    out.whole(there);
    for (const member of runEnd()) {
      const value = members[member.name];
      if (value !== undefined) this.#member(member, value);
    }
    if (typeof usd === 'number') out.double(usd);
    out.whole(run.findings.length);
    for (const finding of run.findings) {
      out.text(finding.id);
      out.text(finding.text);
      const { closing } = finding;
      out.byte(SEVERITIES.indexOf(finding.severity) + (closing === null ? 0 : 2) + (finding.again ? 4 : 0));
      if (closing !== null) out.byte(placeIn(RESOLUTIONS, closing.resolution));
    }
  }

  #readRun(from: ByteReader, before: number, place: number): RunState {
    const lane = this.#lanes[from.whole()];
    if (lane === undefined) throw new Error('a packed round names a step that was never met');
    const seq = before + from.whole();
    const flags = from.byte();
    const run = newRun(lane, seq, flags & 1 ? from.double() : null, place);
    run.current = (flags & 4) !== 0;
    if (flags & 2) {
      run.endSeq = seq + from.whole();
      run.end = readRunEnd(from);
      run.findings = readFindings(from);
    }
    return run;
  }

  #cost(cost: CostSum): void {
    this.#writer.byte(cost.estimated ? 1 : 0);
    this.#writer.double(cost.usd);
    this.#writer.double(cost.tokens);
    this.#writer.double(cost.unpriced);
  }

  #metrics(metrics: readonly Metric[]): void {
    this.#writer.text(metrics.length === 0 ? '' : JSON.stringify(metrics));
  }

  #end(end: RoundEnd | null): void {
    const out = this.#writer;
    out.byte((end === null ? 0 : 1) + (end === null || end.cost === null ? 0 : 2));
    if (end === null) return;
    out.double(end.at);
    out.byte(VERDICTS.indexOf(end.verdict));
    out.byte(placeIn(STOP_REASONS, end.stopReason));
    out.byte(placeIn(OUTCOMES, end.outcome));
    this.#metrics(end.metrics);
    if (end.cost !== null) this.#cost(end.cost);
    out.whole(end.openMaterial);
    out.whole(end.openMinor);
  }

  #member(member: Member, value: unknown): void {
    const out = this.#writer;
    if (member.kind === 'word') out.byte(member.words.indexOf(String(value)));
    else if (member.kind === 'whole') out.text(typeof value === 'bigint' ? `${value}n` : String(value));
    else if (member.kind === 'record') out.text(JSON.stringify(value));
    else if (TERMS.includes(member.name)) out.term(String(value));
    else out.text(String(value));
  }
}

function membersOf(end: RunEnd): Readonly<Record<string, unknown>> {
  return end;
}

function readRunEnd(from: ByteReader): RunEnd {
  const ts = from.double();
  const there = from.whole();
  let bit = 2 ** runEnd().filter(({ otherwise }) => otherwise === null).length;
  const hasUsd = (there & bit) !== 0;
  const members: Record<string, unknown> = { ts };
  for (const member of runEnd()) {
    if (member.otherwise === null) bit /= 2;
    if (member.otherwise !== null || there & bit) members[member.name] = readMember(from, member);
  }
  if (hasUsd) members['cost'] = { usd: from.double() };
  // The members are those of the list, and each was written as its kind says.
  return members as unknown as RunEnd;
}

function readMember(from: ByteReader, member: Member): unknown {
  if (member.kind === 'word') return member.words[from.byte()];
  if (member.kind === 'whole') return readWhole(from);
  if (member.kind === 'record') return JSON.parse(from.text());
  return TERMS.includes(member.name) ? from.term() : from.text();
}

/** The place of a word from 1; 0 is none. */
function placeIn<Word>(words: readonly Word[], word: Word | null): number {
  return word === null ? 0 : words.indexOf(word) + 1;
}

function readFindings(from: ByteReader): FindingState[] {
  const findings: FindingState[] = [];
  for (let count = from.whole(); count > 0; count -= 1) {
    const id = from.text();
    const text = from.text();
    const flags = from.byte();
    findings.push({
      id,
      text,
      severity: SEVERITIES[flags & 1] ?? 'material',
      again: (flags & 4) !== 0,
      closing: flags & 2 ? { resolution: RESOLUTIONS[from.byte() - 1] ?? null } : null,
    });
  }
  return findings;
}

function readEnd(from: ByteReader): RoundEnd | null {
  const flags = from.byte();
  if (flags === 0) return null;
  return {
    at: from.double(),
    verdict: VERDICTS[from.byte()] ?? 'continue',
    stopReason: STOP_REASONS[from.byte() - 1] ?? null,
    outcome: OUTCOMES[from.byte() - 1] ?? null,
    metrics: readMetrics(from),
    cost: flags & 2 ? readCost(from) : null,
    openMaterial: from.whole(),
    openMinor: from.whole(),
  };
}

function readCost(from: ByteReader): CostSum {
  const estimated = from.byte() === 1;
  return { estimated, usd: from.double(), tokens: from.double(), unpriced: from.double() };
}

function readMetrics(from: ByteReader): Metric[] {
  const text = from.text();
  return text === '' ? [] : (JSON.parse(text) as Metric[]);
}

function readWhole(from: ByteReader): Whole {
  const text = from.text();
  return text.endsWith('n') ? BigInt(text.slice(0, -1)) : Number(text);
}
