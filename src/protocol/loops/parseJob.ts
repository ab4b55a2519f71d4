/** What is asked of the parsing worker, and how it is done: the same calls as on the main thread. */
import type { Cut } from './largeTexts.ts';
import { type ManifestState, readManifestText } from './manifestText.ts';
import { parseFoldEvent } from './parseEvent.ts';
import { parseFoldEntry } from './parseInboxEntry.ts';

export type ParseJob = { bytes: ArrayBuffer } & (
  | { kind: 'event' }
  | { kind: 'entry'; key: Uint8Array | null; loopId: string }
  | { kind: 'manifest'; folder: string }
);

export type ParseJobResult =
  | { kind: 'blank' }
  | { kind: 'event'; read: ReturnType<typeof parseFoldEvent> }
  | { kind: 'entry'; read: ReturnType<typeof parseFoldEntry> }
  | { kind: 'manifest'; read: ManifestState }
  | { died: true };

/** What the worker sends for a job: pieces of large texts, each asked for, then the result with the places of these. */
export type ParseAnswer = { piece: string } | { result: ParseJobResult; cuts: Cut[] };

export function runParseJob(job: ParseJob): ParseJobResult {
  const text = Buffer.from(job.bytes).toString('utf8');
  if (job.kind === 'manifest') return { kind: 'manifest', read: readManifestText(text, job.folder) };
  if (/^[ \t\r]*$/.test(text)) return { kind: 'blank' };
  if (job.kind === 'event') return { kind: 'event', read: parseFoldEvent(text) };
  return { kind: 'entry', read: parseFoldEntry(text, job.key, job.loopId) };
}
