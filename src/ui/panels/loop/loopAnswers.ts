/** Answering in the panel of one loop: as in the Questions panel, but for nothing of other loops and each ask by itself. */
import { Answering } from '../questions/answering.ts';
import type { AnswerActs, QuestionsWorld } from '../questions/questionsWorld.ts';
import type { LoopActs, LoopWorld } from './loopWorld.ts';

export function loopAnswers(world: LoopWorld, acts: LoopActs, key: string): Answering {
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
