import type { Parts } from '../../compose.ts';
import { COMMANDS } from '../../contract.ts';
import { everyWait } from '../kit/findWait.ts';
import { type Acting, buildActing } from '../kit/services.ts';
import { answerInEditor, answerNext, answerQuestion, answerWithSelection } from './answer/answerCommands.ts';
import { registerAskPages } from './answer/askDocument.ts';
import type { LaterCommands } from './lazyCommands.ts';
import { START_PAGE } from './loop/startPages.ts';
import type { TaskCommands } from './tasks/taskCommands.ts';
import { WithdrawOffer } from './tasks/withdrawOffer.ts';

/** `many`: of a row's command, all the rows that are selected with it. */
export type Command = (acting: Acting, argument: unknown, many?: unknown) => Promise<void>;

const HANDLERS: Partial<Record<keyof typeof COMMANDS, Command>> = {
  answerNext,
  answerQuestion,
  answerWithSelection,
  answerInEditor,
  sendAnswer: ({ editor }) => editor.send(),
  discardAnswer: ({ editor }) => editor.discard(),
};

/** Loaded when the first of them is given: answering must be quick, these may take a few milliseconds once. */
const LATER: Record<keyof LaterCommands, true> = {
  steer: true,
  steerWithSelection: true,
  stop: true,
  start: true,
  goToLoop: true,
  openTerminal: true,
  openArtifact: true,
  openLoopFile: true,
  copyResumeHint: true,
  copyCheckLine: true,
  sendHeldNote: true,
  dropHeldNote: true,
  makeKeyPrivate: true,
  createDemo: true,
  copyPrompt: true,
  addFolder: true,
};

/** Loaded when the first of them is given; each also takes all the rows that are selected with its own. */
const TASKS: Record<keyof TaskCommands, true> = {
  submitTask: true,
  answerFeedback: true,
  claimTask: true,
  completeTask: true,
  failTask: true,
  blockTask: true,
  unblockTask: true,
  retryTask: true,
  releaseTask: true,
  changePriority: true,
  editTask: true,
  withdrawTask: true,
  mendTask: true,
  reapStale: true,
  registerAgent: true,
  initializeTasks: true,
  findTask: true,
};

/** The person's acts: every command that answers, steers, starts, stops, opens or copies. */
export function startActing(parts: Parts): Acting {
  const acting = buildActing(parts);
  const { context, commands, documents, clock, store, heldNotes, sent } = parts;
  const register = (name: string, handler: Command) => {
    const id = COMMANDS[name as keyof typeof COMMANDS];
    context.subscriptions.push(commands.register(id, (argument, many) => handler(acting, argument, many)));
  };
  for (const [name, handler] of Object.entries(HANDLERS)) register(name, handler);
  for (const name of Object.keys(LATER))
    register(name, async (_, argument) => {
      const { laterCommands } = await import('./lazyCommands.ts');
      await laterCommands[name as keyof LaterCommands](acting, argument);
    });
  for (const name of Object.keys(TASKS))
    register(name, async (_, argument, many) => {
      const { taskCommands, givenTo, dropOverDrafts } = await import('./tasks/taskCommands.ts');
      dropOverDrafts(acting);
      await taskCommands[name as keyof TaskCommands](acting, givenTo(acting, argument), many);
    });
  acting.editor.start();
  const withdrawing = new WithdrawOffer(parts);
  context.subscriptions.push(
    withdrawing,
    acting.submitted.event((task) => withdrawing.show(task)),
    documents.register(START_PAGE, (key) => acting.startPages.get(key)),
    ...registerAskPages(
      documents,
      { waits: () => everyWait(acting.waits()), loops: () => store.loops() },
      clock.now,
    ),
    acting.answering,
    acting.pick,
    acting.editor,
    store.onDidChange(() => heldNotes.loopsChanged(store.loops())),
    heldNotes.onDidSend(({ loopKey, id }) => sent.fire({ loopKey, entryId: id })),
  );
  return acting;
}
