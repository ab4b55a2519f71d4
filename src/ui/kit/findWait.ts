import type { QuestionState } from '../../protocol/loops/loopSnapshot.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import { type LoopWait, questionWait, questionWaitKey, type Wait } from '../../workspace/needsYou.ts';
import type { Target } from './row.ts';

/**
 * The wait that a row is about: by its own key, by its task or question, else the first of its loop. A question whose time has
 * run out is no wait any more, but it can still be answered, so it is given too.
 */
export function findWait(
  waits: readonly Wait[],
  loop: WatchedLoop | undefined,
  target: Target,
): Wait | undefined {
  const all = everyWait(waits);
  if (target.waitKey !== undefined) return all.find((wait) => wait.key === target.waitKey);
  const { task } = target;
  if (task !== undefined)
    return all.find(
      (wait) =>
        wait.kind === 'feedback' && wait.workspace.key === task.workspaceKey && wait.row.id === task.id,
    );
  if (loop === undefined) return undefined;
  const { question: meant } = target;
  if (meant === undefined) return all.find((wait) => wait.kind !== 'feedback' && wait.loop.key === loop.key);
  const question = loop.snapshot.questions.find(
    ({ key }) => key.offset === meant.offset && key.askedAt === meant.askedAt && key.id === meant.id,
  );
  if (question === undefined) return undefined;
  const key = questionWaitKey(loop, question);
  return all.find((wait) => wait.key === key) ?? expiredWait(loop, question);
}

/** Also those that stand behind an equal one. */
export function everyWait(waits: readonly Wait[]): Wait[] {
  return waits.flatMap((wait): readonly Wait[] => wait.same);
}

/** The wait that stands for this one among equal asks: itself, or the first of them. */
export function groupOf(waits: readonly Wait[], key: string): Wait | undefined {
  return waits.find((wait) => wait.same.some((one) => one.key === key));
}

/** Its index among the rows of the view, from 0, which equal asks share; -1 where it waits no more. */
export function indexOfWait(waits: readonly Wait[], key: string): number {
  return waits.findIndex((wait) => wait.same.some((one) => one.key === key));
}

/** A question as a wait, if its time is all that has run out. */
export function expiredWait(loop: WatchedLoop, question: QuestionState): LoopWait | undefined {
  return question.state !== 'expired' || question.overtaken ? undefined : questionWait(loop, question);
}
