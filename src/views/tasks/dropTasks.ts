/** Dragging tasks from one folder of the view to another: only where there is a transition, by its own command. */
import { DataTransferItem, type TreeDragAndDropController } from 'vscode';
import { run } from '../../host/commands.ts';
import { info } from '../../host/messages.ts';
import { droppedWrong, noTransition } from '../../host/words/dropWords.ts';
import type { Row } from '../row.ts';
import { RowHandle } from '../rowTree.ts';
import type { OneTaskRow, TasksRow } from './taskRows.ts';
import { dropOf } from './transitions.ts';

export const MIME = 'application/vnd.code.tree.quarterdeck.tasks';

type Dragging = Pick<Required<TreeDragAndDropController<RowHandle>>, 'handleDrag' | 'handleDrop'>;

export const dragging: Dragging = {
  handleDrag: (handles, data) => {
    const tasks = handles.filter(isTask);
    // Groups, folders and agents are not tasks: with one of them nothing is dragged.
    if (tasks.length === handles.length) data.set(MIME, new DataTransferItem(tasks));
  },
  handleDrop: async (target, data) => {
    const dropped: unknown = data.get(MIME)?.value;
    const handles = Array.isArray(dropped) ? dropped.filter((each): each is RowHandle => isTask(each)) : [];
    const tasks = handles.flatMap(({ row }) => row.target?.task ?? []);
    const drop = dropOf(tasks, folderOf(target?.row));
    switch (drop.code) {
      case 'run':
        await run(drop.command, handles[0], handles);
        return;
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

function isTask(handle: unknown): handle is RowHandle<OneTaskRow> {
  return handle instanceof RowHandle && handle.row.target?.task !== undefined;
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
