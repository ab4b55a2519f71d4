/** Answering in the panel of one loop: as in the Questions panel, but for nothing of other loops and each ask by itself. */

import type { AsksModel, ReadModel } from '../../../workspace/model.ts';
import { AnswerHandlers } from '../questions/answerHandlers.ts';
import type { AnswerActs } from '../questions/questionsActs.ts';

export function loopAnswers(model: ReadModel, acts: AnswerActs, key: string): AnswerHandlers {
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
  return new AnswerHandlers(asks, acts, (each) => each.startsWith(`${key}|`));
}
