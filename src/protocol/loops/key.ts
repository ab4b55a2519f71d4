/**
 * The key that the person's lines are signed with: a file outside every repository, shared with the peer. Reading never
 * makes it. Its content is for signing and checking alone; only the fingerprint may be shown.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import { type Files, nodeFiles } from '../files/filesPort.ts';
import { READ_FLAGS, readSmall, removeQuietly, writeNew } from '../files/readWhole.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { ok, type Result, refuse } from '../lib/result.ts';

const KEY_VARIABLE = 'LOOPCAPTAIN_INBOX_KEY';
/** A shorter key signs nothing. */
export const KEY_BYTES = 32;
const MOST_BYTES = 65_536;
const OTHERS = 0o077;

interface KeyPorts {
  files?: Files;
  env?: NodeJS.ProcessEnv;
  home?: string;
  platform?: NodeJS.Platform;
}

export type KeyState =
  | { state: 'ok'; key: Uint8Array; path: string; shared: boolean }
  | { state: 'missing' | 'unreadable' | 'short' | 'not-hex'; path: string };

/** What may be shown of the key. */
export interface KeyFacts {
  state: KeyState['state'];
  path: string;
  /** Others can read it: it checks lines and signs none. */
  shared: boolean;
  /** First 8 hex digits of its SHA-256, null where there is no usable key. */
  fingerprint: string | null;
}

export function keyPath(env: NodeJS.ProcessEnv = process.env, home: string = os.homedir()): string {
  const given = env[KEY_VARIABLE];
  if (!given) return path.join(home, '.config', 'loopcaptain', 'inbox.key');
  if (given === '~') return home;
  return path.resolve(/^~[/\\]/.test(given) ? path.join(home, given.slice(2)) : given);
}

/** Hex as Python's `bytes.fromhex` takes it: ASCII space between bytes, never inside one. */
export function fromHex(text: string): Uint8Array | null {
  const parts = text.trim().split(/[ \t\n\r\f\v]+/);
  if (parts.length === 1 && parts[0] === '') return new Uint8Array();
  if (!parts.every((part) => /^(?:[0-9a-fA-F]{2})+$/.test(part))) return null;
  return new Uint8Array(Buffer.from(parts.join(''), 'hex'));
}

export async function readKey(ports: KeyPorts = {}): Promise<KeyState> {
  const { files = nodeFiles, platform = process.platform } = ports;
  const where = keyPath(ports.env, ports.home);
  const read = await readSmall(files, where, MOST_BYTES);
  if (!read.ok) return { state: read.code === 'missing' ? 'missing' : 'unreadable', path: where };
  const key = fromHex(new TextDecoder().decode(read.bytes));
  if (key === null) return { state: 'not-hex', path: where };
  if (key.length < KEY_BYTES) return { state: 'short', path: where };
  return { state: 'ok', key, path: where, shared: platform !== 'win32' && (read.stat.mode & OTHERS) !== 0 };
}

/**
 * The key to sign with, made where there is none. Refused: `bad-key` with `{state, path}`, state being `unreadable`,
 * `short`, `not-hex` or `shared` (others can read it; see `makeKeyPrivate`); `io`.
 */
export async function makeKey(ports: KeyPorts = {}): Promise<Result<Uint8Array>> {
  const found = await readKey(ports);
  if (found.state !== 'missing') return usable(found);
  const { files = nodeFiles } = ports;
  const draft = `${found.path}.${randomBytes(4).toString('hex')}.tmp`;
  const text = `${randomBytes(KEY_BYTES).toString('hex')}\n`;
  let drafted = false;
  try {
    await files.mkdir(path.dirname(found.path), { recursive: true, mode: 0o700 });
    await writeNew(files, draft, Buffer.from(text), 0o600);
    drafted = true;
    await retryBusy(() => files.link(draft, found.path));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (errno !== 'EEXIST') {
      return refuse('io', `The key could not be made at ${found.path} (${errno}).`, {
        errno,
        path: found.path,
      });
    }
  } finally {
    if (drafted) await removeQuietly(files, draft);
  }
  return usable(await readKey(ports));
}

function usable(found: KeyState): Result<Uint8Array> {
  if (found.state === 'ok' && !found.shared) return ok(found.key);
  const state = found.state === 'ok' ? 'shared' : found.state;
  return refuse('bad-key', `The key at ${found.path} cannot be used to sign: ${state}.`, {
    state,
    path: found.path,
  });
}

/** Closes the key to others, as the person agreed to. */
export async function makeKeyPrivate(ports: KeyPorts = {}): Promise<Result<void>> {
  const { files = nodeFiles } = ports;
  const where = keyPath(ports.env, ports.home);
  try {
    const file = await files.open(where, READ_FLAGS);
    try {
      const stat = await file.stat();
      if (stat.kind !== 'file')
        return refuse('bad-key', `${where} is not a file.`, { state: 'unreadable', path: where });
      await file.chmod(0o600);
    } finally {
      await file.close();
    }
    return ok(undefined);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return refuse('io', `The mode of ${where} could not be changed (${errno}).`, { errno, path: where });
  }
}

/** What may be shown of a key: the first 8 hex digits of its SHA-256. */
export function keyFingerprint(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
