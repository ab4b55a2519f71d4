/** Dragging tasks from one folder of the view to another: only where there is a transition, by its own command. */

import { type DataTransfer, DataTransferItem, type TreeDragAndDropController } from 'vscode';
import type { TaskTarget } from '../../../acts/tasks/chosenTasks.ts';
import { run } from '../../../host/commands.ts';
import { info } from '../../../host/messages.ts';
import type { Row } from '../../kit/row.ts';
import { type RowHandle, rowForTask } from '../../kit/rowTree.ts';
import { asTaskTarget } from '../../kit/taskTargets.ts';
import { droppedWrong, noTransition } from './dropWords.ts';
import type { TasksRow } from './taskRowKinds.ts';
import { dropOf, TASKS_MIME } from './transitions.ts';

type Dragging = Pick<Required<TreeDragAndDropController<RowHandle>>, 'handleDrag' | 'handleDrop'>;

export const dragging: Dragging = {
  handleDrag: (handles, data) => {
    const tasks = handles.flatMap(({ row }) => row.target?.task ?? []);
    // Groups, folders and agents are not tasks: with one of them nothing is dragged. The editor makes JSON of the rest.
    if (tasks.length === handles.length) data.set(TASKS_MIME, new DataTransferItem(tasks));
  },
  handleDrop: async (target, data) => {
    const tasks = dragged(data);
    const drop = dropOf(tasks, folderOf(target?.row));
    switch (drop.code) {
      case 'run': {
        const rows = tasks.map(rowForTask);
        await run(drop.command, rows[0], rows);
        return;
      }
      case 'none':
        await info(noTransition(drop.from, drop.to));
        return;
      case 'same-folder':
        return;
      default:
        await info(droppedWrong(drop.code));
    }
  },
};

function dragged(data: DataTransfer): TaskTarget[] {
  const item = data.get(TASKS_MIME);
  const value: unknown = item?.value;
  const tasks: unknown = typeof value === 'string' ? parsed(value) : value;
  return Array.isArray(tasks) ? tasks.flatMap((task: unknown) => asTaskTarget(task) ?? []) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Dragged from somewhere else: nothing of ours.
    return undefined;
  }
}

function folderOf(row: Row | undefined): { key: string; folder: string } | undefined {
  const at = row as TasksRow | undefined;
  switch (at?.kind) {
    case 'section':
    case 'page':
    case 'group':
      return { key: at.key, folder: at.folder };
    case 'task':
      return { key: at.key, folder: at.row.folder };
    default:
      return undefined;
  }
}
