import type { Problem } from '../lib/result.ts';
import { isoMillis, type Micros } from '../lib/time.ts';
import type { FoldEvent, StopReason, Whole } from './eventDefinitions.ts';
import type { FoldEntry } from './inboxEntry.ts';
import type { CheckState, LoopSnapshot, OpenFinding } from './loopSnapshot.ts';
import type { Manifest } from './manifest.ts';
import { noProgress, ROUNDS } from './state/convergence.ts';
import type { Ending, Facts, RoundEnding } from './state/facts.ts';
import { FindingBook } from './state/findingBook.ts';
import { InboxBook } from './state/inboxBook.ts';
import { Lanes } from './state/lane.ts';
import { nextChange, viewAt } from './state/nextChange.ts';
import { QuestionBook } from './state/questionBook.ts';
import type { Mark } from './state/questionEntry.ts';
import { RoundBook, type TouchedRound } from './state/roundBook.ts';
import { addCost, finishRun, openRun, type RoundFinished } from './state/roundState.ts';
import type { StepFinished } from './state/runState.ts';
import { endedBy, nextAt, stopEnding, stopRequested, verdictEnding } from './state/status.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;

export interface SnapshotOptions {
  now: Date;
  /** The stall window. */
  stallMinutes: number;
  problems: readonly Problem[];
  /**
   * When this loop was seen first: questions that were decided up to a day before are told from then on. Left out, it is
   * seen for the first time.
   */
  seenSince?: Date;
}

/**
 * The state of one loop, fed event by event in the order of the file. Pure: no clock, no file. Fed in any portions, with
 * snapshots in between or not, it gives what it gives when fed at once.
 */
export class LoopFold {
  readonly id: string;
  #manifest: Manifest | null = null;
  readonly #lanes = new Lanes();
  readonly #rounds = new RoundBook(this.#lanes.all);
  readonly #findings = new FindingBook(this.#lanes, this.#rounds);
  readonly #questions = new QuestionBook();
  readonly #inbox = new InboxBook(this.#questions);
  /** How many events came. */
  #seq = 0;
  #latest: Micros = Number.NEGATIVE_INFINITY;
  #sign: Micros = Number.NEGATIVE_INFINITY;
  #nextAt: Micros | null = null;
  #lastStart = 0;
  #lastRoundEnd: RoundEnding | null = null;
  #lastEnding: Ending | null = null;
  #endingTs: Micros = Number.NEGATIVE_INFINITY;
  readonly #checks: CheckState[] = [];
  #checksGiven: CheckState[] = [];
  #openGiven: { version: number; open: OpenFinding[] } = { version: -1, open: [] };

  constructor(id: string) {
    this.id = id;
  }

  /** `offset`: bytes from the start of the file to the first byte of the event's line. */
  addEvent(event: FoldEvent, offset: number): void {
    this.#seq += 1;
    const at = event.at ?? event.ts;
    if (event.ts > this.#latest) this.#latest = event.ts;
    if (at > this.#sign) this.#sign = at;
    switch (event.event) {
      case 'round_started': {
        const { state } = this.#touch(event.round, at);
        state.plan = event.plan;
        state.end = null;
        this.#nextAt = null;
        this.#started(at);
        break;
      }
      case 'step_started': {
        const { state } = this.#touch(event.round, at);
        openRun(state, this.#lanes.get(event.step, event.label), this.#seq, at);
        this.#started(at);
        break;
      }
      case 'step_finished':
        this.#stepFinished(event, at);
        break;
      case 'finding_closed':
        this.#findings.close(this.#touch(event.round, at), event);
        break;
      case 'round_finished':
        this.#roundFinished(event, at);
        break;
      case 'loop_stopped':
        this.#ended(event.ts, at, stopEnding(event.stop_reason), event.stop_reason, event.summary, null);
        break;
      case 'heartbeat':
        if (event.next_at !== undefined) this.#nextAt = event.next_at;
        break;
      case 'question':
        if (event.round !== undefined) this.#touch(event.round, at);
        this.#questions.ask(event, offset, this.#mark(at));
        this.#inbox.asked();
        break;
      case 'question_closed':
        this.#questions.close(event, this.#mark(at));
        this.#inbox.asked();
        break;
      case 'check':
        if (event.round !== undefined) this.#touch(event.round, at);
        this.#checks.push({
          item: event.item,
          kind: event.kind,
          result: event.result,
          who: event.who,
          finding: event.finding,
          evidence: event.evidence ?? null,
          round: event.round === undefined ? null : Number(event.round),
        });
        break;
      case 'inbox_read':
        this.#inbox.read(event.ids, this.#mark(at));
        break;
    }
    this.#rounds.rest();
  }

  setManifest(manifest: Manifest | null): void {
    this.#manifest = manifest;
  }

  /** All entries of the inbox, in the order of the file, as they are trusted now. */
  setInbox(entries: readonly FoldEntry[]): void {
    this.#inbox.set(entries);
  }

  /** Rounds that did not change since the last snapshot are the same objects; so are lists in which nothing changed. */
  snapshot(options: SnapshotOptions): LoopSnapshot {
    const now = options.now.getTime() * 1000;
    const { openMaterial, openMinor } = this.#findings;
    const rounds = this.#rounds.give({ openMaterial, openMinor });
    this.#questions.settle();
    this.#inbox.settle();
    const questions = this.#questions.give(now);
    const facts = this.#facts(options);
    const view = viewAt(facts, now);
    const next = nextChange(facts, now, view);
    const wait = nextAt(facts, now);
    const { totals } = facts;
    return {
      id: this.id,
      title: this.#manifest?.title ?? '',
      manifest: this.#manifest,
      status: view.status,
      lastSign: this.#seq === 0 ? null : isoMillis(this.#sign),
      nextAt: wait === null ? null : isoMillis(wait),
      nextChangeAt: next === null ? null : isoMillis(next),
      waitsForYou: view.waits,
      needsALook: view.looks,
      rounds,
      openFindings: this.#open(),
      questions,
      inbox: this.#inbox.give(),
      checks: this.#giveChecks(),
      costUsd: totals.usd,
      costEstimated: totals.estimated,
      tokens: totals.tokens,
      unpricedTokens: totals.unpriced,
      runtimeSeconds: totals.runtime / SECOND,
      stopRequested: stopRequested(facts),
      ended: endingOf(facts),
      readingSeconds: this.#inbox.usual === null ? null : this.#inbox.usual / SECOND,
      problems: [...options.problems],
    };
  }

  #facts(options: SnapshotOptions): Facts {
    const { ended, again } = this.#rounds.lately(ROUNDS);
    return {
      empty: this.#seq === 0,
      sign: this.#sign,
      signWithReplies: Math.max(this.#sign, this.#inbox.lastReply),
      window: options.stallMinutes * MINUTE,
      nextAt: this.#nextAt,
      lastStart: this.#lastStart,
      lastRoundEnd: this.#lastRoundEnd,
      lastEnding: this.#lastEnding,
      endingTs: this.#endingTs,
      manifest: this.#manifest,
      totals: this.#rounds.totals(),
      highestRound: this.#rounds.highest,
      touched: this.#rounds.lastGiven(),
      questions: this.#questions,
      inbox: this.#inbox,
      noProgress: noProgress(ended, again),
      problems: options.problems,
      seenSince: options.seenSince === undefined ? null : options.seenSince.getTime() * 1000,
    };
  }

  #touch(round: Whole, at: Micros): TouchedRound {
    return this.#rounds.touch(round, at, this.#seq);
  }

