import { join } from 'node:path';
import { Answering } from '../../acts/answer/answering.ts';
import type { Parts } from '../../compose.ts';
import { reply, stop } from '../../protocol/loops/write.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { AnswerEditor } from '../commands/answer/answerEditor.ts';
import { AnswerPick } from '../commands/answer/answerPick.ts';
import { AnswerSender } from '../commands/answer/answerSender.ts';
import { AnswerStore } from '../commands/answer/answerStore.ts';
import { StartPages } from '../commands/loop/startPages.ts';
import { Steering } from '../commands/steer/steering.ts';
import { openArtifact } from './openArtifact.ts';
import { targetOf } from './rowTree.ts';

/** What the person's commands and the toasts act with. */
export interface Acting {
  parts: Parts;
  answering: Answering;
  sender: AnswerSender;
  pick: AnswerPick;
  editor: AnswerEditor;
  steering: Steering;
  startPages: StartPages;
  /** In the order of the view; equal asks once. */
  waits: () => readonly Wait[];
  /** The wait that a row or a key names, also one that stands behind an equal one. */
  waitOf: (waitKey: string | undefined) => Wait | undefined;
  /** The loop that a command's row is about. */
  loopOf: (argument: unknown) => WatchedLoop | undefined;
}

export function buildActing(parts: Parts): Acting {
  const { model, store, tasks, drafts, heldNotes, documents, clock, log, signingKey, trust, sent } = parts;
  const answering = new Answering({
    reply,
    stop,
    signingKey: () => signingKey.forSigning(),
    trusted: trust.trusted,
    store,
    tasks: {
      get: (key) => tasks.get(key),
      respond: async (workspaceKey, id, response, seen) =>
        (await tasks.store()).act(workspaceKey, (folder) => folder.respondFeedback(id, response, { seen })),
    },
    drafts,
    log,
  });
  answering.onDidSend((one) =>
    sent.fire(
      one.kind === 'feedback'
        ? { asker: one.target.asker, at: clock.now() }
        : { loopKey: one.loopKey, entryId: one.entry.id },
    ),
  );
  const waits = () => model.waits();
  const sender: AnswerSender = new AnswerSender({
    answering,
    store,
    tasks,
    steer: (loop, text) => steering.open(loop, text),
  });
  const steering = new Steering({ store, drafts, heldNotes, answering, sender });
  const editor = new AnswerEditor({
    files: new AnswerStore(join(parts.context.globalStorageUri.fsPath, 'answers')),
    drafts,
    clock,
    log,
    sendAnswer: (target, answer) => sender.answer(target, answer),
    sendNote: (loop, text, noteId) => steering.send(loop, text, noteId),
  });
  const pick = new AnswerPick({
    store,
    tasks,
    drafts,
    clock,
    documents,
    waits,
    send: (wait, answer) => sender.answer(wait, answer),
    sendAll: (waits, answer) => sender.answerAll(waits, answer),
    writeInEditor: (wait) => editor.openAnswer(wait),
    openArtifact: (loop, path) => openArtifact(loop, path, { beside: true, keepFocus: true }),
  });
  const waitOf = (waitKey: string | undefined): Wait | undefined =>
    waitKey === undefined ? undefined : model.wait(waitKey);
  const loopOf = (argument: unknown): WatchedLoop | undefined => {
    const key = targetOf(argument)?.loopKey;
    return key === undefined ? undefined : store.get(key);
  };
  return {
    parts,
    answering,
    sender,
    pick,
    editor,
    steering,
    startPages: new StartPages(),
    waits,
    waitOf,
    loopOf,
  };
}
