/** What the Questions panel's page may ask for and do. Nothing here knows the editor: that is what the acts are for. */

import { ok } from '../../../protocol/lib/result.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { AsksModel } from '../../../workspace/model.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import { groupOf } from '../../kit/findWait.ts';
import { checkedHandlers, type PanelHandlers } from '../rpc.ts';
import { AnswerHandlers, gone } from './answerHandlers.ts';
import { changedRound, filesOf } from './askSlice.ts';
import { listSlice, runningLoops } from './listSlice.ts';
import type { QuestionsActs } from './questionsActs.ts';
import { ASKS, type QuestionsContract, TAKES } from './questionsMessages.ts';

/** @param changed what the panel remembers by itself is another now */
export function questionsHandlers(
  model: AsksModel,
  acts: QuestionsActs,
  changed: () => void,
): PanelHandlers<QuestionsContract> {
  const answers = new AnswerHandlers(model, acts);
  const answer = answers.handlers();
  const onWait = answers.onWait.bind(answers);
  /** The loops of the last list of what runs, as their places there are what the page can name. */
  let running: readonly WatchedLoop[] = [];

  return checkedHandlers<QuestionsContract>(ASKS, TAKES, {
    slices: {
      list: () => {
        running = runningLoops(model);
        return listSlice(model, answers.handles);
      },
      ...answer.slices,
    },
    requests: {
      ...answer.requests,
      file: ({ wait, index }) =>
        onWait(async (found) => {
          const path = filesOf(answers.memoryOf(found.key).wait ?? found)[index];
          if (path !== undefined && found.kind !== 'feedback') await acts.openFile(found.loop, path);
        })({ wait }),
      changes: onWait(async (wait) => {
        const round = changedRound(wait);
        if (wait.kind !== 'feedback' && round !== null) await acts.changes(wait.loop, round);
      }),
      show: onWait((wait) => (wait.kind === 'feedback' ? acts.showTask(wait) : acts.showLoop(wait.loop))),
      showRun: async ({ index }) => {
        const loop = running[index];
        if (loop === undefined) return gone();
        await acts.showLoop(loop);
        return ok(null);
      },
      alike: onWait(async (wait) => {
        const alike: readonly Wait[] = groupOf(model.waits(), wait.key)?.same ?? [wait];
        const taken = await acts.pickAlike(alike);
        if (taken === undefined) return;
        const { session } = answers.memoryOf(wait.key);
        const others = taken.filter((each) => each.key !== wait.key);
        // The one in hand is always among them: its text is what is shown.
        session.alike = others.length === 0 ? null : [wait, ...others];
        changed();
      }),
      alone: ({ wait }) => {
        answers.memoryOf(answers.handles.key(wait)).session.alike = null;
        changed();
        return ok(null);
      },
      useTheirs: onWait(async (wait) => {
        if (wait.kind !== 'feedback' || wait.draft === null) return;
        const memory = answers.memoryOf(wait.key);
        delete memory.typed;
        memory.session.keep({ text: wait.draft, choice: null });
      }),
    },
  });
}
