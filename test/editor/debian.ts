import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** The full path of a program on PATH, or null. */
export async function which(program: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, process.platform === 'win32' ? `${program}.exe` : program);
    if (await canRun(path)) return path;
  }
  return null;
}

/** Whether a file is there that may be run. */
export function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function isInstalled(name: string): Promise<boolean> {
  const { code, output } = await run('dpkg-query', ['-W', '-f', '$' + '{Status}', name]);
  return code === 0 && output.includes('install ok installed');
}

let updated = false;

/**
 * Debian packages are installed where we are root and apt is there; elsewhere the answer names what is missing and how to
 * get it, null meaning that nothing is missing. On systems without dpkg it can't tell, and says nothing.
 */
export async function needPackages(names: readonly string[], what: string): Promise<string | null> {
  if ((await which('dpkg-query')) === null) return null;
  const missing: string[] = [];
  for (const name of names) if (!(await isInstalled(name))) missing.push(name);
  if (missing.length === 0) return null;
  const byHand = `${what} needs ${missing.join(', ')}: sudo apt-get update && sudo apt-get install -y ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || (await which('apt-get')) === null) return byHand;
  console.log(`installing Debian packages for ${what} (apt-get): ${missing.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lockWait = ['-o', 'DPkg::Lock::Timeout=300'];
  if (!updated) await run('apt-get', [...lockWait, 'update'], { env });
  updated = true;
  const install = await run(
    'apt-get',
    [...lockWait, 'install', '-y', '--no-install-recommends', ...missing],
    { env },
  );
  if (install.code === 0) return null;
  return `${byHand}\n${install.output.trimEnd().split('\n').slice(-8).join('\n')}`;
}
