import { COMMANDS } from '../contract.ts';
import type { Parts } from '../host/parts.ts';
import { type Acting, buildActing } from './acting.ts';
import { answerInEditor, answerNext, answerQuestion, answerWithSelection } from './answer/answerCommands.ts';
import { registerAskPages } from './answer/askDocument.ts';
import { copyPrompt } from './demo/copyPrompt.ts';
import { createDemo } from './demo/createDemo.ts';
import { addFolder } from './folder/addFolder.ts';
import { makePrivate } from './key/makeKeyPrivate.ts';
import { copyCheckLine, copyResumeHint } from './loop/copyLines.ts';
import { goToLoop } from './loop/goToLoop.ts';
import { openLoopFile } from './loop/openLoopFile.ts';
import { openRowArtifact } from './loop/openRowArtifact.ts';
import { openTerminalThere } from './loop/openTerminal.ts';
import { stopLoop } from './loop/stop.ts';
import { registerStartPage, startLoop } from './start/start.ts';
import { dropHeldNote, sendHeldNote, steer, steerWithSelection } from './steer/steerCommands.ts';

type Command = (acting: Acting, argument: unknown) => Promise<void>;

const HANDLERS: Partial<Record<keyof typeof COMMANDS, Command>> = {
  answerNext,
  answerQuestion,
  answerWithSelection,
  answerInEditor,
  sendAnswer: ({ editor }) => editor.send(),
  discardAnswer: ({ editor }) => editor.discard(),
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
  sendHeldNote,
  dropHeldNote,
  makeKeyPrivate: makePrivate,
  createDemo,
  copyPrompt,
  addFolder,
};

/** The person's acts: every command that answers, steers, starts, stops, opens or copies. */
export function startActing(parts: Parts): Acting {
  const acting = buildActing(parts);
  const { context, commands, documents, clock, store, heldNotes, sent } = parts;
  for (const [name, handler] of Object.entries(HANDLERS)) {
    const id = COMMANDS[name as keyof typeof COMMANDS];
    context.subscriptions.push(commands.register(id, (argument) => handler(acting, argument)));
  }
  registerStartPage(acting);
  acting.editor.start();
  context.subscriptions.push(
    registerAskPages(documents, () => acting.waits().flatMap((wait) => wait.same), clock.now),
    acting.answering,
    acting.pick,
    acting.editor,
    store.onDidChange(() => heldNotes.loopsChanged(store.loops())),
    heldNotes.onDidSend(({ loopKey, id }) => sent.fire({ loopKey, entryId: id })),
  );
  return acting;
}
