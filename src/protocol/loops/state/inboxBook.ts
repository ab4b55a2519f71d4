import { isoMillis, type Micros } from '../../lib/time.ts';
import type { FoldEntry } from '../inboxEntry.ts';
import type { Reason, SentEntry } from '../loopSnapshot.ts';
import type { QuestionBook } from './questionBook.ts';
import { giveKey, type Mark, type Question } from './questionEntry.ts';
import { lowest } from './sortedList.ts';
import { StartLog } from './startLog.ts';

/** How many readings it takes to know the usual time. */
const ENOUGH_READINGS = 3;

/** One `inbox_read`, and the first starting event after it. */
interface Reading {
  readonly mark: Mark;
  start: Mark | null;
}

/** A line of the inbox. */
export interface Sent {
  readonly entry: FoldEntry;
  /** Trusted, or not to be told; and the first such line of its id. */
  readonly counts: boolean;
  readonly copy: boolean;
  reading: Reading | null;
  answered: Question | null;
  /** The question that it answered or meant, and the first asking of the same that shows that it was not taken. */
  about: Question | null;
  again: Question | null;
  takenAt: Micros | null;
  /** What was given out last, and of what that was made. */
  given: SentEntry | null;
  givenOf: readonly [Reading | null, Question | null, Micros | null];
  /** What was last given out of it as a reason, and the question that this is about. */
  asking: { reason: Reason<'still-asks'>; about: Question; again: Question | null } | null;
}

/** What the person sent, what of it was read, and what became of it. */
export class InboxBook {
  sent: Sent[] = [];
  untrusted: FoldEntry[] = [];
  /** Greatest `ts` of the counting replies and stops; -Infinity: none. */
  lastReply: Micros = Number.NEGATIVE_INFINITY;
  lastStop: Micros = Number.NEGATIVE_INFINITY;
  /** The usual time from sending to reading, in microseconds. */
  usual: number | null = null;
  everRead = false;
  readonly #questions: QuestionBook;
  readonly #readings = new Map<string, Reading>();
  /** Readings after which nothing started yet. */
  #waiting: Reading[] = [];
  /** Starting events, but for those that no entry can come right before: kept until the loop tells of reading. */
  #starts: StartLog | null = new StartLog();
  #lastStart: Micros = Number.NEGATIVE_INFINITY;
  #changed = true;
  #list: SentEntry[] = [];

  constructor(questions: QuestionBook) {
    this.#questions = questions;
  }

  set(entries: readonly FoldEntry[]): void {
    const counting = new Set<string>();
    this.untrusted = [];
    this.lastReply = Number.NEGATIVE_INFINITY;
    this.lastStop = Number.NEGATIVE_INFINITY;
    const replies: FoldEntry[] = [];
    this.sent = entries.map((entry) => {
      const trusted = entry.trusted !== false;
      const counts = trusted && !counting.has(entry.id);
      if (!trusted) this.untrusted.push(entry);
      if (counts) {
        counting.add(entry.id);
        if (entry.kind === 'reply') {
          replies.push(entry);
          this.lastReply = Math.max(this.lastReply, entry.ts);
        } else {
          this.lastStop = Math.max(this.lastStop, entry.ts);
        }
      }
      return {
        entry,
        counts,
        copy: trusted && !counts,
        reading: null,
        answered: null,
        about: null,
        again: null,
        takenAt: null,
        given: null,
        givenOf: [null, null, null],
        asking: null,
      };
    });
    // Sorting keeps equal times in the order of their lines.
    this.#questions.setReplies(replies.sort((a, b) => a.ts - b.ts));
    this.#changed = true;
  }

