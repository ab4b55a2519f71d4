/** Finishes or undoes what a writer left half done, once a person asks for it. */
import { JsonNumber, type JsonObject, type JsonValue } from '../lib/pythonJson.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { type Act, exists, invalidField, invalidId, lostLock, type Workspace } from './actContext.ts';
import { copiesAfter, leftoverOf, lookAt, needFolders } from './actFolders.ts';
import { putBackTask } from './aside.ts';
import { destination, interruption } from './interrupted.ts';
import { renameTask } from './move.ts';
import { bytesOf, rewrite, written } from './replaceTask.ts';
import { asFolder, goneFrom, onTask, type Taken } from './takeTask.ts';
import type { WrittenTask } from './taskModel.ts';
import { fileOf, isSafeId, type TaskFolderName } from './taskNames.ts';
import { lastEntry, lastOf, log, orderedTree } from './taskRecord.ts';

export async function mendTask(
  workspace: Workspace,
  folder: string,
  id: string,
  how: 'finish' | 'undo',
  seen: string | undefined,
): Promise<Result<WrittenTask>> {
  if (!isSafeId(id)) return invalidId(id);
  const from = asFolder(folder);
  if (from === null) return invalidField('folder');
  if (how !== 'finish' && how !== 'undo') return invalidField('how');
  const aside = from === 'inbox' ? await leftoverOf(workspace.ports.files, workspace.folder, id) : null;
  if (aside !== null) return putBackTask(workspace, id, aside);
  return onTask(workspace, from, id, seen, async (act, task) => {
    const cut = interruption(from, task.record, task.stat.ctimeMs, act.ports.now());
    if (cut === null) {
      return refuse('invalid', 'Nothing about it is left half done.', { reason: 'not_interrupted' });
    }
    if (cut === 'claim_interrupted') {
      // Who was claiming is written nowhere.
      if (how === 'finish') return refuse('invalid', 'A claim can only be undone.', { reason: cut });
      return moveOn(act, task, 'inbox');
    }
    return how === 'finish'
      ? moveOn(act, task, asFolder(destination(task.record)) ?? 'inbox')
      : stay(act, task);
  });
}

/** The rename alone: its bytes say already what they should. */
async function moveOn(act: Act, task: Taken, to: TaskFolderName): Promise<Result<WrittenTask>> {
  const folders = await needFolders(act, task.folder, to);
  if (!folders.ok) return folders;
  const target = fileOf(act.root, to, task.id);
  if (await lookAt(act.ports.files, target)) return exists(to);
  const refused = (await lostLock(act)) ?? (await renameTask(act, task, target, async () => undefined));
  return refused ?? ok({ ...task.record, alsoIn: await copiesAfter(act, task.id, to) });
}

/** Nothing of the record is taken back: an entry says that the task is where it was. */
async function stay(act: Act, task: Taken): Promise<Result<WrittenTask>> {
  const tree = orderedTree(task.tree, act.stamp);
  log(tree, task.folder, act.stamp(), [...stateOf(task), ['undone', true]]);
  if (task.folder === 'active' && lastEntry(task.record)?.['status'] === 'failed') countDown(tree);
  const rewritten = await rewrite(act, task.file, task.stat, bytesOf(tree));
  if (!rewritten.ok) return rewritten.code === 'gone' ? goneFrom(act, task.id) : rewritten;
  return written(act, task.id, task.folder, tree);
}

/** What the entry of the state that a task goes back to says beside its word and time. */
function stateOf(task: Taken): [string, JsonValue][] {
  const entry = lastOf(task.record, task.folder);
  const text = (name: string): [string, JsonValue][] => {
    const value = entry?.[name];
    return typeof value === 'string' ? [[name, value]] : [];
  };
  if (task.folder === 'active') return text('claimed_by');
  return [...text('reason'), ...text('error')];
}

/** An attempt that goes on did not fail. */
function countDown(tree: JsonObject): void {
  const count = tree.get('retry_count');
  if (!(count instanceof JsonNumber) || !count.whole || count.toBigInt() < 1n) return;
  tree.set('retry_count', new JsonNumber(String(count.toBigInt() - 1n), true));
}
