/** The loop's own side, for agents: say what it is, and what happened. */
import { type Result, refuse } from '../result.ts';
import type { LoopEvent, Manifest } from './model.ts';

/** Writes `loop.json` whole; the folder's name becomes its id. */
export async function register(_folder: string, _manifest: object): Promise<Result<Manifest>> {
  return refuse('io', 'Not built yet.');
}

/** Appends one event line; `ts` is now unless given. */
export async function emit(
  _folder: string,
  _event: string,
  _fields: Record<string, unknown> = {},
): Promise<Result<LoopEvent>> {
  return refuse('io', 'Not built yet.');
}
