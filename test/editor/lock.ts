import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while holding `path`, so that two installs at once wait for each other. The lock names its process: one
 * that a killed process left behind is taken over.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  let said = false;
  while (!(await take(path))) {
    if (!(await isHeld(path))) {
      const aside = `${path}.${process.pid}.old`;
      await rename(path, aside).catch(ignoreMissing);
      await rm(aside, { force: true });
      continue;
    }
    if (!said) console.log(`waiting for another install (${path})`);
    said = true;
    await sleep(500);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const pid = Number(await readFile(path, 'utf8'));
    // Between its making and its writing the file is empty.
    if (!Number.isInteger(pid) || pid <= 0) return Date.now() - (await stat(path)).mtimeMs < 5_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
