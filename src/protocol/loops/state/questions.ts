import type { FoldEntry, FoldEvent, Micros, QuestionEnd, QuestionState } from '../model.ts';
import { type Asked, giveQuestion, type Mark, type Question } from './question.ts';

type Closed = Extract<FoldEvent, { event: 'question_closed' }>;

interface Closing {
  readonly event: Closed;
  readonly mark: Mark;
}

/** Questions, with the log's closings and the person's replies acting in the order of their times. */
export class QuestionBook {
  readonly all: Question[] = [];
  readonly #lines: (Question | Closing)[] = [];
  /** Questions that nothing passed yet. */
  #waiting: Question[] = [];
  readonly #same = new Map<string, Question[]>();
  /** Counting replies by `ts`, then by line. */
  #replies: readonly FoldEntry[] = [];
  /** What each reply answered. */
  readonly #answered = new Map<FoldEntry, Question>();
  #linesDone = 0;
  #repliesDone = 0;
  /** Newest last; what is no longer open, or taken, is dropped when it is met. */
  #open: Question[] = [];
  #untaken: Question[] = [];
  readonly #untakenById = new Map<string, Question[]>();
  readonly #newestById = new Map<string, Question>();
  #changed = false;
  #stale = false;
  #list: QuestionState[] = [];
  #stillOpen: Question[] = [];
  #endedWithout: Question[] = [];

  ask(event: Asked, offset: number, mark: Mark): void {
    const question: Question = {
      event,
      offset,
      mark,
      expiresAt: event.timeout_s === undefined ? null : mark.at + Number(event.timeout_s) * 1_000_000,
      passed: null,
      askedAgain: false,
      state: 'open',
      reason: null,
      answer: null,
      closedAt: null,
      taken: false,
      overtaken: false,
      given: null,
    };
    this.all.push(question);
    this.#waiting.push(question);
    this.#asSame(question);
    this.#line(question, mark);
  }

  close(event: Closed, mark: Mark): void {
    this.#line({ event, mark }, mark);
  }

  /** The loop goes on: a starting event or the end of a round. */
  pass(seq: number, latest: Micros, at: Micros): void {
    if (this.#waiting.length === 0) return;
    const mark = { seq, latest, at };
    for (const question of this.#waiting) question.passed = mark;
    this.#waiting = [];
    this.#changed = true;
  }

  /** Counting replies in the order in which they act. */
  setReplies(replies: readonly FoldEntry[]): void {
    this.#replies = replies;
    this.#restart();
  }

  /** Every asking of the same question, first to last: of its id, or where it has none, of its text. */
  sameAs(question: Question): readonly Question[] {
    return this.#same.get(sameKey(question.event.id, question.event.text)) ?? [];
  }

  withId(id: string): readonly Question[] {
    return this.#same.get(sameKey(id, '')) ?? [];
  }

  answeredBy(entry: FoldEntry): Question | null {
    return this.#answered.get(entry) ?? null;
  }

  /** Brings everything up to date; what is read below holds until the next line or reply. */
  settle(): void {
    while (this.#linesDone < this.#lines.length) {
      const line = this.#lines[this.#linesDone];
      if (line === undefined) break;
      this.#reply(line.mark.latest);
      if ('offset' in line) this.#asked(line);
      else this.#closed(line);
      this.#linesDone += 1;
    }
    this.#reply(Number.POSITIVE_INFINITY);
    if (this.#changed) this.#collect();
  }

  /** Open, expired and overtaken ones included, first asked first. */
  get stillOpen(): readonly Question[] {
    return this.#stillOpen;
  }

  /** Closed as superseded or withdrawn and not asked again. */
  get endedWithout(): readonly Question[] {
    return this.#endedWithout;
  }

  /** As they are shown at a time; the same list for as long as nothing in it changed. */
  give(now: Micros): QuestionState[] {
    const stale =
      this.#stale || this.#stillOpen.some((question) => question.given !== giveQuestion(question, now));
    this.#stale = false;
    if (stale) this.#list = this.all.map((question) => giveQuestion(question, now));
    return this.#list;
  }

  #line(line: Question | Closing, mark: Mark): void {
    this.#lines.push(line);
    this.#changed = true;
    // Replies that acted at the end of the log may belong behind this line.
    const last = this.#replies[this.#repliesDone - 1];
    if (last !== undefined && mark.latest <= last.ts) this.#restart();
  }

  #restart(): void {
    this.#linesDone = 0;
    this.#repliesDone = 0;
    this.#answered.clear();
    this.#open = [];
    this.#untaken = [];
    this.#untakenById.clear();
    this.#newestById.clear();
    this.#changed = true;
    for (const question of this.all) {
      question.state = 'open';
      question.reason = null;
      question.answer = null;
      question.closedAt = null;
      question.taken = false;
      question.overtaken = false;
    }
  }

  /** Lets the replies act that come before a line up to which the greatest `ts` is `latest`. */
  #reply(latest: Micros): void {
    for (;;) {
      const reply = this.#replies[this.#repliesDone];
      if (reply === undefined || reply.ts >= latest) return;
      this.#repliesDone += 1;
      this.#changed = true;
      const question = reply.question === null ? this.#newestOpen() : this.#newestById.get(reply.question);
      if (question?.state !== 'open') continue;
      // Nothing of the log stands between the reply and the line before which it acts.
      question.overtaken = passedBy(question, (passed) => passed.latest <= reply.ts);
      question.state = 'answered';
      question.answer = reply.text;
      this.#answered.set(reply, question);
    }
  }

