/** The Tasks view as far as it is there from the start: what it shows is loaded when somebody can see it. */

import { VIEWS } from '../../contract.ts';
import { reading } from '../../host/documents.ts';
import { rowItem } from '../kit/rowItem.ts';
import type { Services } from '../kit/services.ts';
import { TASK_PAGE } from '../kit/taskIdentity.ts';
import type { TasksRow } from './tasks/taskRowKinds.ts';
import type { TasksFeature } from './tasks/tasksFeature.ts';
import { TASKS_MIME } from './tasks/transitions.ts';
import { Tree } from './tree.ts';

export interface TasksView {
  tree: Tree<TasksRow>;
  /** Everything else of the view. */
  load(): Promise<TasksFeature>;
}

export function startTasks(services: Services): TasksView {
  const { model, context, documents, log } = services;
  let feature: TasksFeature | undefined;
  let loading: Promise<TasksFeature> | undefined;
  const load = async () => {
    loading ??= import('./tasks/tasksFeature.ts').then((module) => {
      feature = new module.TasksFeature(services, tree);
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
    services,
    {
      canSelectMany: true,
      dragAndDropController: {
        dragMimeTypes: [TASKS_MIME],
        dropMimeTypes: [TASKS_MIME],
        handleDrag: (handles, data, token) => feature?.handleDrag(handles, data, token),
        handleDrop: (target, data, token) => feature?.handleDrop(target, data, token),
      },
    },
  );
  context.subscriptions.push(
    tree,
    tree.view.onDidChangeVisibility(soon),
    model.onDidChange(({ what }) => {
      if (what === 'tasks' && model.workspaces().length > 0) soon();
    }),
    documents.register(TASK_PAGE, (key) => {
      if (feature !== undefined) return feature.page(key);
      soon();
      return reading();
    }),
  );
  if (tree.view.visible) soon();
  return { tree, load };
}
