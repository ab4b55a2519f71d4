/** Tasks whose agents are gone wait again. */

import * as path from 'node:path';
import { ok, type Result } from '../lib/result.ts';
import { invalidField, type Workspace } from './actContext.ts';
import { compareText } from './compareTasks.ts';
import { listFolder } from './listFolder.ts';
import { moveTaken } from './move.ts';
import { onTask, type Taken } from './takeTask.ts';
import type { Reaped } from './taskModel.ts';
import { SUFFIX } from './taskNames.ts';
import { lastEntry, log } from './taskRecord.ts';
import { microsOf } from './timeStamp.ts';

/**
 * As the peer's `reap_stale`: what was claimed longer ago than `seconds`, by the first stamp. A file that changed within that
 * time is left alone too, since its claim may be just being written.
 */
export async function reapTasks(
  workspace: Workspace,
  seconds: number,
  seen: Record<string, string> | undefined,
): Promise<Result<Reaped>> {
  if (!Number.isFinite(seconds) || seconds < 0) return invalidField('seconds');
  const ids = seen ? Object.keys(seen) : await activeIds(workspace);
  const stamps = { first: workspace.stamp(), used: false };
  const staleAt = microsOf(stamps.first) ?? workspace.ports.now() * 1000;
  const stamp = () => {
    if (stamps.used) return workspace.stamp();
    stamps.used = true;
    return stamps.first;
  };
  const reaped: string[] = [];
  const skipped: { id: string; code: string }[] = [];
  for (const id of ids) {
    const version = seen && Object.hasOwn(seen, id) ? seen[id] : undefined;
    const done = await reapOne({ ...workspace, stamp }, id, version, (task, nowMs) =>
      isStale(task, staleAt, nowMs, seconds),
    );
    if (done === 'reaped') reaped.push(id);
    else if (done !== 'fresh') skipped.push({ id, code: done });
    // What a person asked for by name is answered by name.
    else if (seen) skipped.push({ id, code: 'invalid' });
  }
  return ok({ reaped, skipped });
}

async function activeIds(workspace: Workspace): Promise<string[]> {
  const listed = await listFolder(workspace.ports.files, path.join(workspace.folder, 'active'), 'active');
  if (!listed.ok) return [];
  const names = listed.listing.files.map(({ name }) => name).sort(compareText);
  return names.map((name) => name.slice(0, -SUFFIX.length));
}

async function reapOne(
  workspace: Workspace,
  id: string,
  seen: string | undefined,
  isDue: (task: Taken, nowMs: number) => boolean,
): Promise<string> {
  const result = await onTask<'reaped' | 'fresh'>(workspace, 'active', id, seen, async (act, task) => {
    if (!isDue(task, act.ports.now())) return ok('fresh');
    const moved = await moveTaken(act, task, {
      from: 'active',
      to: () => 'inbox',
      change: (tree, at) =>
        log(tree, 'inbox', at, [
          ['reaped', true],
          ['reason', 'stale_timeout'],
        ]),
    });
    return moved.ok ? ok('reaped') : moved;
  });
  return result.ok ? result.value : result.code;
}

function isStale(task: Taken, staleAt: number, nowMs: number, seconds: number): boolean {
  const last = lastEntry(task.record);
  const claimed = last?.['status'] === 'active' ? microsOf(last['at']) : null;
  if (claimed === null || staleAt - claimed <= seconds * 1_000_000) return false;
  const changed = Math.floor(Math.max(task.stat.mtimeMs, task.stat.ctimeMs));
  return Math.max(0, nowMs - changed) >= seconds * 1000;
}
