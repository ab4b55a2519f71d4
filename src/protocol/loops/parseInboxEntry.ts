/** A line of `inbox.jsonl`, as the peer reads it. */
import type { JsonObject } from '../lib/pythonJson.ts';
import { instantMicros, instantText } from '../lib/time.ts';
import { type EntryFields, entryFields } from './entryFields.ts';
import type { FoldEntry, InboxEntry } from './inboxEntry.ts';
import { fieldProblem, type LineProblem, readObject } from './lineProblem.ts';
import { verifyObject } from './signing.ts';

/** The entry as the peer's `body()` gives it: known fields that are set, the time as the peer writes it. Never throws. */
export function parseInboxEntry(line: string): { ok: true; entry: InboxEntry } | LineProblem {
  const read = readEntry(line);
  if (!read.ok) return read;
  const { ts, round, ...rest } = read.entry;
  const { id, kind, text: said, ...options } = rest;
  const whole = round === undefined ? {} : { round: Number(round) };
  return { ok: true, entry: { id, ts: instantText(ts), kind, text: said, ...whole, ...options } };
}

/** The entry as the fold counts it, with whether the person's key made it. */
export function parseFoldEntry(
  line: string,
  key: Uint8Array | null,
  loopId: string,
): { ok: true; entry: FoldEntry } | LineProblem {
  const read = readEntry(line);
  if (!read.ok) return read;
  const { id, ts, kind, text: said, round, question, choice } = read.entry;
  const entry: FoldEntry = {
    id,
    ts: instantMicros(ts),
    tsText: instantText(ts),
    kind,
    text: said,
    round: round ?? null,
    question: question ?? null,
    choice: choice ?? null,
    trusted: verifyObject(read.object, key, loopId),
  };
  return { ok: true, entry };
}

function readEntry(line: string): { ok: true; object: JsonObject; entry: EntryFields } | LineProblem {
  const read = readObject(line);
  if (!read.ok) return read;
  const { entry, problems } = entryFields(read.object);
  const [first] = problems;
  return first === undefined ? { ok: true, object: read.object, entry } : fieldProblem(line, first);
}
