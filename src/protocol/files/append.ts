/** Adds one line to a file in one write, and sees that it is there. */
import { constants } from 'node:fs';
import { ok, type Result, refuse } from '../lib/result.ts';
import { callOf, errnoOf } from './errno.ts';
import type { Files, OpenFile } from './filesPort.ts';
import { NO_FOLLOW, readUpTo } from './readWhole.ts';
import { retryBusy } from './retryBusy.ts';

const NEWLINE = 10;
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW | (constants.O_NONBLOCK ?? 0);

interface Append {
  /** The line without its newline. */
  line: string;
  /** Asked once the file is open and before the first byte goes out. */
  ready?: () => Promise<boolean>;
  /** Asked where the file's last line lacks its newline: may it become a line by being given one? */
  mayHeal?: (torn: string) => boolean;
}

type Appended =
  | Result<{ offset: number }>
  /** The torn last line was given its newline and nothing else was written: look again, then call again. */
  | { ok: false; code: 'healed' | 'not-ready'; args: Record<string, unknown>; message: string };

/**
 * Refused: `link` where the file is a link, has several names or is none; `io` {errno, call, written} where the system
 * said no, `written` counting the bytes that went out nevertheless.
 */
export async function appendLine(files: Files, path: string, append: Append): Promise<Appended> {
  const progress = { written: 0 };
  try {
    const file = await retryBusy(() => files.open(path, FLAGS, 0o644));
    try {
      return await write(file, append, progress);
    } finally {
      await file.close();
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (errno === 'ELOOP' || errno === 'EISDIR' || errno === 'ENXIO') return notPlain(path);
    const args = { errno, call: callOf(error), written: progress.written };
    return refuse('io', `${path} could not be written: ${errno}.`, args);
  }
}

async function write(file: OpenFile, append: Append, progress: { written: number }): Promise<Appended> {
  const stat = await file.stat();
  if (stat.kind !== 'file' || stat.nlink !== 1) return notPlain('The file');
  const torn = await tornLine(file, stat.size);
  if (append.ready && !(await append.ready())) return refuse('not-ready', 'It must not be written any more.');
  if (torn !== null && append.mayHeal && !append.mayHeal(torn)) {
    await writeOnce(file, Buffer.from('\n'), progress);
    return refuse('healed', 'The last line was ended first.');
  }
  const bytes = Buffer.from(`${torn === null ? '' : '\n'}${append.line}\n`);
  const count = await writeOnce(file, bytes, progress);
  if (count !== bytes.length) {
    const args = { errno: 'ENOSPC', call: 'write', written: count };
    return refuse('io', `Only ${count} of ${bytes.length} bytes were written.`, args);
  }
  await settle(file);
  return find(file, stat.size, Buffer.from(`${append.line}\n`), progress.written);
}

/** A write that fails wrote nothing, so trying again is safe. */
async function writeOnce(file: OpenFile, bytes: Uint8Array, progress: { written: number }): Promise<number> {
  const count = await retryBusy(() => file.write(bytes, 0, bytes.length));
  progress.written += count;
  return count;
}

async function settle(file: OpenFile): Promise<void> {
  try {
    await file.sync();
  } catch (error) {
    const errno = errnoOf(error);
    // Some network file systems know no such call; the line is read back either way.
    if (errno !== 'EINVAL' && errno !== 'ENOTSUP' && errno !== 'ENOSYS' && errno !== 'EPERM') throw error;
  }
}

/** The text after the last newline, its first MiB at most; null where the file ends with one, or is empty. */
async function tornLine(file: OpenFile, size: number): Promise<string | null> {
  if (size === 0) return null;
  const last = await readUpTo(file, size - 1, 1);
  if (last[0] === NEWLINE) return null;
  for (let length = 4096; ; length *= 16) {
    const from = Math.max(0, size - length);
    const bytes = Buffer.from(await readUpTo(file, from, size - from));
    const newline = bytes.lastIndexOf(NEWLINE);
    if (newline >= 0 || from === 0 || length > 1_048_576) return bytes.subarray(newline + 1).toString('utf8');
  }
}

/** Others may have written at the same moment, so the line is looked for rather than expected at one place. */
async function find(file: OpenFile, from: number, line: Buffer, written: number): Promise<Appended> {
  const { size } = await file.stat();
  const start = Math.max(0, from - 1);
  const bytes = Buffer.from(await readUpTo(file, start, size - start));
  for (let at = bytes.indexOf(line); at >= 0; at = bytes.indexOf(line, at + 1)) {
    if (start + at === 0 || bytes[at - 1] === NEWLINE) return ok({ offset: start + at });
  }
  const args = { errno: null, call: 'read', written };
  return refuse('io', 'The line was not there when it was read back.', args);
}

function notPlain(path: string): Appended {
  return refuse('link', `${path} is a link, has several names or is not a regular file.`);
}
