import { join, shown } from '../../host/agentText.ts';
import { info } from '../../host/messages.ts';
import { type PickRow, pickMany } from '../../host/quickPick.ts';
import { reapLine } from '../../host/words/reapWords.ts';
import { ours } from '../../host/words/say.ts';
import { noneToDo, titleWords, whichTasks } from '../../host/words/taskActWords.ts';
import { refuse } from '../../protocol/result.ts';
import type { TaskFolder } from '../../protocol/tasks/model.ts';
import type { Acting } from '../acting.ts';
import { tellNotWritable } from './chooseTasks.ts';
import type { Outcome } from './outcome.ts';
import { type Reapable, reapables, reapSeconds } from './reaping.ts';
import { allTasksOf, lookUp, targetOfTask, targetsOf } from './taskTargets.ts';
import { sayOutcome } from './tellTasks.ts';

interface ReapRow extends PickRow {
  reapable: Reapable;
}

/** Takes tasks from agents that seem to be gone, after a list that says for each why. */
export async function reapStale(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const { tasks, clock } = acting.parts;
  const targets = targetsOf(argument, many);
  const given = targets === null ? [] : lookUp(targets, tasks).chosen;
  const now = clock.now();
  // A row that is no task's, as that of a folder: all of them.
  const able = reapables(given.length > 0 ? given : allTasksOf(tasks.workspaces()), now);
  const [first] = able;
  if (first === undefined) {
    void info(noneToDo('reap'));
    return;
  }
  const writable = able.filter(({ task }) => task.workspace.writable.ok);
  if (writable.length === 0) {
    await tellNotWritable(first.task.workspace);
    return;
  }
  const chosen = await pickMany(rowsOf(writable, now), {
    title: whichTasks('reap'),
    placeholder: ours('Marked: whose agent was not seen for longer than three usual tasks'),
    marked: ({ reapable }) => reapable.abandoned,
  });
  if (chosen !== undefined)
    await reap(
      acting,
      chosen.map(({ reapable }) => reapable),
    );
}

function rowsOf(able: readonly Reapable[], now: number): ReapRow[] {
  const several = new Set(able.map(({ task }) => task.workspace.key)).size > 1;
  return able.map((reapable) => {
    const { workspace, row, facts } = reapable.task;
    return {
      reapable,
      label: titleWords('pick', facts.title, row.id),
      description: join<'pick'>([
        reapLine(facts, reapable.moment, now),
        ...(several ? [shown(workspace.name, 'pick', 30)] : []),
      ]),
    };
  });
}

async function reap(acting: Acting, chosen: readonly Reapable[]): Promise<void> {
  const store = await acting.parts.tasks.store();
  const outcome: Outcome = { done: [], refused: [], copies: [] };
  for (const key of new Set(chosen.map(({ task }) => task.workspace.key))) {
    const group = chosen.filter(({ task }) => task.workspace.key === key);
    const seen = Object.fromEntries(group.map(({ task }) => [task.row.id, task.row.version]));
    const result = await store.act(key, async (folder: TaskFolder) =>
      folder.reapStale(reapSeconds(group), { seen }),
    );
    const reaped = new Set(result.ok ? result.value.reaped : []);
    const skipped = new Map(result.ok ? result.value.skipped.map(({ id, code }) => [id, code]) : []);
    for (const { task } of group) {
      if (reaped.has(task.row.id)) {
        outcome.done.push(task);
        continue;
      }
      const now = acting.parts.tasks.get(key)?.scan.tasks.find(({ id }) => id === task.row.id);
      const code = skipped.get(task.row.id) ?? 'invalid';
      const refusal = result.ok
        ? refuse(code, 'It was not reaped.', argsOf(code, now?.folder ?? null))
        : result;
      outcome.refused.push({ target: targetOfTask(task), title: task.facts.title, refusal });
    }
  }
  sayOutcome(acting, 'reap', outcome);
}

function argsOf(code: string, foundIn: string | null): Record<string, unknown> {
  if (code === 'gone') return { foundIn };
  return code === 'invalid' ? { reason: 'fresh' } : {};
}
