/** Answering in the panel of one loop: as in the Questions panel, but for nothing of other loops and each ask by itself. */
import { AnswerHandlers } from '../questions/answerHandlers.ts';
import type { AnswerActs, QuestionsWorld } from '../questions/questionsWorld.ts';
import type { LoopWorld } from './loopWorld.ts';

export function loopAnswers(world: LoopWorld, acts: AnswerActs, key: string): AnswerHandlers {
  const asks: QuestionsWorld = {
    now: world.now,
    ready: world.ready,
    home: world.home,
    waits: () => {
      const loop = world.get(key);
      return loop === undefined ? [] : world.waits(loop).map((wait) => ({ ...wait, same: [wait] }));
    },
    loops: () => {
      const loop = world.get(key);
      return loop === undefined ? [] : [loop];
    },
    workspaces: () => [],
    draft: world.draft,
    elsewhere: world.elsewhere,
  };
  return new AnswerHandlers(asks, acts, (each) => each.startsWith(`${key}|`));
}
