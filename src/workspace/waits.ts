import type { SentEntry } from '../protocol/loops/model.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** How far something sent has come. Times are milliseconds since 1970. */
export interface Progress {
  entry: SentEntry;
  state: 'sent' | 'read' | 'taken' | 'unread-overdue' | 'still-asks' | 'untrusted';
  sentAt: number | null;
  readAt: number | null;
  takenAt: number | null;
  /** The loop marks what it read. Where it never did, only `taken` can be known. */
  reportsReading: boolean;
  /** How long reading usually takes here, null until three were read. */
  usualSeconds: number | null;
}

/** The newest reply or stop of the person that counts in this loop, null where none was sent. */
export function lastSent(_loop: WatchedLoop): Progress | null {
  return null;
}

export function progressOf(_loop: WatchedLoop, _entryId: string): Progress | null {
  return null;
}
