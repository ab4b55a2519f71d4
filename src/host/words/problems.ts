/** What is wrong in a loop's files, and what it means for the rest. Codes: those of the readers. */
import type { Problem } from '../../protocol/result.ts';
import { type Shown, shown } from '../agentText.ts';

/** English of the protocol's, made fit for a row: each says where and what is read all the same. */
export function problemWords(problem: Problem): Shown<'tree'> {
  return shown(problem.message, 'tree');
}

/** "events.jsonl:4812", or the file alone. */
export function problemPlace(problem: Problem): Shown<'tree'> {
  return shown(problem.line === null ? problem.file : `${problem.file}:${problem.line}`, 'tree');
}
