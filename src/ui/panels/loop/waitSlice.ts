/** Which asks of the loop the panel shows: what waits, and what is over while the person's text for it is left. */

import type { ReadModel } from '../../../workspace/model.ts';
import { questionWaitKey } from '../../../workspace/needsYou.ts';
import type { AnswerHandlers } from '../questions/answerHandlers.ts';
import type { Waiting } from './loopMessages.ts';

const MOST = 5;

export function waitSlice(model: ReadModel, key: string, answers: AnswerHandlers): Waiting {
  const loop = model.loop(key);
  const waits = loop === undefined ? [] : model.waitsOf(loop).map((wait) => wait.key);
  const here = new Set(waits);
  const asked = loop?.snapshot.questions.map((question) => questionWaitKey(loop, question)) ?? [];
  const over = new Set([...answers.remembered(), ...asked].filter((each) => !here.has(each)));
  const left = [...over].filter((each) => (model.draft(each)?.text ?? '').trim() !== '');
  return {
    waits: [...waits.slice(0, MOST), ...left.slice(-MOST)].map((each) => answers.handles.of(each)),
    more: Math.max(0, waits.length - MOST),
  };
}
