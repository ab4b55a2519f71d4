/** Everything of the Tasks view that is loaded when it is first needed: rows, pages, files, filter, drops. */

import { CONTEXT } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { info } from '../../../host/messages.ts';
import { type Disposable, DisposableList } from '../../../protocol/lib/disposables.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import type { SourceChange } from '../../../workspace/kernel/changeBatch.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { isFiltering } from '../../../workspace/tasks/taskFilter.ts';
import { taskOfPage } from '../../kit/pageTarget.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { TASK_PAGE, taskKey } from '../../kit/taskIdentity.ts';
import { asTaskTarget } from '../../kit/taskTargets.ts';
import { taskTitle } from '../../kit/words/answerWords.ts';
import type { Tree } from '../tree.ts';
import { partsOf } from './changedParts.ts';
import { dragging } from './dropTasks.ts';
import { askFilter } from './filterPick.ts';
import { filterText } from './filterText.ts';
import { HandSaves } from './handSaves.ts';
import { ShownFilter } from './shownFilter.ts';
import { TASK_FILE, TaskJson } from './taskJson.ts';
import { TaskPages } from './taskPageDocuments.ts';
import type { TasksRow } from './taskRowKinds.ts';
import { TasksSource } from './tasksView.ts';

const MEMORY = 'quarterdeck.tasks.filter';
/** After so long without anything new the files that are on screen are told. */
const SHOWN_MS = 1000;

export class TasksFeature implements Disposable {
  readonly source: TasksSource;
  readonly handleDrag = dragging.handleDrag;
  readonly handleDrop = dragging.handleDrop;
  readonly #services: Services;
  readonly #tree: Tree<TasksRow>;
  readonly #model: ReadModel;
  readonly #pages: TaskPages;
  readonly #json: TaskJson;
  readonly #disposables = new DisposableList();
  readonly #filter = new ShownFilter();
  #telling: Disposable | undefined;

  constructor(services: Services, tree: Tree<TasksRow>) {
    this.#services = services;
    this.#tree = tree;
    const { tasks, context, documents, log } = services;
    const kept = context.workspaceState.get<unknown>(MEMORY);
    if (typeof kept === 'string') this.#filter.set(kept);
    this.#model = services.model;
    this.source = new TasksSource(this.#model, this.#filter);
    this.#pages = new TaskPages(this.#model, services.keys);
    this.#json = new TaskJson(this.#model, documents);
    const list = this.#disposables;
    list.add(this.#pages);
    list.add(this.#json);
    list.add(new HandSaves(this.#model, { store: () => tasks.store(), log }));
    list.add(
      this.#model.onDidChange((news) => {
        if (news.what === 'tasks') this.#changed(news.change);
        else if (news.what === 'trust' || news.what === 'tasksReady') this.#all();
        if (news.what === 'tasksReady') documents.refresh();
      }),
    );
    list.add(documents.registerFiles(TASK_FILE, (key) => this.#json.read(key)));
    list.add(tree.view.onDidExpandElement(() => this.#tellShown()));
    list.add(tree.view.onDidCollapseElement(() => this.#tellShown()));
    list.add(tree.view.onDidChangeVisibility(() => this.#tellShown()));
    this.#all();
  }

  page(key: string): Shown<'document'> | undefined {
    return this.#pages.text(key);
  }

  /**
   * By a row, or by where the task is.
   *
   * @param how of another part of ours: `focus`, the page gets it, else the row keeps it; `beside`
   */
  async openTask(argument: unknown, how: unknown): Promise<void> {
    const found = this.#found(argument);
    if (found === undefined) {
      await info(ours('That task is no longer there.'));
      return;
    }
    const { workspace, row } = found;
    await this.#services.documents.open(
      TASK_PAGE,
      taskKey(workspace.key, row),
      shown(taskTitle(found), 'document', 60),
      { keepFocus: !isAsked(how, 'focus'), beside: isAsked(how, 'beside') },
    );
  }

  async openJson(argument: unknown): Promise<void> {
    const found = this.#found(argument);
    if (found === undefined) await info(ours('That task is no longer there.'));
    else await this.#json.open(found.workspace.key, found.row);
  }

  async filter(): Promise<void> {
    const typed = await askFilter(filterText(this.#filter.filter), () => this.#model.workspaces());
    if (typed !== undefined) await this.#keepFilter(typed);
  }

  async clearFilter(): Promise<void> {
    await this.#keepFilter('');
  }

  dispose(): void {
    this.#telling?.dispose();
    this.#disposables.dispose();
  }

  async #keepFilter(typed: string): Promise<void> {
    this.#filter.set(typed);
    this.#all();
    await this.#services.context.workspaceState.update(MEMORY, typed === '' ? undefined : typed);
    if (typed !== '') await run(`${this.#tree.id}.focus`);
  }

  /** The task of a row, or of a place, as it is now: it may have gone to another folder. */
  #found(argument: unknown) {
    const target =
      targetOf(argument)?.task ??
      asTaskTarget(argument) ??
      taskOfPage(argument, (key) => this.#model.workspace(key)) ??
      targetOf(this.#tree.selected)?.task;
    if (target === undefined) return undefined;
    const workspace = this.#model.workspace(target.workspaceKey);
    const row =
      workspace?.row(target.folder, target.id) ??
      workspace?.scan.tasks.find(({ id, folder }) => id === target.id && folder !== target.folder);
    return workspace === undefined || row === undefined ? undefined : { workspace, row };
  }

  #changed(change: SourceChange): void {
    this.#tree.update(partsOf(change));
    this.#around();
  }

  #all(): void {
    this.#tree.update('anything');
    this.#around();
  }

  #around(): void {
    this.#tree.setDescription(this.source.description());
    this.#tree.setMessage(this.source.message());
    this.#services.keys.set(CONTEXT.tasksFiltered, isFiltering(this.#filter.filter));
    this.#pages.changed();
    this.#json.changed();
    this.#tellShown();
  }

  /** The store looks at the files of drawn rows more often. */
  #tellShown(): void {
    this.#telling ??= this.#services.clock.setTimeout(() => {
      this.#telling = undefined;
      this.#tellNow().catch((failure: unknown) =>
        this.#services.log.error('The store could not be told what is shown.', failure),
      );
    }, SHOWN_MS);
  }

  async #tellNow(): Promise<void> {
    const files = new Map(this.#model.workspaces().map(({ key }) => [key, [] as string[]]));
    for (const row of this.#tree.drawn()) if (row.kind === 'task') files.get(row.key)?.push(row.row.file);
    if (files.size === 0) return;
    const store = await this.#services.tasks.store();
    for (const [key, shownFiles] of files) store.shown(key, shownFiles);
  }
}

function isAsked(how: unknown, what: 'focus' | 'beside'): boolean {
  return typeof how === 'object' && how !== null && Reflect.get(how, what) === true;
}
