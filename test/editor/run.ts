import { spawn } from 'node:child_process';

export interface RunResult {
  code: number;
  /** stdout and stderr as they came, mixed. */
  output: string;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Takes the output while it comes, too. */
  tell?: (text: string) => void;
}

/** Runs a program to its end, without a shell and without stdin. A program that is not there gives code 127. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command.endsWith('.cmd'),
    });
    const parts: string[] = [];
    const take = (chunk: Buffer): void => {
      const text = chunk.toString('utf8');
      parts.push(text);
      options.tell?.(text);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', (error) => resolve({ code: 127, output: `${parts.join('')}${error.message}\n` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: parts.join('') }));
  });
}

/** Like `run`, for steps that must work: throws with the last lines of the output. */
export async function mustRun(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  const tail = output.trimEnd().split('\n').slice(-25).join('\n');
  throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${tail}`);
}
