import { type Result, refuse } from '../../protocol/lib/result.ts';
import type { QuestionState } from '../../protocol/loops/loopSnapshot.ts';
import type { HeldNote, HeldNoteStore } from '../../workspace/kept/heldNotes.ts';
import { openQuestion } from '../../workspace/loops/openQuestion.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { questionWaitKey } from '../../workspace/needsYou.ts';
import { AnswerSession, type SessionPorts } from '../answer/answerSession.ts';
import type { Sent } from '../outbox.ts';

export interface SteeringPorts extends SessionPorts {
  model: Pick<ReadModel, 'loop'>;
  heldNotes: Pick<HeldNoteStore, 'keep' | 'list' | 'drop'>;
}

/** The question that stands, and a session to answer it with a note's text. */
export interface OpenQuestion {
  question: QuestionState;
  session: AnswerSession;
}

/** Notes to loops. A note never becomes an answer unless the person said so. */
export class Steering {
  readonly #ports: SteeringPorts;

  constructor(ports: SteeringPorts) {
    this.#ports = ports;
  }

  /** The draft of a note; one a loop. */
  draftKey(loop: { key: string }): string {
    return `${loop.key}|note`;
  }

  /**
   * Refusals: those of `Outbox`, and `empty`; `would-answer` while a question is open, which the note would count for.
   *
   * @param id made when its box opened, and the same over retries
   */
  async note(loop: { key: string }, text: string, id: string): Promise<Result<Sent>> {
    const trimmed = text.trim();
    if (trimmed === '') return refuse('empty', 'There is nothing to send.');
    return this.#ports.outbox.reply('note', loop, { to: null, text: trimmed, id });
  }

  /** What the loop would take a note for; undefined where nothing is open. */
  questionOf(seen: WatchedLoop): OpenQuestion | undefined {
    const loop = this.#ports.model.loop(seen.key) ?? seen;
    const question = openQuestion(loop.snapshot);
    if (question === undefined) return undefined;
    const target = { key: questionWaitKey(loop, question), loop, question };
    const session = AnswerSession.of(this.#ports, target);
    return { question, session };
  }

  /** It goes out by itself, once the loop has gone on. */
  hold(loop: WatchedLoop, text: string): Promise<Result<HeldNote>> {
    return this.#ports.heldNotes.keep(loop, text);
  }

  /** A note that is held, with its loop. */
  held(noteId: string): { note: HeldNote; loop: WatchedLoop } | undefined {
    const note = this.#ports.heldNotes.list().find((one) => one.id === noteId);
    const loop = note === undefined ? undefined : this.#ports.model.loop(note.loopKey);
    return note === undefined || loop === undefined ? undefined : { note, loop };
  }

  drop(noteId: string): Promise<void> {
    return this.#ports.heldNotes.drop(noteId);
  }
}
