/**
 * A lock between processes on one folder, kept where no agent that is confined to a repository can hold it. It is stale
 * once its process is gone or after ten seconds, so a crash heals by itself.
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Result, refuse } from '../lib/result.ts';
import { callOf, errnoOf, ifPossible, unless } from './errno.ts';
import type { Files } from './filesPort.ts';
import { NO_FOLLOW, readSmall, removeQuietly } from './readWhole.ts';
import { retryBusy } from './retryBusy.ts';

const STALE_MS = 10_000;
/** Longer than a lock may stand, so that a dead one never makes a write fail. */
const WAIT_MS = 12_000;
const MOST_BYTES = 4096;

export interface LockPorts {
  files: Files;
  env?: NodeJS.ProcessEnv;
  home?: string;
  platform?: NodeJS.Platform;
  host?: string;
  pid?: number;
  now?: () => number;
  /** Whether a process of this machine runs. */
  alive?: (pid: number) => boolean;
  /** Waits between two tries, in milliseconds. */
  sleep?: (milliseconds: number) => Promise<void>;
}

export interface Held {
  /** False once another has taken the lock over: what it guards must not be written any more. */
  stillOurs(): Promise<boolean>;
  release(): Promise<void>;
}

/** Where locks lie: `${XDG_STATE_HOME:-~/.local/state}/quarterdeck/locks`, on Windows below `%LOCALAPPDATA%`. */
function locksFolder(
  env: NodeJS.ProcessEnv = process.env,
  home: string = os.homedir(),
  platform: NodeJS.Platform = process.platform,
): string {
  const local = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  const fallback = platform === 'win32' ? ['AppData', 'Local'] : ['.local', 'state'];
  const base = local && path.isAbsolute(local) ? local : path.join(home, ...fallback);
  return path.join(base, 'quarterdeck', 'locks');
}

export function lockPath(what: string, ports: LockPorts): string {
  const name = createHash('sha256').update(what).digest('hex');
  return path.join(locksFolder(ports.env, ports.home, ports.platform), name);
}

/**
 * Takes the lock of a folder, given by its real path, or of whatever else `what` names, waiting `waitMs` at most. Refused:
 * `busy` {}, `io` {errno, call}.
 */
export async function takeLock(what: string, ports: LockPorts, waitMs = WAIT_MS): Promise<Result<Held>> {
  const { files, now = Date.now, sleep = (milliseconds) => pause(milliseconds) } = ports;
  const file = lockPath(what, ports);
  const mine = JSON.stringify({
    host: ports.host ?? os.hostname(),
    pid: ports.pid ?? process.pid,
    started: new Date(now()).toISOString(),
    token: randomBytes(8).toString('hex'),
  });
  const deadline = now() + waitMs;
  try {
    await retryBusy(() => files.mkdir(path.dirname(file), { recursive: true, mode: 0o700 }));
    for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
      if (await create(files, file, mine)) return { ok: true, value: held(files, file, mine) };
      if (!(await clearStale(file, ports)) && now() >= deadline) {
        return refuse('busy', 'Another window is writing to the same.');
      }
      await sleep(wait / 2 + Math.random() * wait);
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return refuse('io', `The lock could not be taken (${errno}).`, {
      errno,
      call: callOf(error),
      path: file,
    });
  }
}

async function create(files: Files, file: string, mine: string): Promise<boolean> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
  const handle = await unless(
    ['EEXIST'],
    retryBusy(() => files.open(file, flags, 0o600)),
  );
  if (handle === null) return false;
  let whole = false;
  try {
    const bytes = Buffer.from(mine);
    whole = (await retryBusy(() => handle.write(bytes, 0, bytes.length))) === bytes.length;
  } finally {
    await handle.close();
    if (!whole) await removeQuietly(files, file);
  }
  return whole;
}

/** Moves a stale lock out of the way. True if there is none now. */
async function clearStale(file: string, ports: LockPorts): Promise<boolean> {
  const { files } = ports;
  const seen = await readSmall(files, file, MOST_BYTES, NO_FOLLOW);
  if (!seen.ok) return seen.code === 'missing';
  if (!isStale(Buffer.from(seen.bytes).toString(), seen.stat.mtimeMs, ports)) return false;
  const aside = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await files.rename(file, aside);
    const moved = await readSmall(files, aside, MOST_BYTES, NO_FOLLOW);
    // Another cleared the stale one first and holds its own: that is put back.
    const wrong = moved.ok && Buffer.compare(moved.bytes, seen.bytes) !== 0;
    if (wrong) await files.link(aside, file);
    await files.unlink(aside);
    return !wrong;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'EEXIST') return false;
    throw error;
  }
}

function isStale(text: string, mtimeMs: number, ports: LockPorts): boolean {
  const { now = Date.now, host = os.hostname(), alive = isAlive } = ports;
  // A clock that was set back must not make a lock last.
  if (Math.abs(now() - mtimeMs) > STALE_MS) return true;
  const holder = /^\{"host":("(?:[^"\\]|\\.)*"),"pid":(\d+),/.exec(text);
  if (!holder?.[1] || !holder[2]) return false;
  return JSON.parse(holder[1]) === host && !alive(Number(holder[2]));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

function held(files: Files, file: string, mine: string): Held {
  const stillOurs = async () => {
    const now = await readSmall(files, file, MOST_BYTES, NO_FOLLOW);
    return now.ok && Buffer.from(now.bytes).toString() === mine;
  };
  return {
    stillOurs,
    // What it guarded is done; a lock left behind is stale soon.
    release: async () => {
      if (await ifPossible(stillOurs())) await ifPossible(retryBusy(() => files.unlink(file)));
    },
  };
}
