/** A task's context as its file spells it, for a person who changes a part of it. */
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { parseNoted } from '../../protocol/lib/pythonJson.ts';
import { ok, type Result, refuse } from '../../protocol/lib/result.ts';
import { layOut, MOST_LEVELS } from '../../protocol/tasks/jsonValues.ts';
import { MOST_BYTES, readEntry } from '../../protocol/tasks/readEntry.ts';
import type { ChosenTask } from './chosenTasks.ts';

/** Longer than this it is laid out over several lines. */
const LINE = 60;

/** Empty for an empty object, null for what is none. Refused: `changed` where the file is not the one that was seen. */
export async function contextText(
  files: Files,
  { workspace, row }: Pick<ChosenTask, 'workspace' | 'row'>,
): Promise<Result<string | null>> {
  const read = await readEntry(files, path.join(workspace.folder, row.file), MOST_BYTES);
  if (!read.ok || createHash('sha256').update(read.bytes).digest('hex') !== row.version)
    return refuse('changed', 'The file is not the one that was seen.', {});
  const task = parseNoted(read.bytes.toString('utf8'), MOST_LEVELS);
  const context = task.ok && task.value instanceof Map ? (task.value.get('context') ?? new Map()) : null;
  if (!(context instanceof Map)) return ok(null);
  return ok(context.size === 0 ? '' : layOut(context, LINE));
}
