import { env } from 'vscode';
import { answerAll } from '../../../acts/answer/answerAll.ts';
import {
  type Answering,
  type AnswerTarget,
  type FeedbackTarget,
  type LoopTarget,
  sameWords,
} from '../../../acts/answer/answering.ts';
import type { Answer } from '../../../acts/answer/answerText.ts';
import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { confirm, info, warn } from '../../../host/messages.ts';
import { type Refusal, refuse } from '../../../protocol/lib/result.ts';
import type { QuestionState } from '../../../protocol/loops/loopSnapshot.ts';
import { refusalWords, sentHead } from '../../../text/refusalWords.ts';
import { ours, say } from '../../../text/say.ts';
import { join, type Shown } from '../../../text/shown.ts';
import { clockMinutes } from '../../../text/timeWords.ts';
import type { LoopStore } from '../../../workspace/loops/loopStore.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { taskWaits } from '../../../workspace/tasks/taskAttention.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { rowForTask } from '../../kit/rowTree.ts';
import { allAnswered } from '../../kit/words/alikeWords.ts';
import { lateWords } from '../../kit/words/answerWords.ts';

export interface SenderPorts {
  answering: Answering;
  store: LoopStore;
  /** Opens the steering box with this text in it. */
  steer: (loop: WatchedLoop, text: string) => Promise<void>;
  tasks: { get(key: string): TaskWorkspace | undefined };
}

/** Sends and says what became of it, for all that answers and steers. */
export class AnswerSender {
  readonly #ports: SenderPorts;

  constructor(ports: SenderPorts) {
    this.#ports = ports;
  }

  /** True once the line is on disk. A question whose time has run out is sent after one confirmation. */
  async answer(target: AnswerTarget, answer: Answer): Promise<boolean> {
    const { answering, store } = this.#ports;
    if (target.kind === 'feedback') return this.#answerTask(target, answer);
    const name = target.loop.id;
    let sent = await answering.answer(target, answer);
    if (!sent.ok && sent.code === 'expired') {
      const agreed = await confirm(
        say('toast', 'Answer {0} all the same?', name),
        this.#expiredWords(target),
        [ours('Send')],
      );
      if (agreed === undefined) {
        void info(ours('Nothing was sent. Your text is kept: Answer Next takes it up again.'));
        return false;
      }
      sent = await answering.answer(target, answer, { answers: true });
    }
    if (sent.ok) {
      if (sent.value.twice) this.#sayTwice(name);
      return true;
    }
    void this.tellRefusal(sent, name, answer.text, store.get(target.loop.key), this.#question(target));
    return false;
  }

  async #answerTask(target: FeedbackTarget, answer: Answer): Promise<boolean> {
    const sent = await this.#ports.answering.answer(target, answer);
    if (sent.ok) return true;
    const again = () => this.#answerTask(this.#asItIsNow(target), answer);
    void this.tellTask(sent, target, answer.text, sent.code === 'changed' ? again : undefined);
    return false;
  }