  read(ids: readonly string[], mark: Mark): void {
    this.everRead = true;
    this.#starts = null;
    this.#changed = true;
    const reading = { mark, start: null };
    for (const id of ids) {
      if (!this.#readings.has(id)) this.#readings.set(id, reading);
    }
    this.#waiting.push(reading);
  }

  /** A starting event. */
  start(seq: number, latest: Micros, at: Micros): void {
    if (this.#waiting.length > 0) {
      const mark = { seq, latest, at };
      for (const reading of this.#waiting) reading.start = mark;
      this.#waiting = [];
      this.#changed = true;
    }
    if (latest <= this.#lastStart) return;
    this.#lastStart = latest;
    if (this.#starts === null) return;
    this.#starts.add(seq, latest, at);
    if (this.sent.length > 0) this.#changed = true;
  }

  /** A question was asked: it may be one that was answered. */
  asked(): void {
    this.#changed = true;
  }

  /** After the questions were settled. */
  settle(): void {
    if (!this.#changed) return;
    for (const sent of this.sent) this.#follow(sent);
    const times = new Float64Array(this.sent.length);
    let count = 0;
    for (const { counts, reading, entry } of this.sent) {
      if (counts && reading !== null) times[count++] = reading.mark.at - entry.ts;
    }
    this.usual = count < ENOUGH_READINGS ? null : median(times.subarray(0, count));
  }

  /** A starting event came after what was sent at this time. */
  startedSince(ts: Micros): boolean {
    return this.#lastStart > ts;
  }

  give(): SentEntry[] {
    if (!this.#changed) return this.#list;
    this.#changed = false;
    this.#list = this.sent.map(giveSent);
    return this.#list;
  }

  #follow(sent: Sent): void {
    const { entry } = sent;
    sent.reading = this.#readings.get(entry.id) ?? null;
    sent.answered = null;
    sent.about = null;
    sent.again = null;
    sent.takenAt = null;
    if (!sent.counts) return;
    const start = this.everRead ? (sent.reading?.start ?? null) : (this.#starts?.after(entry.ts) ?? null);
    if (entry.kind === 'reply') {
      sent.answered = this.#questions.answeredBy(entry);
      sent.about = sent.answered ?? this.#named(entry);
      if (sent.about !== null) sent.again = this.#askedAfter(sent, sent.about);
    }
    if (start !== null && (sent.again === null || start.seq < sent.again.mark.seq)) sent.takenAt = start.at;
  }

  /** A reply that came too late for its question: the newest of that id that it could know. */
  #named(entry: FoldEntry): Question | null {
    if (entry.question === null) return null;
    const asked = this.#questions.withId(entry.question);
    return asked[firstAsked(asked, (question) => question.mark.latest > entry.ts) - 1] ?? null;
  }

  /** The first asking of the same question after the entry was read; where nothing tells of reading, after it was sent. */
  #askedAfter(sent: Sent, about: Question): Question | null {
    const reading = sent.reading;
    if (reading === null && this.everRead) return null;
    const after = (question: Question): boolean =>
      reading === null ? question.mark.latest > sent.entry.ts : question.mark.seq > reading.mark.seq;
    const same = this.#questions.sameAs(about);
    return same[firstAsked(same, after)] ?? null;
  }
}

/** The place of the first that fits; the later one of two fits if the earlier does. */
function firstAsked(questions: readonly Question[], fits: (question: Question) => boolean): number {
  return lowest(questions.length, (place) => {
    const question = questions[place];
    return question === undefined || fits(question);
  });
}

function median(values: Float64Array): number {
  const sorted = values.sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The same object for as long as nothing in it changed. */
function giveSent(sent: Sent): SentEntry {
  const { entry, reading, answered, takenAt, given, givenOf } = sent;
  if (given !== null && givenOf[0] === reading && givenOf[1] === answered && givenOf[2] === takenAt)
    return given;
  sent.givenOf = [reading, answered, takenAt];
  sent.given = {
    id: entry.id,
    kind: entry.kind,
    text: entry.text,
    ts: isoMillis(entry.ts),
    question: entry.question,
    choice: entry.choice,
    round: entry.round === null ? null : Number(entry.round),
    trusted: entry.trusted,
    copy: sent.copy,
    read: reading !== null,
    readAt: reading === null ? null : isoMillis(reading.mark.at),
    takenAt: takenAt === null ? null : isoMillis(takenAt),
    answers: answered === null ? null : giveKey(answered),
  };
  return sent.given;
}
