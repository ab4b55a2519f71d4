import type { ChosenTask, MissedTask } from '../../../acts/tasks/chosenTasks.ts';
import {
  fileChanges,
  leftOut,
  type Reapable,
  reap,
  reapables,
  reapScope,
} from '../../../acts/tasks/reaping.ts';
import { info } from '../../../host/messages.ts';
import { type PickRow, pickMany } from '../../../host/quickPick.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { ours } from '../../../text/say.ts';
import { join, shown } from '../../../text/shown.ts';
import { duration } from '../../../text/timeWords.ts';
import { knownName } from '../../kit/personName.ts';
import type { Services } from '../../kit/services.ts';
import { targetsOf } from '../../kit/taskTargets.ts';
import { noneToDo, notNow, titleWords, whichTasks } from '../../kit/words/taskActWords.ts';
import { tellNotWritable } from './chooseTasks.ts';
import { reapLine } from './reapWords.ts';
import { sayOutcome, tellTaskRefusal } from './tellTasks.ts';

interface ReapRow extends PickRow {
  reapable: Reapable;
}

/** Takes tasks from agents that seem to be gone, after a list that says for each why. */
export async function reapStale(services: Services, argument: unknown, many: unknown): Promise<void> {
  const { tasks, clock } = services;
  const now = clock.now();
  const { scope, given, missed } = reapScope(targetsOf(argument, many), tasks);
  const active = scope.filter(({ row }) => row.folder === 'active');
  const changes = await fileChanges(nodeFiles, active);
  const able = reapables(active, now, ({ row }) => changes.get(row) ?? null);
  const [first] = able;
  if (first === undefined) return tellNone(services, { given, missed });
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
    await tasks.store(),
    chosen.map(({ reapable }) => reapable),
    { refused: missed, left: leftOut(given, able) },
  );
  sayOutcome(services, 'reap', outcome);
}

/** Nothing of what was given can be reaped, or nothing at all. */
async function tellNone(
  services: Pick<Services, 'model'>,
  about: { given: readonly ChosenTask[]; missed: readonly MissedTask[] },
): Promise<void> {
  const [missed] = about.missed;
  const [odd] = about.given;
  if (missed !== undefined) {
    const workspace = services.model.workspace(missed.target.workspaceKey)?.name ?? '';
    void tellTaskRefusal({ ...missed, workspace });
  } else void info(odd === undefined ? noneToDo('reap') : notNow('reap', odd.facts.title || odd.row.id));
}

function rowsOf(able: readonly Reapable[], now: number, me: string | undefined): ReapRow[] {
  const several = new Set(able.map(({ task }) => task.workspace.key)).size > 1;
  return able.map((reapable) => {
    const { workspace, row, facts } = reapable.task;
    return {
      reapable,
      label: titleWords('pick', facts.title, row.id),
      description: join<'pick'>([
        reapLine(facts, reapable.moment, { now, me, readyIn: reapable.readyIn }),
        ...(several ? [shown(workspace.name, 'pick', 30)] : []),
      ]),
    };
  });
}
