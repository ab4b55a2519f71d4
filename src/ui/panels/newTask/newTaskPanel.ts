/**
 * The New Task panels of this window, loaded when the first is asked for or comes back. One for each task that is begun, and
 * one for each waiting task that is changed.
 */
import type { WebviewPanel } from 'vscode';
import type { BegunTasks } from '../../../acts/tasks/begunTasks.ts';
import { isTaskId } from '../../../acts/tasks/newTaskDrafts.ts';
import { changeTo } from '../../../acts/tasks/taskActs.ts';
import { editKey, keepEdit, keptEdit, readEditable } from '../../../acts/tasks/taskEdit.ts';
import type { TaskFields } from '../../../acts/tasks/taskFields.ts';
import { COMMANDS, PANELS } from '../../../contract.ts';
import { writeClipboard } from '../../../host/clipboard.ts';
import { run } from '../../../host/commands.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { taskRefusalWords } from '../../../text/taskRefusalWords.ts';
import { knownName, personName } from '../../kit/personName.ts';
import { rowForTask, targetOf } from '../../kit/rowTree.ts';
import { repositoryInFront, selectedTask } from '../../kit/selectedTask.ts';
import type { Services } from '../../kit/services.ts';
import { TaskFormRequest } from '../../kit/taskFormRequest.ts';
import { TAKES_BACK } from '../../kit/taskTargets.ts';
import { goWayOut } from '../../kit/wayOutButton.ts';
import { type PanelPort, type PanelSession, Panels, type PanelsOfType } from '../panels.ts';
import { editTaskHandlers } from './editTaskHandlers.ts';
import type { FormReads, KeptEdit, NewTaskActs } from './newTaskActs.ts';
import { newTaskHandlers } from './newTaskHandlers.ts';
import type { NewTaskContract } from './newTaskMessages.ts';
import { newTaskTexts } from './newTaskPanelWords.ts';

interface Start {
  fields?: Partial<TaskFields>;
  workspace?: string;
  /** The folder that the choice of workspace is remembered for. */
  repository: string;
}

/** Which waiting task a panel changes. */
interface Edited {
  workspaceKey: string;
  id: string;
}

export class NewTaskPanels implements PanelsOfType {
  readonly #services: Services;
  readonly #begun: BegunTasks;
  readonly #panels: Panels<NewTaskContract>;
  /** By id, what a panel is opened with. */
  readonly #starts = new Map<string, Start>();
  /** Ids of the forms that are open and not submitted yet. */
  readonly #open = new Set<string>();
  /** By identity, of the panels that change a task: shows the form once more where it was saved. */
  readonly #again = new Map<string, () => void>();

