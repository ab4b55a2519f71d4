import type { Answer } from '../../acts/answer/answer.ts';
import { AnswerSession, type SessionPorts } from '../../acts/answer/answerSession.ts';
import {
  type AnswerTarget,
  asItIsNow,
  type FeedbackTarget,
  type LoopTarget,
} from '../../acts/answer/answerTarget.ts';
import type { Outbox } from '../../acts/outbox.ts';
import { COMMANDS } from '../../contract.ts';
import { run } from '../../host/commands.ts';
import { confirm, info } from '../../host/messages.ts';
import { type Refusal, refuse } from '../../protocol/lib/result.ts';
import type { QuestionState } from '../../protocol/loops/loopSnapshot.ts';
import { join, type Shown } from '../../text/agentText.ts';
import { refusalWords, sentHead } from '../../text/refusalWords.ts';
import { ours, say } from '../../text/say.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../workspace/model.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { type Button, copyButton, keptWords, offer } from './offer.ts';
import { rowForTask } from './rowTree.ts';
import { wayOutButton } from './wayOutButton.ts';
import { allAnswered } from './words/alikeWords.ts';
import { expiredWords, lateWords } from './words/answerWords.ts';

export interface TellerPorts extends SessionPorts {
  outbox: SessionPorts['outbox'] & Pick<Outbox, 'mayAnswer'>;
  model: Pick<ReadModel, 'loop' | 'workspace'>;
  /** Opens the steering box with this text in it. */
  steer: (loop: WatchedLoop, text: string) => Promise<void>;
}

/** What was not sent to a loop. */
export interface Unsent {
  /** Of the loop, or of whatever else is meant. */
  name: string;
  /** What the person had typed: it is offered to be used otherwise. */
  text?: string;
  loop?: WatchedLoop | undefined;
  question?: QuestionState | undefined;
  /** "Not sent:" or the like unless given. */
  head?: Shown<'toast'>;
}

/** What keeps one task back, and not its workspace. */
const OF_ITS_FILE = new Set(['twin', 'invalid']);

/** Sends what surfaces gather in a session, and says what became of it. */
export class AnswerTeller {
  readonly #ports: TellerPorts;

  constructor(ports: TellerPorts) {
    this.#ports = ports;
  }

  /** Whether the ask can be answered; says why where it can't, before anything is typed. */
  async mayAnswer(wait: Wait): Promise<boolean> {
    const refusal = this.#ports.outbox.mayAnswer(wait);
    if (refusal === null) return true;
    if (wait.kind !== 'feedback') await this.tell(refusal, { name: wait.loop.id });
    else if (OF_ITS_FILE.has(refusal.code)) await this.tellTask(refusal, wait);
    else await this.tell(refusal, { name: wait.workspace.name });
    return false;
  }

