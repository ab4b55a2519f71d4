import { millis } from '../../protocol/lib/time.ts';
import type { LookCode, SentEntry } from '../../protocol/loops/loopSnapshot.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** How far something sent has come. Times are milliseconds since 1970. */
export interface Progress {
  entry: SentEntry;
  /**
   * `unread-overdue`: not read though three times the usual time is over; `still-asks`: read, but the loop did not take
   * it; `untrusted`: signed with another key than ours, so not from the person.
   */
  state: 'sent' | 'read' | 'taken' | 'unread-overdue' | 'still-asks' | 'untrusted';
  sentAt: number | null;
  readAt: number | null;
  takenAt: number | null;
  /** The loop marks what it read. Where it never did, only `taken` can be known. */
  reportsReading: boolean;
  /** How long reading usually takes here, null until three were read. */
  usualSeconds: number | null;
}

/** How far the newest reply or stop of the person has come that counts in this loop, null where none was sent. */
export function lastSent(loop: WatchedLoop): Progress | null {
  const entry = loop.snapshot.inbox.findLast((each) => each.trusted !== false && !each.copy);
  return entry === undefined ? null : progress(loop, entry);
}

/** How far one entry has come, by its id; of several with one id the one that counts. */
export function progressOf(loop: WatchedLoop, entryId: string): Progress | null {
  const all = loop.snapshot.inbox.filter((each) => each.id === entryId);
  const entry = all.find((each) => each.trusted !== false && !each.copy) ?? all[0];
  return entry === undefined ? null : progress(loop, entry);
}

function progress(loop: WatchedLoop, entry: SentEntry): Progress {
  const { inbox, readingSeconds } = loop.snapshot;
  const times = {
    sentAt: millis(entry.ts),
    readAt: millis(entry.readAt),
    takenAt: millis(entry.takenAt),
  };
  return {
    entry,
    state: stateOf(loop, entry),
    ...times,
    reportsReading: inbox.some((each) => each.read),
    usualSeconds: readingSeconds,
  };
}

function stateOf(loop: WatchedLoop, entry: SentEntry): Progress['state'] {
  if (entry.trusted === false) return 'untrusted';
  if (entry.takenAt !== null) return 'taken';
  if (idsOf(loop, 'still-asks').includes(entry.id)) return 'still-asks';
  if (entry.read) return 'read';
  return isOverdue(loop, entry) ? 'unread-overdue' : 'sent';
}

function idsOf(loop: WatchedLoop, code: LookCode): unknown[] {
  return loop.snapshot.needsALook.filter((reason) => reason.code === code).map((reason) => reason.args['id']);
}

/** The reason names the oldest of those that are overdue, and how many there are: those that follow it. */
function isOverdue(loop: WatchedLoop, entry: SentEntry): boolean {
  const args = loop.snapshot.needsALook.find((reason) => reason.code === 'unread')?.args;
  if (args === undefined) return false;
  const unread = loop.snapshot.inbox
    .filter((each) => each.trusted !== false && !each.copy && !each.read && each.takenAt === null)
    .sort((a, b) => (millis(a.ts) ?? 0) - (millis(b.ts) ?? 0));
  const first = unread.findIndex((each) => each.id === args['id']);
  const count = typeof args['count'] === 'number' ? args['count'] : 1;
  return first >= 0 && unread.slice(first, first + count).includes(entry);
}