  /** The task under the same question; another question is none that this was the answer to. */
  #asItIsNow(target: FeedbackTarget): FeedbackTarget {
    const workspace = this.#ports.tasks.get(target.workspace.key);
    const now = workspace === undefined ? [] : taskWaits(workspace);
    return now.find((wait) => wait.key === target.key && sameWords(wait, target)) ?? target;
  }

  /** Says why a task's answer was not taken, and offers its text; `again`: it may be sent all the same. */
  async tellTask(
    refusal: Refusal,
    target: FeedbackTarget,
    text: string,
    again?: () => Promise<unknown>,
  ): Promise<void> {
    const { feedbackRefusal } = await import('../../kit/words/feedbackRefusalWords.ts');
    const workspace = this.#ports.tasks.get(target.workspace.key);
    const { late, words } = feedbackRefusal(refusal, target, workspace);
    if (late) {
      await this.#textButton(await info(words, copyButton(text)), text, undefined);
      return;
    }
    if (again !== undefined) return this.#tellChanged(words, target, text, again);
    const way = wayOut(refusal);
    const buttons = [...(way === null ? [] : [way.title]), ...copyButton(text)];
    const pressed = await warn(join<'toast'>([words, kept(text)], ' '), buttons);
    if (way !== null && pressed === 0) {
      await run(way.command);
      return;
    }
    const place = pressed === undefined || way === null ? pressed : pressed - 1;
    await this.#textButton(place, text, undefined);
  }

  async #tellChanged(
    words: Shown<'toast'>,
    target: FeedbackTarget,
    text: string,
    again: () => Promise<unknown>,
  ): Promise<void> {
    const buttons = [ours('Show'), ours('Send Again'), ...copyButton(text)];
    const pressed = await warn(join<'toast'>([words, kept(text)], ' '), buttons);
    const task = { workspaceKey: target.workspace.key, folder: 'feedback', id: target.row.id };
    if (pressed === 0) await run(COMMANDS.openTask, rowForTask(task), { focus: true });
    else if (pressed === 1) await again();
    else await this.#textButton(pressed === 2 ? 0 : undefined, text, undefined);
  }

  /**
   * One answer to several asks of one loop or one agent; what became of them is told in one line. True once every one is on
   * disk.
   */
  async answerAll(targets: readonly AnswerTarget[], answer: Answer): Promise<boolean> {
    const first = targets[0];
    if (first === undefined) return false;
    const { answered, refused, twice } = await answerAll(this.#ports.answering, targets, answer);
    const ofTasks = first.kind === 'feedback';
    const name = ofTasks ? first.asker : first.loop.id;
    if (twice) this.#sayTwice(name);
    if (refused.length === 0) {
      void info(allAnswered(answered, refused, name));
      return true;
    }
    const { answerReason } = await import('../../kit/words/feedbackRefusalWords.ts');
    const words = allAnswered(answered, refused, name, ofTasks ? answerReason : undefined);
    const buttons = ofTasks ? copyButton(answer.text) : textButtons(answer.text);
    const loop = ofTasks ? undefined : this.#ports.store.get(first.loop.key);
    void warn(join<'toast'>([words, kept(answer.text)], '. '), buttons).then((pressed) =>
      this.#textButton(pressed, answer.text, loop),
    );
    return false;
  }

  #question(target: LoopTarget): QuestionState | undefined {
    const key = target.question?.key;
    if (key === undefined) return undefined;
    return this.#ports.store
      .get(target.loop.key)
      ?.snapshot.questions.find((one) => one.key.offset === key.offset && one.key.askedAt === key.askedAt);
  }

  #expiredWords(target: LoopTarget): Shown<'toast'> {
    const expiresAt = Date.parse(this.#question(target)?.expiresAt ?? '');
    return Number.isNaN(expiresAt)
      ? ours('The time that it gave itself has run out; it may have gone on.')
      : ours('It gave itself until {0}; it may have gone on.', clockMinutes(expiresAt));
  }

  #sayTwice(name: string): void {
    void warn(
      say(
        'toast',
        '{0} has two answers to this question: another program wrote one at the same moment.',
        name,
      ),
      [ours('Show')],
    ).then((button) => (button === 0 ? run(COMMANDS.goToNeedsYou) : undefined));
  }

  /** Says that Restricted Mode keeps an act back, with the way to trust; `head` says what was not done. */
  async tellRestricted(name: string, head: Shown<'toast'>): Promise<void> {
    await this.tellRefusal(refuse('restricted', 'Not trusted.'), name, '', undefined, undefined, head);
  }

  /** Says why something was not sent (or what else `head` says was not done), and offers what can be done with its text. */
  async tellRefusal(
    refusal: Refusal,
    name: string,
    text: string,
    loop: WatchedLoop | undefined,
    question?: QuestionState,
    head: Shown<'toast'> = sentHead(refusal),
  ): Promise<void> {
    if (refusal.code === 'answered' && question !== undefined) {
      const late = await info(lateWords(name, question, loop?.snapshot), textButtons(text));
      await this.#textButton(late, text, loop);
      return;
    }
    const words = join<'toast'>([head, refusalWords(refusal, name), kept(text)], ' ');
    const extra = wayOut(refusal);
    const buttons = [...(extra === null ? [] : [extra.title]), ...textButtons(text)];
    const pressed = await warn(words, buttons);
    if (extra !== null && pressed === 0) {
      await run(extra.command);
      return;
    }
    await this.#textButton(
      pressed === undefined ? undefined : pressed - (extra === null ? 0 : 1),
      text,
      loop,
    );
  }

  async #textButton(pressed: number | undefined, text: string, loop: WatchedLoop | undefined): Promise<void> {
    if (pressed === 0) await env.clipboard.writeText(text);
    if (pressed === 1 && loop !== undefined) await this.#ports.steer(loop, text);
  }
}

function textButtons(text: string): Shown<'toast'>[] {
  return [...copyButton(text), ...(text.trim() === '' ? [] : [ours('Send as Steering…')])];
}

function copyButton(text: string): Shown<'toast'>[] {
  return text.trim() === '' ? [] : [ours('Copy Text')];
}

function kept(text: string): Shown<'toast'> {
  return text.trim() === '' ? ('' as Shown) : ours('Your text is kept.');
}

/** What mends the reason itself; each asks again before it changes anything. */
function wayOut(refusal: Refusal): { title: Shown<'toast'>; command: string } | null {
  switch (refusal.code) {
    case 'restricted':
      return { title: ours('Manage Trust'), command: COMMANDS.manageTrust };
    case 'outside':
      return { title: ours('Add Folder…'), command: COMMANDS.addFolder };
    case 'bad-key':
      return refusal.args['state'] === 'shared'
        ? { title: ours('Make Key Private…'), command: COMMANDS.makeKeyPrivate }
        : null;
    default:
      return null;
  }
}
