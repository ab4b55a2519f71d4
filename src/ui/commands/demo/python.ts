import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ANSWER_MS = 10_000;

export type Python =
  | { ok: true; program: string; version: string }
  /** `found`: the newest version that answered, null where none did. */
  | { ok: false; found: string | null; tried: readonly string[] };

/** A Python of at least `needed` ("3.9") under one of its usual names. */
export async function findPython(
  needed: string,
  run: (program: string) => Promise<string> = askVersion,
  platform: NodeJS.Platform = process.platform,
): Promise<Python> {
  const tried = platform === 'win32' ? ['python', 'py'] : ['python3', 'python'];
  let found: string | null = null;
  for (const program of tried) {
    const version = /(\d+)\.(\d+)(?:\.\d+)?/.exec(await run(program));
    if (version === null) continue;
    if (atLeast(version[0], needed)) return { ok: true, program, version: version[0] };
    found ??= version[0];
  }
  return { ok: false, found, tried };
}

function atLeast(version: string, needed: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = needed.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** What the program says of itself; empty where it does not run. */
async function askVersion(program: string): Promise<string> {
  try {
    const { stdout } = await execute(
      program,
      ['-c', 'import sys; print(".".join(map(str, sys.version_info[:3])))'],
      { timeout: ANSWER_MS },
    );
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}