  #asked(question: Question): void {
    const id = question.event.id;
    if (id !== undefined) {
      const older = this.#newestById.get(id);
      if (older?.state === 'open') {
        this.#end(older, 'superseded', null, question.mark);
        older.taken = true;
      }
      this.#newestById.set(id, question);
      const untaken = this.#untakenById.get(id);
      if (untaken === undefined) this.#untakenById.set(id, [question]);
      else untaken.push(question);
    }
    this.#open.push(question);
    this.#untaken.push(question);
  }

  #closed(closing: Closing): void {
    const { question: id, reason, answer } = closing.event;
    const question = newestUntaken(id === undefined ? this.#untaken : this.#untakenById.get(id));
    if (question === null) return;
    question.taken = true;
    this.#end(question, reason, answer === '' ? null : answer, closing.mark);
  }

  /** A line of the log ends a question, also one that was answered. */
  #end(question: Question, reason: QuestionEnd, answer: string | null, mark: Mark): void {
    if (question.state === 'open') question.overtaken = passedBy(question, (passed) => passed.seq < mark.seq);
    question.state = reason === 'answered' ? 'answered' : 'closed';
    question.reason = reason;
    question.answer = answer ?? (reason === 'answered' ? question.answer : null);
    question.closedAt = mark.at;
  }

  #newestOpen(): Question | undefined {
    while (this.#open.length > 0 && this.#open.at(-1)?.state !== 'open') this.#open.pop();
    return this.#open.at(-1);
  }

  #asSame(question: Question): void {
    const key = sameKey(question.event.id, question.event.text);
    const same = this.#same.get(key);
    if (same === undefined) {
      this.#same.set(key, [question]);
      return;
    }
    for (const older of same.slice(-1)) older.askedAgain = question.event.id !== undefined;
    same.push(question);
  }

  #collect(): void {
    this.#changed = false;
    this.#stale = true;
    for (const question of this.all) {
      if (question.state === 'open') question.overtaken = passedBy(question, () => true);
    }
    this.#stillOpen = this.all.filter((question) => question.state === 'open');
    this.#endedWithout = this.all.filter((question) => question.state === 'closed' && !question.askedAgain);
  }
}

/** Only one that blocks can be overtaken; `before`: whether that line came before the question was answered or closed. */
function passedBy(question: Question, before: (passed: Mark) => boolean): boolean {
  return question.event.blocks && question.passed !== null && before(question.passed);
}

function newestUntaken(questions: Question[] | undefined): Question | null {
  while (questions !== undefined) {
    const question = questions.pop();
    if (question === undefined) return null;
    if (!question.taken) return question;
  }
  return null;
}

function sameKey(id: string | undefined, text: string): string {
  return id === undefined ? `text ${text}` : `id ${id}`;
}
