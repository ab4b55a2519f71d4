import { lstat } from 'node:fs/promises';
import * as path from 'node:path';
import type { Outcome } from '../../../acts/tasks/actOnTasks.ts';
import { info } from '../../../host/messages.ts';
import { type PickRow, pickMany } from '../../../host/quickPick.ts';
import { refuse } from '../../../protocol/lib/result.ts';
import type { TaskFolder, TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { ours } from '../../../text/say.ts';
import { join, shown } from '../../../text/shown.ts';
import { duration } from '../../../text/timeWords.ts';
import type { Acting } from '../../kit/services.ts';
import { type ChosenTask, type MissedTask, targetOfTask, targetsOf } from '../../kit/taskTargets.ts';
import { reapLine } from '../../kit/words/reapWords.ts';
import { noneToDo, notNow, titleWords, whichTasks } from '../../kit/words/taskActWords.ts';
import { tellNotWritable } from './chooseTasks.ts';
import { knownName } from './personName.ts';
import { type Reapable, reapables, reapScope, reapSeconds } from './reaping.ts';
import { sayOutcome, tellTaskRefusal } from './tellTasks.ts';

interface ReapRow extends PickRow {
  reapable: Reapable;
}

/** Takes tasks from agents that seem to be gone, after a list that says for each why. */
export async function reapStale(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const { tasks, clock } = acting.parts;
  const now = clock.now();
  const { scope, given, missed } = reapScope(targetsOf(argument, many), tasks);
  const active = scope.filter(({ row }) => row.folder === 'active');
  const changes = await fileChanges(active);
  const able = reapables(active, now, ({ row }) => changes.get(row) ?? null);
  const [first] = able;
  if (first === undefined) return tellNone(acting, { given, missed });
  const writable = able.filter(({ task }) => task.workspace.writable.ok);
  if (writable.length === 0) {
    await tellNotWritable(first.task.workspace);
    return;
  }
  const chosen = await pickMany(rowsOf(writable, now, knownName(acting)), {
    title: whichTasks('reap'),
    placeholder: ours(
      'Marked: agent not seen for {0}, or three usual tasks',
      duration(first.task.workspace.staleMinutes * 60_000),
    ),
    marked: ({ reapable }) => reapable.abandoned && reapable.readyIn === 0,
    mustMark: ours('None is marked: arrow down and Space, or a click'),
  });
  if (chosen === undefined) return;
  await reap(
    acting,
    chosen.map(({ reapable }) => reapable),
    { missed, left: leftOut(given, able, writable) },
  );
}

/** Of the rows that were given: what is not active, and what lies where nothing may be written. */
function leftOut(
  given: readonly ChosenTask[],
  able: readonly Reapable[],
  writable: readonly Reapable[],
): MissedTask[] {
  const taken = new Set(writable.map(({ task }) => task));
  const active = new Set(able.map(({ task }) => task));
  return given
    .filter((task) => !taken.has(task))
    .map((task) => {
      const { ok, code, args } = { code: 'not-now', args: {}, ...task.workspace.writable };
      const refusal = active.has(task) && !ok ? refuse(code, code, args) : refuse('not-now', 'Not active.');
      return { target: targetOfTask(task), title: task.facts.title, refusal };
    });
}

/** Nothing of what was given can be reaped, or nothing at all. */
async function tellNone(
  acting: Acting,
  about: { given: readonly ChosenTask[]; missed: readonly MissedTask[] },
): Promise<void> {
  const [missed] = about.missed;
  const [odd] = about.given;
  if (missed !== undefined) {
    const workspace = acting.parts.tasks.get(missed.target.workspaceKey)?.name ?? '';
    void tellTaskRefusal({ ...missed, workspace });
  } else void info(odd === undefined ? noneToDo('reap') : notNow('reap', odd.facts.title || odd.row.id));
}

/** A file that changed a moment ago may be just being written: it is refused, and the list says so beforehand. */
async function fileChanges(tasks: readonly ChosenTask[]): Promise<ReadonlyMap<TaskRow, number>> {
  const found = await Promise.allSettled(
    tasks.map(async ({ workspace, row }) => {
      const { mtimeMs, ctimeMs } = await lstat(path.join(workspace.folder, row.file));
      return [row, Math.floor(Math.max(mtimeMs, ctimeMs))] as const;
    }),
  );
  // One that is gone meanwhile is refused by name when it is acted on.
  return new Map(found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
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

async function reap(
  acting: Acting,
  chosen: readonly Reapable[],
  others: { missed: MissedTask[]; left: MissedTask[] },
): Promise<void> {
  const store = await acting.parts.tasks.store();
  const outcome: Outcome = { done: [], refused: [...others.missed], left: others.left, copies: [] };
  for (const key of new Set(chosen.map(({ task }) => task.workspace.key))) {
    const group = chosen.filter(({ task }) => task.workspace.key === key);
    const seen = Object.fromEntries(group.map(({ task }) => [task.row.id, task.seen]));
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
