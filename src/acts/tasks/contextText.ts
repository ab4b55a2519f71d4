/** A task's context as its file spells it, for a person who changes a part of it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../protocol/files/errno.ts';
import { parseNoted } from '../../protocol/lib/pythonJson.ts';
import { MOST_LEVELS, stringify } from '../../protocol/tasks/jsonValues.ts';
import type { ChosenTask } from '../../ui/kit/taskTargets.ts';

/** A box of one line holds no more that a person could read. */
const MOST_CHARACTERS = 8000;

/** Empty for an empty object. `changed`: the file is not the one that was seen. */
export async function contextText({
  workspace,
  row,
}: Pick<ChosenTask, 'workspace' | 'row'>): Promise<
  { ok: true; text: string } | { ok: false; code: 'changed' | 'too-long' | 'not-an-object' }
> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(workspace.folder, row.file));
  } catch (failure) {
    if (errnoOf(failure) === null) throw failure;
    return { ok: false, code: 'changed' };
  }
  if (createHash('sha256').update(bytes).digest('hex') !== row.version) return { ok: false, code: 'changed' };
  const read = parseNoted(bytes.toString('utf8'), MOST_LEVELS);
  const context = read.ok && read.value instanceof Map ? (read.value.get('context') ?? new Map()) : null;
  if (!(context instanceof Map)) return { ok: false, code: 'not-an-object' };
  const text = context.size === 0 ? '' : stringify(context);
  return text.length > MOST_CHARACTERS ? { ok: false, code: 'too-long' } : { ok: true, text };
}
