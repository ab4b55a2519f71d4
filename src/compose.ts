/** What the features are built from. Each takes of it what it needs. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { CommandRegistry } from './host/commands.ts';
import { ContextKeys } from './host/context.ts';
import { Documents } from './host/documents.ts';
import { createLog, type HostLog } from './host/log.ts';
import { createSettings, type Settings } from './host/settings.ts';
import { SigningKey } from './host/signingKey.ts';
import { onDidChangeRuns, runsInTerminal } from './host/terminals.ts';
import { createTrust, type Trust } from './host/trust.ts';
import { systemCanWrite } from './protocol/files/canWrite.ts';
import { nodeFiles } from './protocol/files/filesPort.ts';
import type { Clock } from './protocol/lib/clock.ts';
import { systemClock } from './protocol/lib/clock.ts';
import { Emitter } from './protocol/lib/emitter.ts';
import { openLoop } from './protocol/loops/reader.ts';
import { reply } from './protocol/loops/write.ts';
import { DraftStore } from './workspace/kept/drafts.ts';
import { HeldNoteStore } from './workspace/kept/heldNotes.ts';
import { Marks } from './workspace/kept/toastMarks.ts';
import type { Watcher } from './workspace/kernel/watcher.ts';
import { LoopStore } from './workspace/loops/loopStore.ts';
import { ReadModel } from './workspace/model.ts';
import { TaskSource } from './workspace/tasks/taskSource.ts';

export type SentNews =
  | { loopKey: string; entryId: string }
  /** A task's answer: there is nothing to follow, its agent says nothing when it reads. */
  | { asker: string; at: number };

export interface Parts {
  context: ExtensionContext;
  log: HostLog;
  clock: Clock;
  commands: CommandRegistry;
  keys: ContextKeys;
  documents: Documents;
  settings: Settings;
  trust: Trust;
  signingKey: SigningKey;
  store: LoopStore;
  /** Empty until it is loaded, right after the start. */
  tasks: TaskSource;
  /** The rows that are selected in the Tasks view, while it is open: a command without a row offers them first. */
  selectedTasks: { rows: () => readonly unknown[] };
  drafts: DraftStore;
  /** What all surfaces read. */
  model: ReadModel;
  /** What is still to be written when the window closes. */
  lastWrites: (() => Promise<void>)[];
  heldNotes: HeldNoteStore;
  marks: Marks;
  /** An answer, note or stop of the person's is on disk: the status bar says so, and follows how far a line comes. */
  sent: Emitter<SentNews>;
}

/** Builds the parts; nothing of them reads before it is asked to. They end with the context. */
export function buildParts(context: ExtensionContext, makeWatcher: (log: HostLog) => Watcher): Parts {
  const clock = systemClock;
  const files = nodeFiles;
  const log = createLog();
  const watcher = makeWatcher(log);
  const settings = createSettings();
  const trust = createTrust();
  const signingKey = new SigningKey({ clock, log, trusted: trust.trusted });
  const storage = (name: string) => ({
    folder: join(context.globalStorageUri.fsPath, name),
    files,
    clock,
    log,
    watcher,
  });
  const store = new LoopStore({
    files,
    clock,
    log,
    watcher,
    open: openLoop,
    canWrite: systemCanWrite,
    key: () => signingKey.forChecking(),
    stallMinutes: settings.stallMinutes,
    trusted: trust.trusted,
  });
  const tasks = new TaskSource(async () => {
    const { openTasks } = await import('./composeTasks.ts');
    const life = context.subscriptions;
    return openTasks({ files, clock, log, canWrite: systemCanWrite, settings, trust, life });
  }, log);
  const drafts = new DraftStore(storage('drafts'));
  const heldNotes = new HeldNoteStore({
    ...storage('notes'),
    fresh: (loopKey) => store.readNow(loopKey),
    send: async (loop, text, id) => {
      const key = await signingKey.forSigning();
      return key.ok ? reply(loop.folder, { to: null, text, id }, { key: key.value }) : key;
    },
  });
  // Before any surface hears of a change, the model has.
  const model = new ReadModel({
    clock,
    log,
    home: homedir(),
    loops: store,
    tasks,
    drafts,
    notes: heldNotes,
    key: signingKey,
    trust,
    terminals: { runs: runsInTerminal, onDidChange: onDidChangeRuns },
  });
  const documents = new Documents();
  context.subscriptions.push(log, documents, signingKey, store, tasks, drafts, heldNotes, model);
  return {
    context,
    log,
    clock,
    commands: new CommandRegistry(log),
    keys: new ContextKeys(log),
    documents,
    settings,
    trust,
    signingKey,
    store,
    tasks,
    selectedTasks: { rows: () => [] },
    drafts,
    lastWrites: [() => drafts.flush()],
    heldNotes,
    model,
    marks: new Marks(storage('marks')),
    sent: new Emitter(),
  };
}
