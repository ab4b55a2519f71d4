import { type ChildProcess, spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDemo } from '../editor/demo.ts';
import { note } from '../editor/note.ts';
import { mustRun } from '../editor/run.ts';
import { findPeers, findPython } from '../interop/python.ts';

/** A loop program that asks whom its page is for in round 3. */
export interface Demo {
  id: string;
  /** The words by which its toast and its pick are found. */
  question: string;
  /** Labels of its first two options. */
  options: readonly [string, string];
  /** The page that it writes, relative to the folder. */
  page: string;
  /** Puts it into an empty folder, with two rounds of history. */
  make(folder: string, env: NodeJS.ProcessEnv): Promise<void>;
  /** Runs it live, to its end: two rounds or more, with steps of so many seconds. */
  run(folder: string, env: NodeJS.ProcessEnv, pace: number): Promise<ChildProcess>;
}

const ours: Demo = {
  id: 'harbour-card',
  question: 'Whom should the harbour card speak to first?',
  options: ['Visiting sailors', 'Pilots'],
  page: 'out/harbour-card.md',
  async make(folder, env) {
    await makeDemo(folder, env);
  },
  run: async (folder, env, pace) => start(folder, env, ['--pace', String(pace)]),
};

const theirs: Demo = {
  id: 'loop-engineering',
  question: 'Who should the page speak to first?',
  options: ['Team leads', 'The engineers who build loops'],
  page: 'out/dashboard.md',
  async make(folder, env) {
    const peers = findPeers();
    if (peers === null) throw new Error('the peer is not there');
    for (const file of ['loop.py', 'loops.py'])
      await cp(join(peers, 'loopcaptain', 'demo', file), join(folder, file));
    await mustRun(await findPython(), ['loop.py', '--seed', '2'], { cwd: folder, env });
  },
  run: async (folder, env, pace) =>
    start(folder, env, ['--rounds', '2', '--pace', String(pace), '--wait', '90']),
};

async function start(folder: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<ChildProcess> {
  return spawn(await findPython(), ['loop.py', ...args], { cwd: folder, env, stdio: 'ignore' });
}

/** The demo loops that the story is played with: our own, and the peer's where it is. */
export function demos(): readonly Demo[] {
  if (findPeers() !== null) return [ours, theirs];
  note('the peer’s demo loop was not there: the story was played with our own only');
  return [ours];
}
