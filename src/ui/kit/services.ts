/** What the surfaces are built from; compose.ts makes it. Each function takes of it what it needs. */
import type { ExtensionContext } from 'vscode';
import type { DecisionDesk } from '../../acts/decide/decisionDesk.ts';
import type { Outbox } from '../../acts/outbox.ts';
import type { Steering } from '../../acts/steer/steering.ts';
import type { BegunTasks, SubmittedTask } from '../../acts/tasks/begunTasks.ts';
import type { PANELS } from '../../contract.ts';
import type { CommandRegistry } from '../../host/commands.ts';
import type { ContextKeys } from '../../host/context.ts';
import type { Documents } from '../../host/documents.ts';
import type { HostLog } from '../../host/hostLog.ts';
import type { Settings } from '../../host/settings.ts';
import type { SigningKey } from '../../host/signingKey.ts';
import type { Trust } from '../../host/trust.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Emitter } from '../../protocol/lib/emitter.ts';
import type { DecisionDrafts } from '../../workspace/kept/decisionDrafts.ts';
import type { DraftStore } from '../../workspace/kept/drafts.ts';
import type { Marks } from '../../workspace/kept/toastMarks.ts';
import type { ReadModel } from '../../workspace/model.ts';
import type { TaskSource } from '../../workspace/tasks/taskSource.ts';
import type { AnswerTeller } from './answerTeller.ts';
import type { StartPages } from './startPages.ts';
import type { AnswerSurface, EditorSurface, SteerSurface } from './surfaces.ts';
import type { ViewsInWindow } from './viewsInWindow.ts';

export type SentNews =
  | { loopKey: string; entryId: string }
  /** A task's answer: there is nothing to follow, its agent says nothing when it reads. */
  | { asker: string; at: number };

export type PanelName = keyof typeof PANELS;

export interface PanelSurface {
  /** Shows the panel that a row means. `how`: of another part of ours, what is to be done there. */
  open(name: PanelName, argument: unknown, how?: unknown): Promise<void>;
}

/** The one desk of decisions of the window. */
export interface Desk {
  desk: DecisionDesk;
  drafts: DecisionDrafts;
}

export interface Services {
  context: ExtensionContext;
  log: HostLog;
  clock: Clock;
  commands: CommandRegistry;
  keys: ContextKeys;
  documents: Documents;
  settings: Settings;
  trust: Trust;
  signingKey: SigningKey;
  /** What is done to tasks; what they are says `model`. */
  tasks: Pick<TaskSource, 'act' | 'store' | 'ready'>;
  drafts: DraftStore;
  marks: Marks;
  /** What all surfaces read. */
  model: ReadModel;
  /** An answer, note or stop of the person's is on disk: the status bar says so, and follows how far a line comes. */
  sent: Emitter<SentNews>;
  discovery: { refresh(): Promise<void> };
  outbox: Outbox;
  teller: AnswerTeller;
  pick: AnswerSurface;
  editor: EditorSurface;
  steering: Steering;
  steerBox: SteerSurface;
  startPages: StartPages;
  /** Loaded when they are needed. */
  begunTasks: () => Promise<BegunTasks>;
  /** A new task is on disk. */
  submitted: Emitter<SubmittedTask>;
  panels: PanelSurface;
  views: ViewsInWindow;
  /** Made when the first panel that shows findings is. */
  desk: () => Promise<Desk>;
  /** Problems of loop files, loaded once loops were read; gives *Validate*. */
  diagnostics: () => Promise<(argument: unknown) => Promise<void>>;
}
