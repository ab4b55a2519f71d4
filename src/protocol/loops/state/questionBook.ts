import type { Micros } from '../../lib/time.ts';
import type { FoldEvent, QuestionEnd } from '../eventDefinitions.ts';
import type { FoldEntry } from '../inboxEntry.ts';
import type { QuestionState } from '../loopSnapshot.ts';
import { type Asked, giveQuestion, type Mark, type Question, type QuestionEnding } from './questionEntry.ts';
import { Change, SortedList } from './sortedList.ts';

type Closed = Extract<FoldEvent, { event: 'question_closed' }>;

interface Closing {
  readonly event: Closed;
  readonly mark: Mark;
}

/** What becomes of a question, before any closing or reply acted. */
const UNDECIDED = {
  state: 'open',
  reason: null,
  answer: null,
  closedAt: null,
  taken: false,
  overtaken: false,
} as const satisfies Partial<Question>;

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
  /** What replies answered that no line of the log has come after yet: undone before the next one acts. */
  #ahead: { reply: FoldEntry; question: Question }[] = [];
  #changed = false;
  /** Changed since the lists below were brought up to date, and since they were given out. */
  #stale: Question[] = [];
  #ungiven: Question[] = [];
  #list: QuestionState[] = [];
  #givenAt: Micros = Number.NEGATIVE_INFINITY;
  readonly #stillOpen = new SortedList<Question>(indexOf, indexOf);
  /** Of the open ones those that expire, by when. */
  readonly #timed = new SortedList<Question>(expiryOf, indexOf);
  readonly #ended = new SortedList<QuestionEnding>(
    ({ at }) => at,
    ({ question }) => question.index,
  );

  ask(event: Asked, offset: number, mark: Mark): void {
    const question: Question = {
      event,
      index: this.all.length,
      offset,
      mark,
      expiresAt: event.timeout_s === undefined ? null : mark.at + Number(event.timeout_s) * 1_000_000,
      passed: null,
      askedAgain: false,
      ...UNDECIDED,
      given: null,
      key: null,
      asking: null,
      decided: null,
      stale: false,
      listed: false,
      ending: null,
    };
    this.all.push(question);
    this.#touch(question);
    this.#waiting.push(question);
    this.#asSame(question);
    this.#line(question);
  }

  close(event: Closed, mark: Mark): void {
    this.#line({ event, mark });
  }

  /** The loop goes on: a starting event or the end of a round. */
  pass(seq: number, latest: Micros, at: Micros): void {
    if (this.#waiting.length === 0) return;
    const mark = { seq, latest, at };
    for (const question of this.#waiting) {
      question.passed = mark;
      this.#touch(question);
    }
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
    if (!this.#changed) return;
    this.#changed = false;
    this.#takeBack();
    while (this.#linesDone < this.#lines.length) {
      const line = this.#lines[this.#linesDone];
      if (line === undefined) break;
      this.#reply(line.mark.latest);
      if ('offset' in line) this.#asked(line);
      else this.#closed(line);
      this.#linesDone += 1;
    }
    this.#replyAhead();
    this.#collect();
  }

  /** Open, expired and overtaken ones included, first asked first. */
  get stillOpen(): readonly Question[] {
    return this.#stillOpen.items;
  }

  /** Closed as superseded or withdrawn at this time or later and not asked again, by when. */
  endedSince(from: Micros): readonly QuestionEnding[] {
    return this.#ended.items.slice(this.#ended.below(from));
  }

  /** Open ones that expired at `from` or later, and before `now`, by when. */
  expiredSince(from: Micros, now: Micros): readonly Question[] {
    return this.#timed.items.slice(this.#timed.below(from), this.#timed.below(now));
  }

  /** When the next of the open ones expires; null: none does. */
  nextExpiry(now: Micros): Micros | null {
    return this.#timed.items[this.#timed.below(now)]?.expiresAt ?? null;
  }

  /** As they are shown at a time; the same list for as long as nothing in it changed. */
  give(now: Micros): QuestionState[] {
    const times = [this.#timed.below(this.#givenAt), this.#timed.below(now)];
    this.#givenAt = now;
    const expiring = this.#timed.items.slice(Math.min(...times), Math.max(...times));
    const ungiven = this.#ungiven;
    this.#ungiven = [];
    let list: QuestionState[] | null = null;
    for (const question of [...ungiven, ...expiring]) {
      const given = giveQuestion(question, now);
      if (this.#list[question.index] === given) continue;
      list ??= [...this.#list];
      list[question.index] = given;
    }
    if (list !== null) this.#list = list;
    return this.#list;
  }

  #line(line: Question | Closing): void {
    this.#lines.push(line);
    this.#changed = true;
  }

  #touch(question: Question): void {
    if (question.stale) return;
    question.stale = true;
    this.#stale.push(question);
  }

  #restart(): void {
    this.#linesDone = 0;
    this.#repliesDone = 0;
    this.#answered.clear();
    this.#ahead = [];
    this.#open = [];
    this.#untaken = [];
    this.#untakenById.clear();
    this.#newestById.clear();
    this.#changed = true;
    for (const question of this.all) {
      this.#touch(question);
      Object.assign(question, UNDECIDED);
    }
  }

  /** Lets the replies act that come before a line up to which the greatest `ts` is `latest`. */
  #reply(latest: Micros): void {
    for (;;) {
      const reply = this.#replies[this.#repliesDone];
      if (reply === undefined || reply.ts >= latest) return;
      this.#repliesDone += 1;
      const question = reply.question === null ? this.#newestOpen() : this.#newestById.get(reply.question);
      if (question?.state === 'open') this.#answer(question, reply);
    }
  }

  /** Lets the replies act that no line has come after. Nothing is dropped for good: the next line may come before them. */
  #replyAhead(): void {
    this.#newestOpen();
    let top = this.#open.length - 1;
    for (let next = this.#repliesDone; next < this.#replies.length; next += 1) {
      const reply = this.#replies[next];
      if (reply === undefined) return;
      while (top >= 0 && this.#open[top]?.state !== 'open') top -= 1;
      const question = reply.question === null ? this.#open[top] : this.#newestById.get(reply.question);
      if (question?.state !== 'open') continue;
      this.#answer(question, reply);
      this.#ahead.push({ reply, question });
    }
  }

  #takeBack(): void {
    for (const { reply, question } of this.#ahead) {
      question.state = 'open';
      question.answer = null;
      this.#answered.delete(reply);
      this.#touch(question);
    }
    this.#ahead = [];
  }

  #answer(question: Question, reply: FoldEntry): void {
    // Nothing of the log stands between the reply and the line before which it acts.
    question.overtaken = passedBy(question, (passed) => passed.latest <= reply.ts);
    question.state = 'answered';
    question.answer = reply.text;
    this.#answered.set(reply, question);
    this.#touch(question);
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
    this.#touch(question);
    if (question.state === 'open') question.overtaken = passedBy(question, (passed) => passed.seq < mark.seq);
    question.state = reason === 'answered' ? 'answered' : 'closed';
    question.reason = reason;
    question.answer = answer ?? (reason === 'answered' ? question.answer : null);
    question.closedAt = mark.at;
    question.decided = null;
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
    const older = same.at(-1);
    if (older !== undefined && question.event.id !== undefined) {
      older.askedAgain = true;
      this.#touch(older);
    }
    same.push(question);
  }

  /** Puts what changed into the lists that it now belongs to. */
  #collect(): void {
    const open = new Change<Question>();
    const timed = new Change<Question>();
    const ended = new Change<QuestionEnding>();
    for (const question of this.#stale) {
      question.stale = false;
      this.#ungiven.push(question);
      const isOpen = question.state === 'open';
      if (isOpen) question.overtaken = passedBy(question, () => true);
      if (isOpen !== question.listed) {
        question.listed = isOpen;
        open.to(question, isOpen);
        if (question.expiresAt !== null) timed.to(question, isOpen);
      }
      const at = question.state === 'closed' && !question.askedAgain ? (question.closedAt ?? 0) : null;
      if (at === (question.ending?.at ?? null)) continue;
      if (question.ending !== null) ended.to(question.ending, false);
      question.ending = at === null ? null : { question, at };
      if (question.ending !== null) ended.to(question.ending, true);
    }
    this.#stale = [];
    this.#stillOpen.change(open);
    this.#timed.change(timed);
    this.#ended.change(ended);
  }
}

function indexOf(question: Question): number {
  return question.index;
}

function expiryOf(question: Question): number {
  return question.expiresAt ?? Number.POSITIVE_INFINITY;
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
