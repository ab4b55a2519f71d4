import { join } from 'node:path';
import type { Answer } from '../../acts/answer/answer.ts';
import { Answering } from '../../acts/answer/answering.ts';
import type { AnswerSession } from '../../acts/answer/answerSession.ts';
import { Outbox } from '../../acts/outbox.ts';
import { Steering } from '../../acts/steer/steering.ts';
import type { Parts } from '../../compose.ts';
import { ANSWER_EXTENSION } from '../../contract.ts';
import { nodeFiles } from '../../protocol/files/filesPort.ts';
import { AnswerFiles } from '../../workspace/kept/answerFiles.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { AnswerEditor } from '../commands/answer/answerEditor.ts';
import { AnswerPick } from '../commands/answer/answerPick.ts';
import { documentName, documentTarget } from '../commands/answer/documentTarget.ts';
import { StartPages } from '../commands/loop/startPages.ts';
import { SteerBox } from '../commands/steer/steerBox.ts';
import { AnswerTeller } from './answerTeller.ts';
import { openArtifact } from './openArtifact.ts';
import { targetOf } from './rowTree.ts';

/** What the person's commands and the toasts act with. */
export interface Acting {
  parts: Parts;
  outbox: Outbox;
  answering: Answering;
  teller: AnswerTeller;
  pick: AnswerPick;
  editor: AnswerEditor;
  steering: Steering;
  steerBox: SteerBox;
  startPages: StartPages;
  /** In the order of the view; equal asks once. */
  waits: () => readonly Wait[];
  /** The wait that a row or a key names, also one that stands behind an equal one. */
  waitOf: (waitKey: string | undefined) => Wait | undefined;
  /** The loop that a command's row is about. */
  loopOf: (argument: unknown) => WatchedLoop | undefined;
}

export function buildActing(parts: Parts): Acting {
  const { model, store, tasks, drafts, heldNotes, documents, clock, log, signingKey, trust, sent, inbox } =
    parts;
  const outbox = new Outbox({
    inbox,
    signingKey: () => signingKey.forSigning(),
    trusted: trust.trusted,
    store,
    tasks: {
      get: (key) => tasks.get(key),
      respond: async (workspaceKey, id, response, seen) =>
        (await tasks.store()).act(workspaceKey, (folder) => folder.respondFeedback(id, response, { seen })),
    },
    log,
  });
  outbox.onDidSend((one) =>
    sent.fire(
      one.kind === 'feedback'
        ? { asker: one.asker, at: clock.now() }
        : { loopKey: one.loopKey, entryId: one.entry.id },
    ),
  );
  const waits = () => model.waits();
  const answering = new Answering({ outbox, drafts, store, tasks });
  const steering = new Steering({ outbox, answering, store, heldNotes });
  const teller: AnswerTeller = new AnswerTeller({
    answering,
    store,
    tasks,
    steer: (loop, text) => steerBox.open(loop, text),
  });
  const steerBox = new SteerBox({ steering, outbox, drafts, store, teller });
  const send = (session: AnswerSession, answer: Answer) => teller.send(session, answer);
  const editor = new AnswerEditor({
    files: new AnswerFiles({
      folder: join(parts.context.globalStorageUri.fsPath, 'answers'),
      files: nodeFiles,
      extension: ANSWER_EXTENSION,
      nameOf: documentName,
      parse: documentTarget,
    }),
    answering,
    drafts,
    clock,
    log,
    send,
    sendNote: (loop, text, noteId) => steerBox.send(loop, text, noteId),
    tell: (refusal, unsent) => teller.tell(refusal, unsent),
  });
  const pick = new AnswerPick({
    store,
    tasks,
    drafts,
    answering,
    clock,
    documents,
    waits,
    mayAnswer: (wait) => teller.mayAnswer(wait),
    send,
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
    outbox,
    answering,
    teller,
    pick,
    editor,
    steering,
    steerBox,
    startPages: new StartPages(),
    waits,
    waitOf,
    loopOf,
  };
}
