/** Running Python programs of ours as a person would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPython } from './python.ts';

let python: Promise<string> | null = null;

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Running {
  process: ChildProcess;
  /** What it has written so far. */
  out(): string;
  err(): string;
  ended: Promise<Ended>;
}

export async function startPython(
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; input?: string },
): Promise<Running> {
  python ??= findPython();
  const child = spawn(await python, args, {
    cwd: options.cwd,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.end(options.input ?? '');
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { process: child, out: () => out, err: () => err, ended };
}

export async function runPython(
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; input?: string },
): Promise<Ended> {
  const running = await startPython(args, options);
  return await running.ended;
}
