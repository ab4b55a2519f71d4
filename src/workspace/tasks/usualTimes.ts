/** How long an agent's tasks usually take, learned from those that are done. */
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { taskFacts } from './taskStates.ts';

/** By agent, the median of its done tasks from the last claim to the end, in milliseconds. */
export function usualTimes(done: readonly TaskRow[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number[]>();
  for (const row of done) {
    const { agent, tookMs } = taskFacts(row);
    if (agent === null || tookMs === null) continue;
    const times = taken.get(agent);
    if (times === undefined) taken.set(agent, [tookMs]);
    else times.push(tookMs);
  }
  return new Map([...taken].map(([agent, times]) => [agent, median(times)]));
}

/** Of an even number the middle of the two in the middle. */
function median(times: number[]): number {
  const sorted = Float64Array.from(times).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
