/** The commands on tasks, loaded when the first of them is given. */

import { taskOfPage } from '../../kit/pageTarget.ts';
import { rowForTask } from '../../kit/rowTree.ts';
import type { Acting } from '../../kit/services.ts';
import { answerFeedback } from './answerFeedback.ts';
import { blockTask } from './blockTask.ts';
import { changePriority } from './changePriority.ts';
import { claimTask } from './claimTask.ts';
import { completeTask } from './completeTask.ts';
import { editTask } from './editTask.ts';
import { failTask } from './failTask.ts';
import { findTask } from './findTask.ts';
import { initializeTasks } from './initializeTasks.ts';
import { mendTask } from './mendTask.ts';
import { reapStale } from './reapStale.ts';
import { registerAgent } from './registerAgent.ts';
import { releaseTask } from './releaseTask.ts';
import { retryTask } from './retryTask.ts';
import { submitTask } from './submitTask.ts';
import { unblockTask } from './unblockTask.ts';
import { withdrawTask } from './withdrawTask.ts';

export { dropOverDrafts } from './overDrafts.ts';

export const taskCommands = {
  submitTask,
  answerFeedback,
  claimTask,
  completeTask,
  failTask,
  blockTask,
  unblockTask,
  retryTask,
  releaseTask,
  changePriority,
  editTask,
  withdrawTask,
  mendTask,
  reapStale,
  registerAgent,
  initializeTasks,
  findTask,
};

/** What a command was given; of the page of a task its row. */
export function givenTo(acting: Acting, argument: unknown): unknown {
  const task = taskOfPage(argument, (key) => acting.parts.tasks.get(key));
  return task === undefined ? argument : rowForTask(task);
}

export type TaskCommands = typeof taskCommands;
