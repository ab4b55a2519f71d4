/** Finds a task by words of whatever is written in it; the newest first, shown as they are found. */
import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { Picker, type PickRow } from '../../../host/quickPick.ts';
import { type Shown, withIcon } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { type FoundTask, searchTasks } from '../../../workspace/tasks/searchTasks.ts';
import { rowForTask } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { folderIcon, foundCount, foundDetail, foundLine } from './foundWords.ts';

/** More rows than this nobody reads; more words find fewer. */
const MOST_SHOWN = 200;

interface FoundRow extends PickRow {
  found: FoundTask;
}

export async function findTask(services: Pick<Services, 'model' | 'log' | 'tasks'>): Promise<void> {
  const { tasks, model } = services;
  await tasks.store();
  const workspaces = model.workspaces();
  const picker = new Picker<FoundRow>({
    title: ours('Find Task'),
    placeholder: ours('Words of title, agent, #tag, description, question, answer, result or error'),
  });
  let search = new AbortController();
  const show = (rows: readonly FoundRow[], more: boolean): void => {
    const { active } = picker;
    picker.rows = rows;
    // What is found later stands below: the row that one is on stays.
    if (active !== undefined && rows.includes(active)) picker.active = active;
    picker.title = foundCount(rows.length, more);
  };
  const find = async (text: string): Promise<void> => {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    picker.busy = true;
    let rows: readonly FoundRow[] = [];
    for await (const lot of searchTasks(workspaces, text, { signal })) {
      if (signal.aborted) return;
      rows = [...rows, ...lot.map((found) => rowOf(found, model.now(), workspaces.length > 1))];
      const more = rows.length > MOST_SHOWN;
      show(rows.slice(0, MOST_SHOWN), more);
      if (more) break;
    }
    if (signal.aborted) return;
    picker.busy = false;
    if (rows.length === 0) show([], false);
  };
  const started = (text: string): void => {
    find(text).catch((failure: unknown) => services.log.error('Find Task failed.', failure));
  };
  const open = (row: FoundRow | undefined, beside: boolean): void => {
    if (row === undefined) return;
    picker.hide();
    const { workspace, row: task } = row.found;
    const handle = rowForTask({ workspaceKey: workspace.key, folder: task.folder, id: task.id });
    void run(COMMANDS.openTask, handle, { focus: true, beside });
  };
  picker.onDidChangeValue(started);
  picker.onDidAccept((row) => open(row, false));
  picker.onDidPressRowButton((row) => open(row, true));
  picker.onDidHide(() => {
    search.abort();
    picker.dispose();
  });
  picker.show();
  started('');
}

function rowOf(found: FoundTask, now: number, several: boolean): FoundRow {
  const detail = foundDetail(found);
  return {
    found,
    // No word of a label: the editor sorts by it while one types, and these are the newest first.
    label: withIcon(folderIcon(found.row.folder), '' as Shown<'pick'>),
    description: foundLine(found, now, several),
    ...(detail === undefined ? {} : { detail }),
    alwaysShow: true,
    buttons: [{ id: 'beside', icon: 'split-horizontal', tooltip: ours('Open Beside') }],
  };
}
