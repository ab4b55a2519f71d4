/** What a task workspace needs of the world, all of it replaceable by a test. */
import { setTimeout as pause } from 'node:timers/promises';
import { nodeFiles } from '../files/filesPort.ts';
import type { LockPorts } from '../files/lock.ts';
import { type Pace, processPace } from '../lib/pace.ts';

export interface TaskPorts extends LockPorts {
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  pace: Pace;
}

/** The real ones, with those replaced that are given. */
export function taskPorts(given: Partial<TaskPorts> = {}): TaskPorts {
  return {
    files: nodeFiles,
    now: Date.now,
    sleep: (milliseconds) => pause(milliseconds),
    pace: processPace,
    ...given,
  };
}

/** How long what looks broken is given to become whole. */
export const SECOND_LOOK_MS = 200;
