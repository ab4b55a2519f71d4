/** The New Task panels of this window, loaded when the first is asked for or comes back. One for each task that is begun. */
import { homedir } from 'node:os';
import type { WebviewPanel } from 'vscode';
import { isTaskId } from '../../../acts/tasks/newTaskDrafts.ts';
import type { TaskForm } from '../../../acts/tasks/taskForm.ts';
import { COMMANDS, PANELS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { ours } from '../../../text/say.ts';
import { type Shown, shown } from '../../../text/shown.ts';
import { taskRefusalWords } from '../../../text/taskRefusalWords.ts';
import { initializeTasks } from '../../commands/tasks/initializeTasks.ts';
import { knownName } from '../../commands/tasks/personName.ts';
import {
  begunTasks,
  dropBegun,
  keepBegun,
  NEW_TASKS,
  newTaskId,
  offeredTasks,
  sendNewTask,
} from '../../commands/tasks/sendNewTask.ts';
import { firstLine } from '../../commands/tasks/submitTask.ts';
import { TAKES_BACK, withdrawTask } from '../../commands/tasks/withdrawTask.ts';
import { chosenWorkspace, lastValues, repositoryInFront } from '../../commands/tasks/workspaceChoice.ts';
import { RowHandle, rowForTask, targetOf } from '../../kit/rowTree.ts';
import { selectionInFence } from '../../kit/selection.ts';
import type { Acting } from '../../kit/services.ts';
import { handleFor } from '../../kit/taskTargets.ts';
import { type PanelPort, type PanelSession, Panels } from '../panels.ts';
import { newTaskHandlers } from './newTaskHandlers.ts';
import type { NewTaskContract } from './newTaskMessages.ts';
import { newTaskTexts } from './newTaskPanelWords.ts';
import type { NewTaskActs, NewTaskWorld } from './newTaskWorld.ts';

interface Start {
  form?: Partial<TaskForm>;
  workspace?: string;
  /** The folder that the choice of workspace is remembered for. */
  repository: string;
}

export class NewTaskPanels {
  readonly #acting: Acting;
  readonly #panels: Panels<NewTaskContract>;
  /** By id, what a panel is opened with. */
  readonly #starts = new Map<string, Start>();
  /** Ids of the forms that are open and not submitted yet. */
  readonly #open = new Set<string>();
  #ready = false;

  constructor(acting: Acting) {
    this.#acting = acting;
    const { parts } = acting;
    this.#panels = new Panels<NewTaskContract>(parts, {
      viewType: PANELS.newTask,
      script: 'newTask',
      icon: 'quarterdeck.svg',
      texts: newTaskTexts,
      open: (id, port) => this.#session(id, port),
    });
    parts.context.subscriptions.push(this.#panels);
  }

  /** The person asked for it just now: with what is selected, else it takes up what was begun last. */
  async open(argument: unknown): Promise<void> {
    const target = targetOf(argument);
    const workspace = target?.task?.workspaceKey ?? target?.tasks?.[0]?.workspaceKey;
    const title = target === undefined ? firstLine() : '';
    const description = target === undefined ? await selectionInFence(repositoryInFront()) : '';
    if (title !== '') {
      this.#show(newTaskId(), { title, description }, workspace);
      return;
    }
    const [open] = this.#open;
    this.#show(open ?? offeredTasks(this.#acting)[0]?.id ?? newTaskId(), undefined, workspace);
  }

  restore(panel: WebviewPanel, state: unknown): void {
    const { identity } = (state ?? {}) as { identity?: unknown };
    // The id becomes the name of a file.
    if (typeof identity === 'string' && isTaskId(identity)) this.#panels.restore(panel, state);
    else panel.dispose();
  }

  #show(id: string, form: Partial<TaskForm> | undefined, workspace: string | undefined): void {
    this.#starts.set(id, {
      repository: repositoryInFront(),
      ...(form === undefined ? {} : { form }),
      ...(workspace === undefined ? {} : { workspace }),
    });
    this.#panels.show(id, { byPerson: true });
    this.#starts.delete(id);
  }

  #session(id: string, port: PanelPort<NewTaskContract>): PanelSession<NewTaskContract> {
    const { tasks, drafts, trust, log } = this.#acting.parts;
    const start = this.#starts.get(id) ?? { repository: repositoryInFront() };
    const list = new DisposableList();
    const { changed } = port;
    list.add(tasks.onDidChange(changed));
    list.add(drafts.onDidChange((keys) => keys.has(NEW_TASKS) && changed()));
    list.add(trust.onDidGrant(changed));
    this.#open.add(id);
    list.add({ dispose: () => this.#open.delete(id) });
    tasks
      .store()
      .then(() => tasks.ready)
      .then(() => {
        this.#ready = true;
        if (!list.disposed) changed();
      })
      .catch((failure: unknown) => log.error('The task workspaces could not be read.', failure));
    const workspaceNow = () => this.#acting.parts.tasks.workspaces()[0]?.name ?? '';
    return {
      handlers: newTaskHandlers(
        this.#world(start),
        this.#acts(id, start, port),
        {
          id,
          ...(start.form === undefined ? {} : { form: start.form }),
          ...(start.workspace === undefined ? {} : { workspace: start.workspace }),
        },
        changed,
      ),
      title: () => {
        const title =
          begunTasks(this.#acting)
            .find((draft) => draft.id === id)
            ?.form.title.trim() ?? '';
        return title === ''
          ? ours('New Task')
          : ours('New: {0}', shown(title, 'tree', 40) as string as Shown);
      },
      refusalWords: (code, args, message) =>
        code === 'fault'
          ? (message as Shown)
          : (taskRefusalWords({ ok: false, code, args, message }, '', workspaceNow()) as string as Shown),
      dispose: () => list.dispose(),
    };
  }

  #world({ repository }: Start): NewTaskWorld {
    const acting = this.#acting;
    const { tasks, drafts, clock } = acting.parts;
    return {
      now: clock.now,
      ready: () => this.#ready,
      home: homedir(),
      workspaces: () => tasks.workspaces(),
      begun: () => begunTasks(acting),
      savedAt: () => drafts.get(NEW_TASKS)?.savedAt ?? null,
      last: (key) => lastValues(acting, key),
      chosen: () => chosenWorkspace(acting, repository),
      name: () => knownName(acting),
    };
  }

  #acts(id: string, { repository }: Start, port: PanelPort<NewTaskContract>): NewTaskActs {
    const acting = this.#acting;
    const { drafts } = acting.parts;
    return {
      keep: (draft) => keepBegun(acting, draft),
      drop: async (dropped) => {
        dropBegun(acting, dropped);
        await drafts.flush();
      },
      submit: async (draft, workspace) => {
        const sent = await sendNewTask(acting, draft, workspace, repository);
        if (sent?.ok === true) this.#open.delete(id);
        return sent;
      },
      show: async (task) => {
        await run(COMMANDS.openTask, rowForTask(task));
      },
      withdraw: (task) => withdrawTask(acting, handleFor(task), TAKES_BACK),
      another: () => {
        this.#show(newTaskId(), undefined, undefined);
        port.close();
      },
      initialize: () => initializeTasks(acting, undefined),
      wayOut: async ({ writable, folder }) => {
        if (writable.ok) return;
        if (writable.code === 'restricted') await run(COMMANDS.manageTrust);
        else if (writable.code === 'outside')
          await run(
            COMMANDS.addFolder,
            new RowHandle({ kind: 'place', id: folder, target: { folder } }, undefined),
          );
      },
    };
  }
}
