/** One line into a loop's inbox, exactly once. */
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { appendLine } from '../files/append.ts';
import { errnoOf } from '../files/errno.ts';
import { type LockPorts, lockPath, takeLock } from '../files/lock.ts';
import { mayPass, PAUSES, retryBusy } from '../files/retryBusy.ts';
import { ok, type Refusal, refuse } from '../lib/result.ts';
import { isoMicros } from '../lib/time.ts';
import { type Draft, entryLine, signedEntry } from './entryDraft.ts';
import {
  type FoldEntry,
  INBOX_FILE,
  type InboxEntry,
  type LoopSnapshot,
  MANIFEST_FILE,
  type QuestionKey,
} from './loopModel.ts';
import { parseInboxEntry } from './parseInboxEntry.ts';
import { LoopReader } from './reader.ts';
import type { WriteOptions, Written } from './write.ts';

export interface Sending {
  id: (loopId: string) => string;
  to: QuestionKey | null;
  /** Why it must not be sent as things stand, or null. */
  check: (snapshot: LoopSnapshot) => Refusal | null;
  draft: (snapshot: LoopSnapshot) => Draft;
}

/** What this process tried to write and does not know to be there: only for these is a line that stands a success. */
const unsure = new Set<string>();
const MOST_UNSURE = 1000;

/** Writers of one folder in this process go one after the other and share a reader, which reads on. */
interface Queue {
  waiting: number;
  last: Promise<unknown>;
  reader: LoopReader;
}
const queues = new Map<string, Queue>();

export async function sendLine(
  folder: string,
  options: WriteOptions,
  ports: LockPorts,
  sending: Sending,
): Promise<Written> {
  const where = path.resolve(folder);
  let real: string;
  try {
    real = await retryBusy(() => ports.files.realpath(where));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return refuse('gone', 'The loop’s folder is gone.', {});
    return refuse(errno === 'ELOOP' ? 'link' : 'unreadable', 'The loop’s folder cannot be read.', { errno });
  }
  const name = `${lockPath(real, ports)}\n${where}\n${Buffer.from(options.key).toString('hex')}`;
  const queue = queues.get(name) ?? {
    waiting: 0,
    last: Promise.resolve(),
    reader: new LoopReader(where, { key: options.key }, { files: ports.files }),
  };
  queues.set(name, queue);
  queue.waiting += 1;
  const turn = queue.last.then(() => send(queue.reader, real, options, ports, sending));
  queue.last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    queue.waiting -= 1;
    if (queue.waiting === 0) {
      queues.delete(name);
      queue.reader.close();
    }
  }
}

async function send(
  reader: LoopReader,
  real: string,
  options: WriteOptions,
  ports: LockPorts,
  sending: Sending,
): Promise<Written> {
  // A long log is read before the lock is taken, so that the lock stands only for what came since.
  await refreshPatiently(reader);
  const before = readable(reader, options);
  if (before) return before;
  const lock = await takeLock(real, ports);
  if (!lock.ok) return lock;
  try {
    return await sendLocked(reader, real, options, ports, sending, lock.value.stillOurs);
  } finally {
    await lock.value.release();
  }
}

async function sendLocked(
  reader: LoopReader,
  real: string,
  options: WriteOptions,
  ports: LockPorts,
  sending: Sending,
  stillOurs: () => Promise<boolean>,
): Promise<Written> {
  const id = sending.id(reader.id);
  const attempt = attemptOf(reader, id);
  // The second pass is for a torn line that was ended first, and so came to count.
  for (let pass = 0; pass < 2; pass += 1) {
    await refreshPatiently(reader);
    const gone = readable(reader, options);
    if (gone) return gone;
    const now = options.now ?? new Date();
    const snapshot = reader.snapshot(now);
    const draft = sending.draft(snapshot);
    const there = reader.entries.find((one) => one.id === id && one.trusted !== false);
    if (there) return standing(there, sending, draft, reader, options.key);
    const refused = sending.check(snapshot);
    if (refused) return refused;
    const ts = isoMicros(Math.max(now.getTime() * 1000, reader.newestEvent));
    if (ts === null)
      return refuse('io', 'The clock shows no time that can be written.', { errno: null, call: 'clock' });
    const entry = signedEntry(id, ts, draft, reader.id, options.key);
    const earlier = new Set(reader.entries.map((one) => one.id));
    remember(attempt);
    let moved = false;
    const sent = await appendLine(ports.files, path.join(real, INBOX_FILE), {
      line: entryLine(entry),
      // The folder may have been swapped for a link between the look at it and the opening of the file.
      ready: async () => {
        moved = (await retryBusy(() => ports.files.realpath(reader.folder))) !== real;
        return !moved && (await stillOurs());
      },
      mayHeal: (torn) => !parseInboxEntry(torn).ok,
    });
    if (sent.ok) return look(reader, sending, entry, earlier);
    if (sent.code === 'healed') continue;
    if (sent.code === 'not-ready') {
      unsure.delete(attempt);
      return moved
        ? refuse('link', 'The folder was replaced while this was written.', { file: '' })
        : refuse('busy', 'Another window took over while this one wrote.');
    }
    if (sent.args['written'] === 0) unsure.delete(attempt);
    return sent;
  }
  return refuse('busy', 'The inbox changes faster than it can be read.');
}