  constructor(services: Services, begun: BegunTasks) {
    this.#services = services;
    this.#begun = begun;
    this.#panels = new Panels<NewTaskContract>(services, {
      viewType: PANELS.newTask,
      script: 'newTask',
      icon: 'quarterdeck.svg',
      texts: newTaskTexts,
      open: (identity, port) => this.#session(identity, port),
    });
    services.context.subscriptions.push(this.#panels);
  }

  /** The person asked for it just now: for a task of theirs, or with what is selected, else it takes up what was begun last. */
  async open(argument: unknown): Promise<void> {
    if (argument instanceof TaskFormRequest) {
      this.#openFor(argument);
      return;
    }
    const target = targetOf(argument);
    const workspace = target?.task?.workspaceKey ?? target?.tasks?.[0]?.workspaceKey;
    const selected = target === undefined ? await selectedTask(repositoryInFront()) : undefined;
    if (selected !== undefined) {
      this.#show(this.#begun.newId(), selected, workspace);
      return;
    }
    const [open] = this.#open;
    this.#show(open ?? this.#begun.offered()[0]?.id ?? this.#begun.newId(), undefined, workspace);
  }

  restore(panel: WebviewPanel, state: unknown): void {
    const { identity } = (state ?? {}) as { identity?: unknown };
    // The id of a new task becomes the name of a file.
    const isOurs = typeof identity === 'string' && (isTaskId(identity) || editedOf(identity) !== undefined);
    if (isOurs) this.#panels.restore(panel, state);
    else panel.dispose();
  }

  #openFor({ about }: TaskFormRequest): void {
    if ('begun' in about) {
      const { id, fields, workspace } = about.begun;
      this.#show(id, fields, workspace);
      return;
    }
    const identity = identityOf(about.waiting);
    this.#panels.show(identity, { byPerson: true });
    this.#again.get(identity)?.();
  }

  #show(id: string, fields: Partial<TaskFields> | undefined, workspace: string | undefined): void {
    this.#starts.set(id, {
      repository: repositoryInFront(),
      ...(fields === undefined ? {} : { fields }),
      ...(workspace === undefined ? {} : { workspace }),
    });
    this.#panels.show(id, { byPerson: true });
    this.#starts.delete(id);
  }

  #session(identity: string, port: PanelPort<NewTaskContract>): PanelSession<NewTaskContract> {
    const { model, tasks, log } = this.#services;
    const { changed } = port;
    const list = new DisposableList();
    list.add(
      model.onDidChange(({ what }) => {
        if (what === 'tasks' || what === 'tasksReady' || what === 'trust') changed();
      }),
    );
    tasks.store().catch((failure: unknown) => log.error('The task workspaces could not be read.', failure));
    const edited = editedOf(identity);
    return edited === undefined
      ? this.#newTask(identity, port, list)
      : this.#editing(edited, identity, port, list);
  }

  #newTask(
    id: string,
    port: PanelPort<NewTaskContract>,
    list: DisposableList,
  ): PanelSession<NewTaskContract> {
    const services = this.#services;
    const start = this.#starts.get(id) ?? { repository: repositoryInFront() };
    list.add(this.#begun.onDidChange(port.changed));
    this.#open.add(id);
    list.add({ dispose: () => this.#open.delete(id) });
    const reads = this.#reads(start);
    return {
      handlers: newTaskHandlers(reads, this.#acts(id, start, port), { id, ...start }, port.changed),
      title: () => {
        const title = this.#begun.get(id)?.fields.title.trim() ?? '';
        return title === ''
          ? ours('New Task')
          : ours('New: {0}', shown(title, 'tree', 40) as string as Shown);
      },
      refusalWords: (code, args, message) =>
        refusalWords({ code, args, message }, '', services.model.workspaces()[0]?.name ?? ''),
      dispose: () => list.dispose(),
    };
  }

  #editing(
    edited: Edited,
    identity: string,
    port: PanelPort<NewTaskContract>,
    list: DisposableList,
  ): PanelSession<NewTaskContract> {
    const { drafts, model } = this.#services;
    const key = editKey(edited.workspaceKey, edited.id);
    const start = { repository: repositoryInFront() };
    list.add(drafts.onDidChange((keys) => keys.has(key) && port.changed()));
    const kept: KeptEdit = {
      kept: () => keptEdit(drafts, key),
      keep: (edit) => keepEdit(drafts, key, edit),
      drop: () => drafts.delete(key),
      savedAt: () => drafts.get(key)?.savedAt ?? null,
      read: (workspace, row) => readEditable(nodeFiles, { workspace, row }),
    };
    const acts = this.#acts(identity, start, port);
    const { handlers, again, title } = editTaskHandlers(
      this.#services.model,
      kept,
      acts,
      edited,
      port.changed,
    );
    this.#again.set(identity, again);
    list.add({ dispose: () => this.#again.delete(identity) });
    return {
      handlers,
      title: () => ours('Edit: {0}', shown(title(), 'tree', 40) as string as Shown),
      refusalWords: (code, args, message) =>
        refusalWords({ code, args, message }, title(), model.workspace(edited.workspaceKey)?.name ?? ''),
      dispose: () => list.dispose(),
    };
  }

  #reads({ repository }: Start): FormReads {
    return {
      model: this.#services.model,
      begun: this.#begun,
      chosen: () => this.#begun.memory.chosen(repository),
      name: () => knownName(this.#services),
    };
  }

  #acts(id: string, { repository }: Start, port: PanelPort<NewTaskContract>): NewTaskActs {
    const services = this.#services;
    return {
      submit: async (draft, workspace) => {
        const sent = await this.#begun.submit(draft, workspace, repository, () => personName(services));
        if (sent?.ok === true) this.#open.delete(id);
        return sent;
      },
      save: async ({ key }, task, change) =>
        services.tasks.act(key, (folder) => changeTo(change)(folder, task)),
      show: async (task) => {
        await run(COMMANDS.openTask, rowForTask(task));
      },
      withdraw: async (task) => {
        await run(COMMANDS.withdrawTask, rowForTask(task), TAKES_BACK);
      },
      another: () => {
        this.#show(this.#begun.newId(), undefined, undefined);
        port.close();
      },
      initialize: async () => {
        await run(COMMANDS.initializeTasks);
      },
      wayOut: goWayOut,
      copy: (text) => writeClipboard(shown(text, 'clipboard')),
      failed: (failure) => services.log.error('A task that is changed could not be read.', failure),
    };
  }
}

function refusalWords(
  { code, args, message }: { code: string; args: Record<string, unknown>; message: string },
  title: string,
  workspace: string,
): Shown {
  if (code === 'fault') return message as Shown;
  return taskRefusalWords({ ok: false, code, args, message }, title, workspace) as string as Shown;
}

const EDIT = 'edit';

function identityOf({ workspaceKey, id }: Edited): string {
  return JSON.stringify([EDIT, workspaceKey, id]);
}

function editedOf(identity: string): Edited | undefined {
  if (isTaskId(identity)) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(identity);
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== EDIT) return undefined;
  const [, workspaceKey, id]: unknown[] = parts;
  return typeof workspaceKey === 'string' && typeof id === 'string' ? { workspaceKey, id } : undefined;
}
