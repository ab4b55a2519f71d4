import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPython } from '../interop/python.ts';
import { ROOT } from './places.ts';
import { mustRun } from './run.ts';

interface DemoFiles {
  loop: string;
  files: string[];
  /** Arguments to python3 that write the history. */
  history: string[];
}

/** Puts the demo loop with its history into a folder; `run` starts it live with steps of so many seconds. */
export async function makeDemo(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ id: string; run(pace: number): ChildProcess }> {
  const source = join(ROOT, 'media', 'demo');
  const demo = JSON.parse(await readFile(join(source, 'files.json'), 'utf8')) as DemoFiles;
  const python = await findPython();
  await mkdir(folder, { recursive: true });
  for (const file of demo.files) await cp(join(source, file), join(folder, file));
  await mustRun(python, demo.history, { cwd: folder, env });
  return {
    id: demo.loop,
    run: (pace) =>
      spawn(python, ['loop.py', '--pace', String(pace)], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
}
