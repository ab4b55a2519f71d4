import type { Acting } from '../commands/acting.ts';
import { expiredWait } from '../commands/answer/findWait.ts';
import type { Shown } from '../host/agentText.ts';
import { lateWords } from '../host/words/answerWords.ts';
import { refusalWords } from '../host/words/refusals.ts';
import { ours, say } from '../host/words/say.ts';
import { refuse } from '../protocol/result.ts';
import { questionWaitKey, type Wait } from '../workspace/needsYou.ts';

export interface Late {
  text: Shown<'toast'>;
  buttons: Shown<'toast'>[];
  /** The question's time has run out, but it can still be answered, after a confirmation. */
  expired?: Wait;
}

/** What became of a wait that is no longer one. */
export function lateToast(acting: Acting, wait: Wait): Late {
  const loop = acting.parts.store.get(wait.loop.key);
  const question = loop?.snapshot.questions.find((one) => questionWaitKey(wait.loop, one) === wait.key);
  const buttons = loop === undefined ? [] : [ours('Show')];
  const nothing = (code: string): Late => ({
    text: say('toast', 'Nothing was sent: {0}', refusalWords(refuse(code, ''), wait.loop.id)),
    buttons,
  });
  if (loop === undefined) return nothing('gone');
  if (question === undefined) return nothing('withdrawn');
  const expired = expiredWait(loop, question);
  if (expired !== undefined) return { ...nothing('expired'), expired };
  if (question.state === 'answered') {
    return { text: lateWords(wait.loop.id, question, loop.snapshot), buttons };
  }
  return nothing('withdrawn');
}
