/** Compares what two copies of a task went through. */
import { isDeepStrictEqual } from 'node:util';
import type { TaskRecord } from './taskModel.ts';

/** Whether one copy's history begins with the whole of the other's, which then says nothing that this one does not. */
export function holdsHistory(later: TaskRecord, earlier: TaskRecord): boolean {
  const [long, short] = [later['history'], earlier['history']];
  if (!Array.isArray(long) || !Array.isArray(short) || short.length === 0) return false;
  return short.length <= long.length && isDeepStrictEqual(long.slice(0, short.length), short);
}