  #mark(at: Micros): Mark {
    return { seq: this.#seq, latest: this.#latest, at };
  }

  /** A starting event. */
  #started(at: Micros): void {
    this.#lastStart = this.#seq;
    this.#questions.pass(this.#seq, this.#latest, at);
    this.#inbox.start(this.#seq, this.#latest, at);
  }

  #stepFinished(event: StepFinished, at: Micros): void {
    const entry = this.#touch(event.round, at);
    const lane = this.#lanes.get(event.step, event.label);
    const { run, wasOpen } = finishRun(entry.state, lane, this.#seq, event);
    this.#findings.finished(entry, run, event);
    // One that ends a run opened before is a straggler: nothing starts with it.
    if (!wasOpen) this.#started(at);
  }

  #roundFinished(event: RoundFinished, at: Micros): void {
    const { state } = this.#touch(event.round, at);
    const cost = { usd: 0, tokens: 0, unpriced: 0, estimated: false };
    if (event.cost !== undefined) addCost(cost, event.cost);
    state.end = {
      at,
      verdict: event.verdict,
      stopReason: event.stop_reason ?? null,
      outcome: event.outcome ?? null,
      metrics: event.metrics,
      cost: event.cost === undefined ? null : cost,
      openMaterial: this.#findings.openMaterial,
      openMinor: this.#findings.openMinor,
    };
    state.told = { summary: event.summary, next: event.next, commit: event.commit ?? null };
    if (event.next_at !== undefined) this.#nextAt = event.next_at;
    const mark = this.#mark(at);
    const { ts, verdict, round, summary, next } = event;
    this.#lastRoundEnd = { mark, ts, verdict, round, summary, next };
    this.#questions.pass(this.#seq, this.#latest, at);
    const status = verdictEnding(verdict);
    if (status !== null) this.#ended(ts, at, status, event.stop_reason ?? null, summary, round);
  }

  /** An ending event. */
  #ended(
    ts: Micros,
    at: Micros,
    status: Ending['status'],
    stopReason: StopReason | null,
    summary: string,
    round: Whole | null,
  ): void {
    this.#lastEnding = { mark: this.#mark(at), ts, status, stopReason, summary, round };
    if (ts > this.#endingTs) this.#endingTs = ts;
  }

  #open(): OpenFinding[] {
    const { version } = this.#findings;
    if (this.#openGiven.version !== version) this.#openGiven = { version, open: this.#findings.open() };
    return this.#openGiven.open;
  }

  #giveChecks(): CheckState[] {
    if (this.#checks.length !== this.#checksGiven.length) this.#checksGiven = [...this.#checks];
    return this.#checksGiven;
  }
}

function endingOf(facts: Facts): LoopSnapshot['ended'] {
  const ended = endedBy(facts);
  if (ended === null) return null;
  return { why: ended.stopReason, summary: ended.summary, at: isoMillis(ended.mark.at) };
}
