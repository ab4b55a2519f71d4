import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const PEERS = path.resolve(process.env['QUARTERDECK_PEERS'] ?? path.join('..', 'shared', 'peers'));

/** Some Python 3, or null. */
export function findPython(): string | null {
  const wanted = [process.env['QUARTERDECK_PYTHON'], 'python3', 'python'];
  return wanted.find((name) => name && runs(name, 'import sys; assert sys.version_info >= (3, 8)')) ?? null;
}

/** A Python with what the peer needs and the folder of the peer's files; else why the peer cannot be run. */
export function findPeer(): { python: string; peers: string } | { missing: string } {
  if (!fs.existsSync(path.join(PEERS, 'loopcaptain', 'protocol', 'models.py'))) {
    return { missing: `the peer's files are not at ${PEERS} (QUARTERDECK_PEERS)` };
  }
  const wanted = [process.env['QUARTERDECK_PYTHON'], 'python3', 'python'];
  const python = wanted.find((name) => name && runs(name, 'import pydantic, datetime; datetime.UTC'));
  return python
    ? { python, peers: PEERS }
    : { missing: 'no Python 3.11 with pydantic was found (QUARTERDECK_PYTHON)' };
}

function runs(python: string, code: string): boolean {
  return spawnSync(python, ['-c', code], { stdio: 'ignore' }).status === 0;
}

/** What a script of this folder prints, as JSON. */
export function runScript<T>(python: string, script: string, args: string[], env: NodeJS.ProcessEnv = {}): T {
  const file = path.join(import.meta.dirname, script);
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 256 * 1_048_576 } as const;
  const parsed: T = JSON.parse(execFileSync(python, [file, ...args], options));
  return parsed;
}
