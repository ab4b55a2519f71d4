/** What is checked of a line before anything is opened, and the form it is written in: the peer's own. */
import { oneLine } from '../lib/oneLine.ts';
import { type Refusal, refuse } from '../lib/result.ts';
import type { InboxEntry } from './inboxEntry.ts';
import { KEY_BYTES } from './key.ts';
import { sign } from './signing.ts';

const MOST_TEXT_BYTES = 262_144;

export type Draft = Pick<InboxEntry, 'kind' | 'text' | 'round' | 'question' | 'choice'>;

/** Why a draft is refused, or null: `bad-key`, `invalid-text` {field}, `too-large` {field, bytes, most}. */
export function checkDraft(draft: Draft, key: Uint8Array, id: string | undefined): Refusal | null {
  if (!(key instanceof Uint8Array) || key.length < KEY_BYTES) {
    return refuse('bad-key', 'The signing key is missing or shorter than 32 bytes.');
  }
  const { text, question, choice, round } = draft;
  for (const [field, value] of Object.entries({ id, text, question, choice })) {
    // The text is always there; a program without types may leave it out.
    if (value === undefined && field !== 'text') continue;
    if (typeof value !== 'string' || !value.isWellFormed()) {
      return refuse('invalid-text', `${field} is no text, or holds half a character.`, { field });
    }
    const bytes = Buffer.byteLength(value);
    if (bytes > MOST_TEXT_BYTES) {
      return refuse('too-large', `${field} is over 256 KiB.`, { field, bytes, most: MOST_TEXT_BYTES });
    }
  }
  if (id === '') return refuse('invalid-text', 'An entry needs an id.', { field: 'id' });
  if (round !== undefined && !(Number.isSafeInteger(round) && round >= 1)) {
    return refuse('invalid-text', 'The round is not a whole number from 1.', { field: 'round' });
  }
  return null;
}

/** The signed entry, fields in the peer's order, unset ones absent. */
export function signedEntry(id: string, ts: string, draft: Draft, loop: string, key: Uint8Array): InboxEntry {
  const { kind, text, round, question, choice } = draft;
  const entry: InboxEntry = {
    id,
    ts,
    kind,
    text,
    ...(round === undefined ? {} : { round }),
    loop,
    ...(question === undefined ? {} : { question }),
    ...(choice === undefined ? {} : { choice }),
  };
  return { ...entry, sig: sign(entry, key) };
}

/** The line of an entry, without its newline. */
export function entryLine(entry: InboxEntry): string {
  return oneLine(JSON.stringify(entry));
}
