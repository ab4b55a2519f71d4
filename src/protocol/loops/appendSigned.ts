/** One line into a loop's inbox, exactly once. */
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { appendLine } from '../files/append.ts';
import { type LockPorts, takeLock } from '../files/lock.ts';
import { mayPass, PAUSES, retryBusy } from '../files/retryBusy.ts';
import { ok, type Refusal, type Result, refuse } from '../lib/result.ts';
import { isoMicros } from '../lib/time.ts';
import { type Draft, entryLine, signedEntry } from './entryDraft.ts';
import type { FoldEntry, InboxEntry } from './inboxEntry.ts';
import { INBOX_FILE, MANIFEST_FILE } from './loopFiles.ts';
import type { LoopSnapshot, QuestionKey } from './loopSnapshot.ts';
import { parseInboxEntry } from './parseInboxEntry.ts';
import type { LoopReader } from './reader.ts';

/** `twice`: after the append another answer to the same question stood there too. */
export type Written = Result<InboxEntry> & { twice?: boolean };

/** What is to be sent. */
export interface Sending {
  id: (loopId: string) => string;
  to: QuestionKey | null;
  /** Why it must not be sent as things stand, or null. */
  check: (snapshot: LoopSnapshot) => Refusal | null;
  draft: (snapshot: LoopSnapshot) => Draft;
}

/** Where a line goes, and what it is signed with. */
export interface Line {
  reader: LoopReader;
  /** The real path of the loop's folder. */
  real: string;
  key: Uint8Array;
  /** The time that counts at the moment. */
  now: () => Date;
  attempts: Attempts;
}

const MOST_UNSURE = 1000;

/** What was tried and is not known to be written: only for these is a line that stands a success. */
export class Attempts {
  readonly #unsure = new Set<string>();

  add(reader: LoopReader, id: string): void {
    this.#unsure.add(nameOf(reader, id));
    const [oldest] = this.#unsure;
    if (this.#unsure.size > MOST_UNSURE && oldest !== undefined) this.#unsure.delete(oldest);
  }

  /** What became of it is known. True: it was not before. */
  settle(reader: LoopReader, id: string): boolean {
    return this.#unsure.delete(nameOf(reader, id));
  }
}

function nameOf(reader: LoopReader, id: string): string {
  return `${reader.folder}\n${id}`;
}

export async function sendLine(line: Line, sending: Sending, ports: LockPorts): Promise<Written> {
  // A long log is read before the lock is taken, so that the lock stands only for what came since.
  const before = await readOn(line, line.now());
  if (!before.ok) return before;
  const lock = await takeLock(line.real, ports);
  if (!lock.ok) return lock;
  try {
    return await sendLocked(line, sending, ports, lock.value.stillOurs);
  } finally {
    await lock.value.release();
  }
}

async function sendLocked(
  line: Line,
  sending: Sending,
  ports: LockPorts,
  stillOurs: () => Promise<boolean>,
): Promise<Written> {
  const { reader, real, key, attempts } = line;
  const id = sending.id(reader.id);
  // The second pass is for a torn line that was ended first, and so came to count.
  for (let pass = 0; pass < 2; pass += 1) {
    const now = line.now();
    const read = await readOn(line, now);
    if (!read.ok) return read;
    const snapshot = read.value;
    const draft = sending.draft(snapshot);
    const there = reader.entries.find((one) => one.id === id && one.trusted !== false);
    if (there) return standing(there, sending, draft, line);
    const refused = sending.check(snapshot);
    if (refused) return refused;
    const ts = isoMicros(Math.max(now.getTime() * 1000, reader.newestEvent));
    if (ts === null)
      return refuse('io', 'The clock shows no time that can be written.', { errno: null, call: 'clock' });
    const entry = signedEntry(id, ts, draft, reader.id, key);
    const earlier = new Set(reader.entries.map((one) => one.id));
    attempts.add(reader, id);
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
    if (sent.ok) return look(line, sending, entry, earlier);
    if (sent.code === 'healed') continue;
    if (sent.code === 'not-ready') {
      attempts.settle(reader, id);
      return moved
        ? refuse('link', 'The folder was replaced while this was written.', { file: '' })
        : refuse('busy', 'Another window took over while this one wrote.');
    }
    if (sent.args['written'] === 0) attempts.settle(reader, id);
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
  { reader, key, attempts }: Line,
): Written {
  const same =
    there.kind === draft.kind && there.text === draft.text && there.choice === (draft.choice ?? null);
  const ours = attempts.settle(reader, there.id) || sending.to === null;
  if (same && ours) return ok(signedEntry(there.id, there.tsText, draft, reader.id, key));
  return refuse('answered', 'Something was sent under this id already.', {
    id: there.id,
    answer: there.text,
  });
}

/** Looks again: a writer without our lock may have answered in the same moment. */
async function look(
  { reader, attempts }: Line,
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
  attempts.settle(reader, entry.id);
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
  await reader.refreshFromNow();
  for (const milliseconds of PAUSES) {
    if (!reader.errnos.some(mayPass)) return;
    await pause(milliseconds);
    await reader.refreshFromNow();
  }
}

/** What there is now; refused where the folder cannot be written to as it was just read. */
async function readOn({ reader }: Line, now: Date): Promise<Result<LoopSnapshot>> {
  await refreshPatiently(reader);
  const problem = reader.fileProblems[0];
  if (problem) {
    const { file, args } = problem;
    if (problem.code === 'missing') return refuse('gone', 'The loop’s folder is gone.', { file, ...args });
    return refuse(problem.code === 'link' ? 'link' : 'unreadable', problem.message, { file, ...args });
  }
  const snapshot = reader.snapshot(now);
  if (snapshot.manifest !== null) return ok(snapshot);
  const bad = snapshot.problems.find((one) => one.file === MANIFEST_FILE);
  const code = bad?.code === 'link' ? 'link' : 'unreadable';
  return refuse(code, bad?.message ?? `${MANIFEST_FILE} cannot be read.`, {
    file: MANIFEST_FILE,
    ...bad?.args,
  });
}
