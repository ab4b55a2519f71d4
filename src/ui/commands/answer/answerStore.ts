import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FeedbackTarget } from '../../../acts/answer/answering.ts';
import { ANSWER_EXTENSION } from '../../../contract.ts';
import type { Option } from '../../../protocol/lib/option.ts';
import type { QuestionKey } from '../../../protocol/loops/loopModel.ts';
import { askerName } from '../../kit/words/answerWords.ts';

/** What an answer's document is about, kept beside it so that it still sends after a reload. */
export type DocumentTarget = LoopDocument<'answer'> | LoopDocument<'note'> | FeedbackTarget;

interface LoopDocument<Kind> {
  kind: Kind;
  /** Of the draft: the wait's key, or the note's. */
  key: string;
  loop: { key: string; id: string };
  question: { key: QuestionKey; options: readonly Option[] } | null;
  /** Of the entry that a note becomes. */
  noteId: string | null;
}

const TARGET_FILE = 'target.json';

/** The scratch documents that answers are written in: a folder each in the extension's own storage. */
export class AnswerStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  owns(path: string): boolean {
    return dirname(dirname(path)) === this.#folder && path.endsWith(ANSWER_EXTENSION);
  }

  path(target: DocumentTarget): string {
    return join(this.#place(target.key), `${fileName(target)}${ANSWER_EXTENSION}`);
  }

  #place(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  }

  async write(target: DocumentTarget, content: string): Promise<string> {
    const path = this.path(target);
    await this.keep(target);
    await writeFile(path, content, { mode: 0o600 });
    return path;
  }

  /** What the document is about, without its text. */
  async keep(target: DocumentTarget): Promise<void> {
    const folder = dirname(this.path(target));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, TARGET_FILE), JSON.stringify(target), { mode: 0o600 });
  }

  /** Undefined where the document is none of ours any more. */
  async target(path: string): Promise<DocumentTarget | undefined> {
    if (!this.owns(path)) return undefined;
    try {
      const target: unknown = JSON.parse(await readFile(join(dirname(path), TARGET_FILE), 'utf8'));
      return isTarget(target) ? target : undefined;
    } catch (error) {
      if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    if (this.owns(path)) await rm(dirname(path), { recursive: true, force: true });
  }
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

/** What the tab says; an id may hold anything, a file's name may not. */
function fileName(target: DocumentTarget): string {
  const id = basename(target.kind === 'feedback' ? askerName(target.asker) : target.loop.id)
    .replace(/[^\p{L}\p{N}._ -]/gu, '-')
    .slice(0, 60);
  return target.kind === 'note' ? `note to ${id}` : `answer to ${id}`;
}
