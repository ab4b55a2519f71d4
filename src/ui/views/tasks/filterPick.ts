import { Picker, untilAnswered } from '../../../host/quickPick.ts';
import { ours } from '../../../text/say.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { type FilterRow, filterRows } from './filterRows.ts';

/** Asks which tasks are to be shown, beginning with what is shown now. Undefined: the person went away. */
export async function askFilter(
  typed: string,
  workspaces: () => readonly TaskWorkspace[],
): Promise<string | undefined> {
  const picker = new Picker<FilterRow>({
    title: ours('Filter tasks'),
    placeholder: ours('Words, #tag, agent:name, not done; Enter shows what fits'),
  });
  const show = () => {
    picker.rows = filterRows(picker.value, workspaces());
    picker.active = picker.rows[0];
  };
  picker.value = typed === '' ? '' : `${typed} `;
  show();
  picker.onDidChangeValue(show);
  return untilAnswered(picker, (answer) =>
    picker.onDidAccept((row) => {
      const next = row?.next;
      if (typeof next !== 'string') return answer(picker.value.trim());
      picker.value = next;
      show();
    }),
  );
}
