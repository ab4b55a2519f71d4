/**
 * Every command that is loaded late, with the first of them. A new one is its file, its line here, its id in contract.ts
 * and its entry in package.json.
 */

import { VIEWS } from '../../contract.ts';
import { run } from '../../host/commands.ts';
import { taskOfPage } from '../kit/pageTarget.ts';
import { rowForTask } from '../kit/rowTree.ts';
import { copyPrompt } from './demo/copyPrompt.ts';
import { createDemo } from './demo/createDemo.ts';
import { addFolder } from './folder/addFolder.ts';
import { makePrivate } from './key/makeKeyPrivate.ts';
import { copyCheckLine, copyResumeHint } from './loop/copyLines.ts';
import { goToLoop } from './loop/goToLoop.ts';
import { openLoopFile } from './loop/openLoopFile.ts';
import { openRowArtifact } from './loop/openRowArtifact.ts';
import { openTerminalThere } from './loop/openTerminal.ts';
import { startLoop } from './loop/startLoop.ts';
import { stopLoop } from './loop/stopLoop.ts';
import type { Command, LazyCommandName } from './quickCommands.ts';
import { dropHeldNote, sendHeldNote, steer, steerWithSelection } from './steer/steerCommands.ts';
import { answerFeedback } from './tasks/answerFeedback.ts';
import { editTask } from './tasks/editTask.ts';
import { findTask } from './tasks/findTask.ts';
import { initializeTasks } from './tasks/initializeTasks.ts';
import { dropOverDrafts } from './tasks/overDrafts.ts';
import { reapStale } from './tasks/reapStale.ts';
import { registerAgent } from './tasks/registerAgent.ts';
import { submitTask } from './tasks/submitTask.ts';
import {
  blockTask,
  changePriority,
  claimTask,
  completeTask,
  failTask,
  mendTask,
  releaseTask,
  retryTask,
  unblockTask,
  withdrawTask,
} from './tasks/taskActCommands.ts';

/** A command on tasks takes the page of a task as its row, and all the rows that are selected with its own. */
function onTasks(command: Command): Command {
  return async (services, argument, many) => {
    dropOverDrafts(services);
    const task = taskOfPage(argument, (key) => services.model.workspace(key));
    await command(services, task === undefined ? argument : rowForTask(task), many);
  };
}

export const lazyCommands: Record<LazyCommandName, Command> = {
  // Loops.
  steer,
  steerWithSelection,
  stop: stopLoop,
  start: startLoop,
  goToLoop,
  openTerminal: openTerminalThere,
  openArtifact: openRowArtifact,
  openLoopFile,
  copyResumeHint,
  copyCheckLine,
  validate: async ({ diagnostics }, argument) => (await diagnostics())(argument),
  sendHeldNote,
  dropHeldNote,
  // Tasks.
  submitTask: onTasks(submitTask),
  answerFeedback: onTasks(answerFeedback),
  claimTask: onTasks(claimTask),
  completeTask: onTasks(completeTask),
  failTask: onTasks(failTask),
  blockTask: onTasks(blockTask),
  unblockTask: onTasks(unblockTask),
  retryTask: onTasks(retryTask),
  releaseTask: onTasks(releaseTask),
  changePriority: onTasks(changePriority),
  editTask: onTasks(editTask),
  withdrawTask: onTasks(withdrawTask),
  mendTask: onTasks(mendTask),
  reapStale: onTasks(reapStale),
  registerAgent: onTasks(registerAgent),
  initializeTasks: onTasks(initializeTasks),
  findTask: onTasks(findTask),
  // Panels.
  openQuestions: ({ panels }, argument) => panels.open('questions', argument),
  openLoopPanel: ({ panels }, argument) => panels.open('loop', argument),
  newTaskForm: ({ panels }, argument) => panels.open('newTask', argument),
  openFindings: ({ panels }, argument, how) => panels.open('findings', argument, how),
  // Views.
  openRow: async ({ views }, argument) => (await views.acts()).openRow(argument),
  copyRow: async ({ views }, argument) => (await views.acts()).copyRow(argument),
  openTask: async ({ views }, argument, how) => (await views.acts()).openTask(argument, how),
  openTaskJson: async ({ views }, argument) => (await views.acts()).openTaskJson(argument),
  filterTasks: async ({ views }) => (await views.acts()).filterTasks(),
  clearTaskFilter: async ({ views }) => (await views.acts()).clearTaskFilter(),
  goToNeedsYou: async () => void (await run(`${VIEWS.needsYou}.focus`)),
  refresh: ({ discovery }) => discovery.refresh(),
  // The rest.
  makeKeyPrivate: makePrivate,
  createDemo,
  copyPrompt,
  addFolder,
  showLog: async ({ log }) => log.show(),
  manageTrust: async () => void (await run('workbench.trust.manage')),
};
