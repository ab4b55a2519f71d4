/** What a scratch document is about: an ask, or a note to a loop. */
import { basename } from 'node:path';
import type { FeedbackTarget, LoopTarget } from '../../../acts/answer/answerTarget.ts';
import { askerName } from '../../kit/words/answerWords.ts';

export type DocumentTarget = (LoopTarget & { kind: 'answer' }) | NoteTarget | FeedbackTarget;

export interface NoteTarget {
  kind: 'note';
  /** Of the draft. */
  key: string;
  loop: { key: string; id: string };
  question: null;
  /** Of the entry that the note becomes. */
  noteId: string;
}

/** Who reads it. */
export function readerOf(target: DocumentTarget): string {
  return target.kind === 'feedback' ? askerName(target.asker) : target.loop.id;
}

/** What the tab says. */
export function documentName(target: DocumentTarget): string {
  return `${target.kind === 'note' ? 'note' : 'answer'} to ${basename(readerOf(target)).slice(0, 60)}`;
}

export function documentTarget(value: unknown): DocumentTarget | null {
  return isTarget(value) ? value : null;
}

function isTarget(value: unknown): value is DocumentTarget {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'key' in value &&
    typeof value.key === 'string' &&
    (value.kind === 'feedback'
      ? 'workspace' in value && 'row' in value && 'options' in value
      : 'loop' in value && 'question' in value)
  );
}
