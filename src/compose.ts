/** Builds the parts; nothing else knows them all. Nothing of them reads before it is asked to, and all end with the context. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { Outbox } from './acts/outbox.ts';
import { Steering } from './acts/steer/steering.ts';
import type { SubmittedTask } from './acts/tasks/begunTasks.ts';
import { ANSWER_EXTENSION } from './contract.ts';
import { CommandRegistry } from './host/commands.ts';
import { ContextKeys } from './host/context.ts';
import { Documents } from './host/documents.ts';
import { folders } from './host/folders.ts';
import { createLog, type HostLog } from './host/hostLog.ts';
import { createSettings } from './host/settings.ts';
import { SigningKey } from './host/signingKey.ts';
import { onDidChangeRuns, runsInTerminal } from './host/terminals.ts';
import { createTrust } from './host/trust.ts';
import { systemCanWrite } from './protocol/files/canWrite.ts';
import { nodeFiles } from './protocol/files/filesPort.ts';
import { systemClock } from './protocol/lib/clock.ts';
import { Emitter } from './protocol/lib/emitter.ts';
import { once } from './protocol/lib/once.ts';
import { InboxWriter } from './protocol/loops/inboxWriter.ts';
import { OpenReaders } from './protocol/loops/openReaders.ts';
import { AnswerEditor } from './ui/commands/answer/answerEditor.ts';
import { AnswerPick } from './ui/commands/answer/answerPick.ts';
import { documentName, documentTarget } from './ui/commands/answer/documentTarget.ts';
import { SteerBox } from './ui/commands/steer/steerBox.ts';
import { AnswerTeller } from './ui/kit/answerTeller.ts';
import type { Desk, SentNews, Services } from './ui/kit/services.ts';
import { StartPages } from './ui/kit/startPages.ts';
import { ViewsInWindow } from './ui/kit/viewsInWindow.ts';
import { LazyPanels } from './ui/panels/panelTable.ts';
import { Discovery } from './workspace/discovery.ts';
import { AnswerFiles } from './workspace/kept/answerFiles.ts';
import { DraftStore } from './workspace/kept/drafts.ts';
import { HeldNoteStore } from './workspace/kept/heldNotes.ts';
import { Marks } from './workspace/kept/toastMarks.ts';
import type { Watcher } from './workspace/kernel/watcher.ts';
import { LoopStore } from './workspace/loops/loopStore.ts';
import { ReadModel } from './workspace/model.ts';
import { TaskSource } from './workspace/tasks/taskSource.ts';

/** What the window starts; `services` is all that its surfaces know of it. */
export interface Composed {
  services: Services;
  discovery: Discovery;
  panels: LazyPanels;
  /** Writes what is still to be written when the window closes. */
  flush(): Promise<void>;
}

export function compose(context: ExtensionContext, makeWatcher: (log: HostLog) => Watcher): Composed {
  const life = context.subscriptions;
  const lastWrites: (() => Promise<void>)[] = [];
  const base = buildBase(context, makeWatcher);
  const { store, drafts, heldNotes, documents, storage, sent, model } = base;
  const acts = buildActs(context, base);
  const startPages = new StartPages();
  const views = new ViewsInWindow();
  const discovery = new Discovery({ ...base, memory: context.workspaceState });
  const panels = new LazyPanels(() => services);
  const desk = once(async (): Promise<Desk> => {
    const [{ DecisionDrafts }, { DecisionDesk }] = await Promise.all([
      import('./workspace/kept/decisionDrafts.ts'),
      import('./acts/decide/decisionDesk.ts'),
    ]);
    const decided = new DecisionDrafts(storage('decisions'));
    life.push(decided);
    lastWrites.push(() => decided.flush());
    const deliver = async (...note: Parameters<typeof acts.steerBox.deliver>) => {
      const how = await acts.steerBox.deliver(...note);
      return how === 'sent' || how === 'kept' || how === 'answered' ? how : 'not-sent';
    };
    return {
      drafts: decided,
      desk: new DecisionDesk({ drafts: decided, model, deliver }),
    };
  });
  const begunTasks = once(async () => {
    const { BegunTasks } = await import('./acts/tasks/begunTasks.ts');
    return new BegunTasks({
      ...base,
      memory: context.globalState,
      submitted: (task) => base.submitted.fire(task),
    });
  });
  const services: Services = {
    ...base,
    ...acts,
    context,
    documents,
    startPages,
    begunTasks,
    views,
    discovery,
    panels,
    desk,
    diagnostics: once(async () => {
      const { diagnose } = await import('./ui/commands/loop/diagnose.ts');
      return diagnose(services);
    }),
  };
  lastWrites.push(() => drafts.flush());
  life.push(
    discovery,
    store.onDidChange(() => heldNotes.loopsChanged(store.loops())),
    heldNotes.onDidSend(({ loopKey, id }) => sent.fire({ loopKey, entryId: id })),
  );
  return {
    services,
    discovery,
    panels,
    flush: async () => void (await Promise.all(lastWrites.map((write) => write()))),
  };
}

