import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { needPackages, which } from '../editor/debian.ts';
import { withLock } from '../editor/lock.ts';
import { ROOT } from '../editor/places.ts';
import { mustRun, run } from '../editor/run.ts';

/** What the peers' models need from PyPI, and the peers that lie there. */
const PACKAGES = ['pydantic==2.14.4', 'dropsite==0.1.0'];
const CHECK = [
  'import dropsite, importlib.metadata, pydantic',
  'assert pydantic.VERSION == "2.14.4"',
  'assert importlib.metadata.version("dropsite") == "0.1.0"',
].join('; ');

/** Where the real peers lie: QUARTERDECK_PEERS, else shared/peers beside or above the repository; null where they are not. */
export function findPeers(): string | null {
  const set = process.env['QUARTERDECK_PEERS'];
  const places = set
    ? [set]
    : [join(ROOT, '..', 'shared', 'peers'), join(ROOT, '..', '..', 'shared', 'peers')];
  return places.find((place) => existsSync(join(place, 'loopcaptain', 'protocol', 'models.py'))) ?? null;
}

/** The plain Python 3 of the machine, for what needs its standard library only. Debian's is installed where that can be. */
export async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    const path = await which(name);
    if (
      path !== null &&
      (await run(path, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])).code === 0
    )
      return path;
  }
  const problem = await needPackages(['python3'], 'the tests with the other side of the files');
  const path = await which('python3');
  if (path !== null) return path;
  throw new Error(
    problem ?? 'the tests with the other side of the files need Python 3.9 or newer on the PATH',
  );
}

/**
 * A Python with the packages of the peers: QUARTERDECK_PYTHON, else a virtual environment in .venv, made on the first call.
 * Throws with what is missing.
 */
export async function ensurePython(): Promise<string> {
  const set = process.env['QUARTERDECK_PYTHON'];
  if (set) return set;
  const venv = join(ROOT, '.venv');
  const python =
    process.platform === 'win32' ? join(venv, 'Scripts', 'python.exe') : join(venv, 'bin', 'python');
  if ((await run(python, ['-c', CHECK])).code === 0) return python;
  return withLock(`${venv}.lock`, async () => {
    if ((await run(python, ['-c', CHECK])).code === 0) return python;
    console.log(`installing ${PACKAGES.join(' ')} into .venv`);
    const base = await findPython();
    let made = await run(base, ['-m', 'venv', '--clear', venv]);
    if (made.code !== 0) {
      const problem = await needPackages(['python3-venv'], 'a virtual environment for the peers');
      if (problem !== null) throw new Error(problem);
      made = await run(base, ['-m', 'venv', '--clear', venv]);
    }
    if (made.code !== 0) throw new Error(`${base} -m venv failed:\n${made.output}`);
    await mustRun(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]);
    return python;
  });
}

if (import.meta.main) console.log(await ensurePython());
