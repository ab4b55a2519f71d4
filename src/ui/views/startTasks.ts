/** The Tasks view as far as it is there from the start: what it shows is loaded when somebody can see it. */

import type { Parts } from '../../compose.ts';
import { COMMANDS, VIEWS } from '../../contract.ts';
import { reading } from '../../host/documents.ts';
import { rowItem } from '../kit/rowItem.ts';
import type { TasksRow } from './tasks/taskRows.ts';
import type { TasksFeature } from './tasks/tasksFeature.ts';
import { Tree } from './tree.ts';

/** As in tasks/dropTasks.ts. */
const MIME = 'application/vnd.code.tree.quarterdeck.tasks';

export interface TasksView {
  tree: Tree<TasksRow>;
  /** Opens the page of a row's task, and goes to it. */
  open(argument: unknown): Promise<void>;
}

export function startTasks(parts: Parts): TasksView {
  const { tasks, commands, context, documents, log } = parts;
  let feature: TasksFeature | undefined;
  let loading: Promise<TasksFeature> | undefined;
  const load = async () => {
    loading ??= import('./tasks/tasksFeature.ts').then((module) => {
      feature = new module.TasksFeature(parts, tree);
      context.subscriptions.push(feature);
      tree.update();
      documents.refresh();
      return feature;
    });
    return loading;
  };
  const soon = () => {
    load().catch((failure: unknown) => log.error('The Tasks view could not be loaded.', failure));
  };
  const tree = new Tree<TasksRow>(
    VIEWS.tasks,
    {
      roots: () => feature?.source.roots() ?? [],
      children: (row) => feature?.source.children(row) ?? [],
      item: (row) => feature?.source.item(row) ?? rowItem(reading()),
      turnsAt: (row) => feature?.source.turnsAt(row) ?? 0,
    },
    parts,
    {
      canSelectMany: true,
      dragAndDropController: {
        dragMimeTypes: [MIME],
        dropMimeTypes: [MIME],
        handleDrag: (handles, data, token) => feature?.handleDrag(handles, data, token),
        handleDrop: (target, data, token) => feature?.handleDrop(target, data, token),
      },
    },
  );
  parts.selectedTasks.rows = () => (tree.view.visible ? tree.view.selection : []);
  const register = (id: string, act: (loaded: TasksFeature, ...given: unknown[]) => Promise<void>) =>
    commands.register(id, async (...given) => act(await load(), ...given));
  context.subscriptions.push(
    tree,
    tree.view.onDidChangeVisibility(soon),
    tasks.onDidChange(() => {
      if (tasks.workspaces().length > 0) soon();
    }),
    register(COMMANDS.openTask, (loaded, argument, how) => loaded.openTask(argument, how)),
    register(COMMANDS.openTaskJson, (loaded, argument) => loaded.openJson(argument)),
    register(COMMANDS.filterTasks, (loaded) => loaded.filter()),
    register(COMMANDS.clearTaskFilter, (loaded) => loaded.clearFilter()),
    documents.register('task', (key) => {
      if (feature !== undefined) return feature.page(key);
      soon();
      return reading();
    }),
  );
  if (tree.view.visible) soon();
  return { tree, open: async (argument) => (await load()).openTask(argument, { focus: true }) };
}