type Base = ReturnType<typeof buildBase>;

/** What knows no surface: the host's parts, the sources, what is kept, and the model over them. */
function buildBase(context: ExtensionContext, makeWatcher: (log: HostLog) => Watcher) {
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
  const readers = new OpenReaders({ files });
  // Reads on with the readers of the store: a long log is not read again for one line.
  const inbox = new InboxWriter({ files, readerOf: (folder) => readers.get(folder) });
  const store = new LoopStore({
    files,
    clock,
    log,
    watcher,
    open: (folder, options) => readers.open(folder, options),
    canWrite: systemCanWrite,
    key: () => signingKey.forChecking(),
    stallMinutes: settings.stallMinutes,
    trusted: trust.trusted,
  });
  const tasks = new TaskSource(async () => {
    const { openTaskStore } = await import('./workspace/tasks/openTaskStore.ts');
    const life = context.subscriptions;
    return openTaskStore({ files, clock, log, canWrite: systemCanWrite, settings, trust, folders, life });
  }, log);
  const drafts = new DraftStore(storage('drafts'));
  const heldNotes = new HeldNoteStore({
    ...storage('notes'),
    fresh: (loopKey) => store.readNow(loopKey),
    send: async (loop, text, id) => {
      const key = await signingKey.forSigning();
      return key.ok ? inbox.reply(loop.folder, { to: null, text, id }, { key: key.value }) : key;
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
    log,
    clock,
    settings,
    trust,
    folders,
    signingKey,
    store,
    tasks,
    drafts,
    heldNotes,
    inbox,
    model,
    documents,
    storage,
    commands: new CommandRegistry(log),
    keys: new ContextKeys(log),
    marks: new Marks(storage('marks')),
    sent: new Emitter<SentNews>(),
    submitted: new Emitter<SubmittedTask>((failure) => log.error('A listener of new tasks failed.', failure)),
  };
}

/** What answers and steers, and where the person types it. */
function buildActs(context: ExtensionContext, base: Base) {
  const { store, tasks, drafts, heldNotes, documents, clock, log, signingKey, trust, sent, model, inbox } =
    base;
  const outbox = new Outbox({
    inbox,
    signingKey: () => signingKey.forSigning(),
    trusted: trust.trusted,
    store,
    model,
    tasks,
    log,
  });
  outbox.onDidSend((one) =>
    sent.fire(
      one.kind === 'feedback'
        ? { asker: one.asker, at: clock.now() }
        : { loopKey: one.loopKey, entryId: one.entry.id },
    ),
  );
  const steering = new Steering({ outbox, drafts, model, heldNotes });
  const teller: AnswerTeller = new AnswerTeller({
    outbox,
    drafts,
    model,
    steer: (loop, text) => steerBox.open(loop, text),
  });
  const steerBox = new SteerBox({ steering, outbox, drafts, model, teller });
  const editor = new AnswerEditor({
    files: new AnswerFiles({
      folder: join(context.globalStorageUri.fsPath, 'answers'),
      files: nodeFiles,
      extension: ANSWER_EXTENSION,
      nameOf: documentName,
      parse: documentTarget,
    }),
    outbox,
    drafts,
    clock,
    log,
    teller,
    steerBox,
  });
  const pick = new AnswerPick({ model, outbox, drafts, documents, teller, editor });
  context.subscriptions.push(outbox, pick, editor);
  return { outbox, teller, steering, steerBox, editor, pick };
}
