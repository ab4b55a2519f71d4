/** Every id that package.json names too. `test/unit/contract.test.ts` compares both ways. */

export const EXTENSION_ID = 'quarterdeck.quarterdeck';
export const CONTAINER = 'quarterdeck';

export const VIEWS = {
  needsYou: 'quarterdeck.needsYou',
  loops: 'quarterdeck.loops',
  tasks: 'quarterdeck.tasks',
} as const;

export const COMMANDS = {
  answerNext: 'quarterdeck.answer.next',
  answerQuestion: 'quarterdeck.question.answer',
  answerWithSelection: 'quarterdeck.question.answerWithSelection',
  answerInEditor: 'quarterdeck.answer.writeInEditor',
  openQuestions: 'quarterdeck.questions.open',
  sendAnswer: 'quarterdeck.answer.send',
  discardAnswer: 'quarterdeck.answer.discard',
  steer: 'quarterdeck.loop.steer',
  steerWithSelection: 'quarterdeck.loop.steerWithSelection',
  stop: 'quarterdeck.loop.stop',
  start: 'quarterdeck.loop.start',
  goToLoop: 'quarterdeck.loop.goTo',
  openLoopPanel: 'quarterdeck.loop.open',
  openTerminal: 'quarterdeck.loop.openTerminal',
  openArtifact: 'quarterdeck.loop.openArtifact',
  openLoopFile: 'quarterdeck.loop.openFile',
  copyResumeHint: 'quarterdeck.loop.copyResumeHint',
  copyCheckLine: 'quarterdeck.loop.copyCheckLine',
  validate: 'quarterdeck.loop.validate',
  sendHeldNote: 'quarterdeck.note.sendAsAnswer',
  dropHeldNote: 'quarterdeck.note.drop',
  submitTask: 'quarterdeck.task.submit',
  newTaskForm: 'quarterdeck.task.newForm',
  answerFeedback: 'quarterdeck.task.answer',
  claimTask: 'quarterdeck.task.claim',
  completeTask: 'quarterdeck.task.complete',
  failTask: 'quarterdeck.task.fail',
  blockTask: 'quarterdeck.task.block',
  unblockTask: 'quarterdeck.task.unblock',
  retryTask: 'quarterdeck.task.retry',
  releaseTask: 'quarterdeck.task.release',
  changePriority: 'quarterdeck.task.changePriority',
  editTask: 'quarterdeck.task.edit',
  withdrawTask: 'quarterdeck.task.withdraw',
  mendTask: 'quarterdeck.task.mend',
  reapStale: 'quarterdeck.tasks.reap',
  registerAgent: 'quarterdeck.tasks.registerAgent',
  initializeTasks: 'quarterdeck.tasks.initialize',
  findTask: 'quarterdeck.task.find',
  openTask: 'quarterdeck.task.open',
  openTaskJson: 'quarterdeck.task.openJson',
  filterTasks: 'quarterdeck.tasks.filter',
  clearTaskFilter: 'quarterdeck.tasks.clearFilter',
  openFindings: 'quarterdeck.findings.open',
  goToNeedsYou: 'quarterdeck.needsYou.goTo',
  openRow: 'quarterdeck.row.open',
  copyRow: 'quarterdeck.row.copy',
  makeKeyPrivate: 'quarterdeck.key.makePrivate',
  refresh: 'quarterdeck.view.refresh',
  createDemo: 'quarterdeck.demo.create',
  copyPrompt: 'quarterdeck.prompt.copy',
  addFolder: 'quarterdeck.folder.add',
  showLog: 'quarterdeck.log.show',
  manageTrust: 'quarterdeck.trust.manage',
} as const;

/** Types of our panels; each is named in an activation event, so that it comes back with its window. */
export const PANELS = {
  loop: 'quarterdeck.loop',
  questions: 'quarterdeck.questions',
  newTask: 'quarterdeck.newTask',
  findings: 'quarterdeck.findings',
} as const;

export const SETTINGS = {
  /** string[], machine: folders to watch besides the workspace's. */
  roots: 'quarterdeck.folders.watch',
  /** number of minutes without a sign after which a running loop is called stalled. */
  stallMinutes: 'quarterdeck.loops.stallMinutes',
  /** number of minutes for which a task must be active before it may be called stale. */
  staleMinutes: 'quarterdeck.tasks.staleMinutes',
  /** string, machine: the person's name in task workspaces; the system's user name where it is empty. */
  taskName: 'quarterdeck.tasks.name',
  /** 'waits' | 'off' */
  toasts: 'quarterdeck.notify.toasts',
} as const;

export const CONTEXT = {
  /** Something of ours is on this machine: the keys are live. */
  active: 'quarterdeck:active',
  /** At least one wait. */
  waits: 'quarterdeck:waits',
  /** Writing is allowed: the workspace is trusted. */
  trusted: 'quarterdeck:trusted',
  /** A task workspace is known. */
  tasks: 'quarterdeck:tasks',
  /** The Tasks view shows only some of them. */
  tasksFiltered: 'quarterdeck:tasksFiltered',
  /** The page of a task that is in front can be answered, or claimed. */
  pageAnswerable: 'quarterdeck:pageAnswerable',
  pageClaimable: 'quarterdeck:pageClaimable',
  /** At least one loop runs. */
  runs: 'quarterdeck:runs',
} as const;

/** The language of the scratch document that an answer is written in. */
export const ANSWER_LANGUAGE = 'quarterdeck-answer';
/** The language of our read-only pages: text that agents wrote stands in them, so never Markdown. */
export const TEXT_LANGUAGE = 'quarterdeck-text';
/** The scheme of our read-only documents. */
export const SCHEME = 'quarterdeck';
/** How the name of an answer's document ends. */
export const ANSWER_EXTENSION = '.quarterdeck-answer';