  /**
   * True once all of it is on disk; false leaves the text as the draft. A question whose time has run out is sent after one
   * confirmation.
   */
  async send(session: AnswerSession, answer: Answer): Promise<boolean> {
    const { seen, alike } = session;
    if (alike !== null) return this.#sendToAll(session, answer);
    if (seen === null) return false;
    let sent = await session.send(answer);
    if (!sent.ok && sent.code === 'expired' && seen.kind !== 'feedback') {
      if (!(await this.#agreed(seen))) return false;
      sent = await session.send(answer, { answers: true });
    }
    if (!sent.ok) void this.#tellUnsent(sent, seen, answer);
    else if (sent.value.twice && seen.kind !== 'feedback') this.#sayTwice(seen.loop.id);
    return sent.ok;
  }

  async #agreed(seen: LoopTarget): Promise<boolean> {
    const expiresAt = Date.parse(this.#question(seen)?.expiresAt ?? '');
    const question = say('toast', 'Answer {0} all the same?', seen.loop.id);
    const agreed = await confirm(question, expiredWords(expiresAt), [ours('Send')]);
    if (agreed === undefined)
      void info(ours('Nothing was sent. Your text is kept: Answer Next takes it up again.'));
    return agreed !== undefined;
  }

  async #tellUnsent(refusal: Refusal, seen: AnswerTarget, answer: Answer): Promise<void> {
    const { model } = this.#ports;
    if (seen.kind !== 'feedback') {
      const about = { name: seen.loop.id, loop: model.loop(seen.loop.key), question: this.#question(seen) };
      return this.tell(refusal, { ...about, text: answer.text });
    }
    const again = (): Promise<boolean> =>
      this.send(AnswerSession.of(this.#ports, asItIsNow(model.workspace(seen.workspace.key), seen)), answer);
    return this.tellTask(refusal, seen, answer.text, refusal.code === 'changed' ? again : undefined);
  }

  /** What became of one answer to several asks of one loop or one agent is told in one line. */
  async #sendToAll(session: AnswerSession, answer: Answer): Promise<boolean> {
    const first = session.alike?.[0];
    if (first === undefined) return false;
    const { answered, refused, twice } = await session.sendToAll(answer);
    const ofTasks = first.kind === 'feedback';
    const name = ofTasks ? first.asker : first.loop.id;
    if (twice) this.#sayTwice(name);
    if (refused.length === 0) {
      void info(allAnswered(answered, refused, name));
      return true;
    }
    const { answerReason } = await import('./words/feedbackRefusalWords.ts');
    const words = allAnswered(answered, refused, name, ofTasks ? answerReason : undefined);
    const loop = ofTasks ? undefined : this.#ports.model.loop(first.loop.key);
    const buttons = ofTasks ? copyButton(answer.text) : this.#textButtons(answer.text, loop);
    void offer(join<'toast'>([words, keptWords(answer.text)], '. '), buttons);
    return false;
  }

  /** Says why a task's answer was not taken, and offers its text; `again`: it may be sent all the same. */
  async tellTask(
    refusal: Refusal,
    target: FeedbackTarget,
    text = '',
    again?: () => Promise<unknown>,
  ): Promise<void> {
    const { feedbackRefusal } = await import('./words/feedbackRefusalWords.ts');
    const told = feedbackRefusal(refusal, target, this.#ports.model.workspace(target.workspace.key));
    if (told.late) return offer(told.words, copyButton(text), info);
    const words = join<'toast'>([told.words, keptWords(text)], ' ');
    const task = { workspaceKey: target.workspace.key, folder: 'feedback', id: target.row.id };
    const show = () => run(COMMANDS.openTask, rowForTask(task), { focus: true });
    const first: Button[] =
      again === undefined
        ? wayOutButton(refusal)
        : [
            { title: ours('Show'), press: show },
            { title: ours('Send Again'), press: again },
          ];
    return offer(words, [...first, ...copyButton(text)]);
  }

  /** Says why something was not sent (or what else `head` says was not done), and offers what can be done about it. */
  async tell(refusal: Refusal, unsent: Unsent): Promise<void> {
    const { name, text = '', loop, question, head = sentHead(refusal) } = unsent;
    if (refusal.code === 'answered' && question !== undefined)
      return offer(lateWords(name, question, loop?.snapshot), this.#textButtons(text, loop), info);
    const words = join<'toast'>([head, refusalWords(refusal, name), keptWords(text)], ' ');
    return offer(words, [...wayOutButton(refusal), ...this.#textButtons(text, loop)]);
  }

  /** Says that Restricted Mode keeps an act back, with the way to trust; `head` says what was not done. */
  tellRestricted(name: string, head: Shown<'toast'>): Promise<void> {
    return this.tell(refuse('restricted', 'Not trusted.'), { name, head });
  }

  #question(target: LoopTarget): QuestionState | undefined {
    const key = target.question?.key;
    if (key === undefined) return undefined;
    return this.#ports.model
      .loop(target.loop.key)
      ?.snapshot.questions.find((one) => one.key.offset === key.offset && one.key.askedAt === key.askedAt);
  }

  #sayTwice(name: string): void {
    const words = say(
      'toast',
      '{0} has two answers to this question: another program wrote one at the same moment.',
      name,
    );
    void offer(words, [{ title: ours('Show'), press: () => run(COMMANDS.goToNeedsYou) }]);
  }

  #textButtons(text: string, loop: WatchedLoop | undefined): Button[] {
    if (text.trim() === '') return [];
    const press = async () => (loop === undefined ? undefined : this.#ports.steer(loop, text));
    return [...copyButton(text), { title: ours('Send as Steering…'), press }];
  }
}
