/** What became of one act on many tasks. */
import { ok, type Refusal, type Result } from '../../protocol/lib/result.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import { type ChosenTask, type MissedTask, targetOfTask } from './chosenTasks.ts';
import type { TaskAct } from './taskActs.ts';

export interface Outcome {
  done: ChosenTask[];
  refused: MissedTask[];
  /** Not tried: of the rows that were given, what can't be done to now. */
  left: MissedTask[];
  /** Done, but a copy stays in other folders: another program moved it at the same moment. */
  copies: { task: ChosenTask; folders: string[] }[];
}

/** Where it is written: `TaskSource`, once it is loaded `TaskStore`. */
export interface TaskWriter {
  act<T>(key: string, run: (folder: TaskFolder) => Promise<Result<T>>): Promise<Result<T>>;
}

/** Acts on one after the other, workspace by workspace; a refusal keeps none of the others back. */
export async function actOn(
  writer: TaskWriter,
  tasks: readonly ChosenTask[],
  act: TaskAct,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [], left: [], copies: [] };
  const refuse = (task: ChosenTask, refusal: Refusal) =>
    outcome.refused.push({ target: targetOfTask(task), title: task.facts.title, refusal });
  for (const key of new Set(tasks.map(({ workspace }) => workspace.key))) {
    const group = tasks.filter(({ workspace }) => workspace.key === key);
    let reached = 0;
    const whole = await writer.act(key, async (folder) => {
      for (const task of group) {
        const result = await act(folder, task);
        reached += 1;
        if (!result.ok) {
          refuse(task, result);
          continue;
        }
        outcome.done.push(task);
        const folders = (result.value.alsoIn ?? []).filter((other) => other !== 'done');
        if (folders.length > 0) outcome.copies.push({ task, folders });
      }
      return ok(undefined);
    });
    // Refused as a whole, before the first.
    if (!whole.ok) for (const task of group.slice(reached)) refuse(task, whole);
  }
  return outcome;
}
