/** What became of the ask that a page has in hand: it is held by its key, whatever comes and goes around it. */

import type { QuestionState } from '../../../protocol/loops/loopSnapshot.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { AsksModel } from '../../../workspace/model.ts';
import { type LoopWait, questionWait, questionWaitKey, type Wait } from '../../../workspace/needsYou.ts';
import { type FeedbackWait, feedbackWait } from '../../../workspace/tasks/taskAttention.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { everyWait, expiredWait } from '../../kit/findWait.ts';
import { taskNow } from '../../kit/taskIdentity.ts';

/** `wait` says what was asked, also of one that is over. */
export type FoundAsk =
  | { state: 'here'; wait: Wait }
  | { state: 'over'; wait: Wait; of: OverLoop | OverTask }
  | { state: 'gone' };

export interface OverLoop {
  kind: 'loop';
  loop: WatchedLoop | undefined;
  /** As it stands now; undefined for a verdict, and where its loop is gone. */
  question: QuestionState | undefined;
}

export interface OverTask {
  kind: 'task';
  workspace: TaskWorkspace | undefined;
  /** Where the task is now. */
  row: TaskRow | undefined;
}

/** @param known the wait as it was last seen, for what leaves no trace when it is over */
export function findAsked(model: AsksModel, key: string, known: Wait | undefined): FoundAsk {
  const here = everyWait(model.waits()).find((wait) => wait.key === key);
  if (here !== undefined) return { state: 'here', wait: here };
  const loop = model.loops().find((each) => ownsKey(each.key, key));
  if (loop !== undefined) return overLoop(loop, key, known);
  const workspace = model.workspaces().find((each) => ownsKey(each.key, key));
  if (workspace !== undefined) return overTask(workspace, key, known);
  if (known === undefined) return { state: 'gone' };
  return known.kind === 'feedback'
    ? { state: 'over', wait: known, of: { kind: 'task', workspace: undefined, row: undefined } }
    : { state: 'over', wait: known, of: { kind: 'loop', loop: undefined, question: undefined } };
}

function ownsKey(owner: string, key: string): boolean {
  return key.startsWith(`${owner}|`);
}

function overLoop(loop: WatchedLoop, key: string, known: Wait | undefined): FoundAsk {
  const question = loop.snapshot.questions.find((each) => questionWaitKey(loop, each) === key);
  if (question !== undefined) {
    const late = expiredWait(loop, question);
    if (late !== undefined) return { state: 'here', wait: late };
    return { state: 'over', wait: questionWait(loop, question), of: { kind: 'loop', loop, question } };
  }
  const wait = known ?? verdictWait(loop, key);
  if (wait === undefined) return { state: 'gone' };
  return { state: 'over', wait, of: { kind: 'loop', loop, question } };
}

function verdictWait(loop: WatchedLoop, key: string): LoopWait | undefined {
  if (!key.startsWith(`${loop.key}|verdict|`)) return undefined;
  const wait: LoopWait = {
    kind: 'verdict',
    key,
    loop,
    question: null,
    asker: loop.id,
    text: '',
    options: [],
    since: null,
    expiresAt: null,
    blocks: true,
    same: [],
  };
  wait.same = [wait];
  return wait;
}

function overTask(workspace: TaskWorkspace, key: string, known: Wait | undefined): FoundAsk {
  const rest = key.slice(`${workspace.key}|feedback|`.length);
  // The time that ends the key holds no bar; an id may.
  const id = rest.slice(0, Math.max(0, rest.lastIndexOf('|')));
  const row = taskNow(workspace, id);
  const wait = known ?? (row === undefined ? undefined : overWait(workspace, row, key));
  if (wait === undefined) return { state: 'gone' };
  return { state: 'over', wait, of: { kind: 'task', workspace, row } };
}

/** What is left of an ask once its task stands elsewhere: who asked what. */
function overWait(workspace: TaskWorkspace, row: TaskRow, key: string): FeedbackWait {
  const wait: FeedbackWait = { ...feedbackWait(workspace, row), key, options: [], draft: null, since: null };
  wait.same = [wait];
  return wait;
}