/**
 * A line of this id stands. A note's id is made for one sending alone, so that one is done; an answer's id is the same
 * for whoever answers, so only the one who could not tell whether it was written is told that it was.
 */
function standing(
  there: FoldEntry,
  sending: Sending,
  draft: Draft,
  reader: LoopReader,
  key: Uint8Array,
): Written {
  const same =
    there.kind === draft.kind && there.text === draft.text && there.choice === (draft.choice ?? null);
  const ours = unsure.delete(attemptOf(reader, there.id)) || sending.to === null;
  if (same && ours) return ok(signedEntry(there.id, there.tsText, draft, reader.id, key));
  return refuse('answered', 'Something was sent under this id already.', {
    id: there.id,
    answer: there.text,
  });
}

/** Looks again: a writer without our lock may have answered in the same moment. */
async function look(
  reader: LoopReader,
  sending: Sending,
  entry: InboxEntry,
  earlier: ReadonlySet<string>,
): Promise<Written> {
  await refreshPatiently(reader);
  const { entries } = reader;
  if (!entries.some((one) => one.id === entry.id && one.trusted !== false)) {
    const args = { errno: null, call: 'read', path: INBOX_FILE };
    return refuse(
      'io',
      'The inbox was replaced while the line was written, and the line is not in it.',
      args,
    );
  }
  unsure.delete(attemptOf(reader, entry.id));
  const { to } = sending;
  const twice =
    to !== null &&
    entries.some(
      (one) =>
        one.kind === 'reply' &&
        one.trusted !== false &&
        !earlier.has(one.id) &&
        one.id !== entry.id &&
        one.question === to.id,
    );
  return twice ? { ...ok(entry), twice } : ok(entry);
}

/** Reads on, again where what failed may be gone in a moment: a person's line is not refused for a scanner's sake. */
async function refreshPatiently(reader: LoopReader): Promise<void> {
  await reader.refresh();
  for (const milliseconds of PAUSES) {
    if (!reader.errnos.some(mayPass)) return;
    await pause(milliseconds);
    await reader.refresh();
  }
}

/** Why the folder cannot be written to as it was just read, or null. */
function readable(reader: LoopReader, options: WriteOptions): Refusal | null {
  const problem = reader.fileProblems[0];
  if (problem) {
    const { file, args } = problem;
    if (problem.code === 'missing') return refuse('gone', 'The loop’s folder is gone.', { file, ...args });
    return refuse(problem.code === 'link' ? 'link' : 'unreadable', problem.message, { file, ...args });
  }
  const snapshot = reader.snapshot(options.now ?? new Date());
  if (snapshot.manifest !== null) return null;
  const bad = snapshot.problems.find((one) => one.file === MANIFEST_FILE);
  const code = bad?.code === 'link' ? 'link' : 'unreadable';
  return refuse(code, bad?.message ?? `${MANIFEST_FILE} cannot be read.`, {
    file: MANIFEST_FILE,
    ...bad?.args,
  });
}

function attemptOf(reader: LoopReader, id: string): string {
  return `${reader.folder}\n${id}`;
}

function remember(attempt: string): void {
  unsure.add(attempt);
  const [oldest] = unsure;
  if (unsure.size > MOST_UNSURE && oldest !== undefined) unsure.delete(oldest);
}
