import {
  fileChanges,
  leftOut,
  type Reapable,
  reap,
  reapables,
  reapScope,
} from '../../../acts/tasks/reaping.ts';
import { type PickRow, pickMany } from '../../../host/quickPick.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { ours } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import { knownName } from '../../kit/personName.ts';
import type { Services } from '../../kit/services.ts';
import { targetsOf } from '../../kit/taskTargets.ts';
import { areOfSeveral, rowWords, tellNothingToDo, tellNotWritable } from './chooseTasks.ts';
import { reapLine } from './reapWords.ts';
import { whichTasks } from './taskActWords.ts';
import { sayOutcome } from './tellTasks.ts';

interface ReapRow extends PickRow {
  reapable: Reapable;
}

/** Takes tasks from agents that seem to be gone, after a list that says for each why. */
export async function reapStale(services: Services, argument: unknown, many: unknown): Promise<void> {
  const { tasks, model } = services;
  const now = model.now();
  const { scope, given, missed } = reapScope(targetsOf(argument, many), model);
  const active = scope.filter(({ row }) => row.folder === 'active');
  const changes = await fileChanges(nodeFiles, active);
  const able = reapables(active, now, ({ row }) => changes.get(row) ?? null);
  const [first] = able;
  if (first === undefined) return tellNothingToDo(services, 'reap', given, missed);
  const writable = able.filter(({ task }) => task.workspace.writable.ok);
  if (writable.length === 0) {
    await tellNotWritable(first.task.workspace);
    return;
  }
  const chosen = await pickMany(rowsOf(writable, now, knownName(services)), {
    title: whichTasks('reap'),
    placeholder: ours(
      'Marked: agent not seen for {0}, or three usual tasks',
      duration(first.task.workspace.staleMinutes * 60_000),
    ),
    marked: ({ reapable }) => reapable.abandoned && reapable.readyIn === 0,
    mustMark: ours('None is marked: arrow down and Space, or a click'),
  });
  if (chosen === undefined) return;
  const outcome = await reap(
    tasks,
    model,
    chosen.map(({ reapable }) => reapable),
    { refused: missed, left: leftOut(given, able) },
  );
  sayOutcome(services, 'reap', outcome);
}

function rowsOf(able: readonly Reapable[], now: number, me: string | undefined): ReapRow[] {
  const withWorkspace = areOfSeveral(able.map(({ task }) => task));
  return able.map((reapable) => {
    const { task, moment, readyIn } = reapable;
    const line = reapLine(task.facts, moment, { now, me, readyIn });
    return { reapable, ...rowWords(task, line, withWorkspace) };
  });
}
