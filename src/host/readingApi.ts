/** What other extensions get: the protocol module's reading, and none of its writing. */
import { type Loops, loops } from '../protocol/index.ts';

export type ReadingApi = Pick<
  Loops,
  'parseEvent' | 'parseManifest' | 'parseInboxEntry' | 'verify' | 'read' | 'open' | 'validate'
>;

const { parseEvent, parseManifest, parseInboxEntry, verify, read, open, validate } = loops;

export const readingApi: ReadingApi = Object.freeze({
  parseEvent,
  parseManifest,
  parseInboxEntry,
  verify,
  read,
  open,
  validate,
});
