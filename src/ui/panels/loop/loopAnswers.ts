/** Answering in the panel of one loop: as in the Questions panel, but for nothing of other loops and each ask by itself. */

import type { AsksModel, ReadModel } from '../../../workspace/model.ts';
import { Answering } from '../questions/answering.ts';
import type { AnswerActs } from '../questions/questionsWorld.ts';
import type { LoopActs } from './loopActs.ts';

export function loopAnswers(model: ReadModel, acts: LoopActs, key: string): Answering {
  const own = () => model.loop(key);
  const asks: AsksModel = {
    home: model.home,
    now: () => model.now(),
    ready: () => model.ready(),
    waits: () => {
      const loop = own();
      return loop === undefined ? [] : model.waitsOf(loop).map((wait) => ({ ...wait, same: [wait] }));
    },
    loops: () => {
      const loop = own();
      return loop === undefined ? [] : [loop];
    },
    workspaces: () => [],
    draft: (wait) => model.draft(wait),
    elsewhere: (draft) => model.elsewhere(draft),
  };
  const answer: AnswerActs = {
    setDraft: acts.setDraft,
    discard: acts.discardDraft,
    send: async (wait, typed) => wait.kind !== 'feedback' && (await acts.answer(wait, typed)),
    sendAll: () => Promise.reject(new Error('No asks are answered together here.')),
    openWhole: async (wait) => {
      if (wait.kind !== 'feedback') await acts.wholeAsk(wait);
    },
    writeInEditor: async (wait) => {
      if (wait.kind !== 'feedback') await acts.writeInEditor(wait);
    },
    wayOut: async (code, place) => {
      if ('repository' in place) await acts.wayOut(code, place);
    },
    copy: acts.copy,
    steer: acts.steer,
  };
  return new Answering(asks, answer, (each) => each.startsWith(`${key}|`));
}
