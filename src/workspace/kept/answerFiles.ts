import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { writeAtomic } from '../../protocol/files/atomicWrite.ts';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import { parseJson } from '../../protocol/lib/parseJson.ts';
import { ok, type Result, refuse } from '../../protocol/lib/result.ts';
import { readText } from '../kernel/readText.ts';

export interface AnswerFilePorts<T> {
  /** Ours alone. */
  folder: string;
  files: Files;
  /** Of the documents' names, with its dot. */
  extension: string;
  /** What the tab says, before the extension. An id in it may hold anything. */
  nameOf: (target: T) => string;
  /** Null: it is none of ours any more. */
  parse: (value: unknown) => T | null;
}

const TARGET_FILE = 'target.json';
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * The scratch documents that answers are written in: a folder each in the extension's own storage, with what the document is
 * about beside it, so that it still sends after a reload.
 */
export class AnswerFiles<T extends { key: string }> {
  readonly #ports: AnswerFilePorts<T>;

  constructor(ports: AnswerFilePorts<T>) {
    this.#ports = ports;
  }

  owns(path: string): boolean {
    const { folder, extension } = this.#ports;
    return dirname(dirname(path)) === folder && path.endsWith(extension);
  }

  path(target: T): string {
    const { folder, extension, nameOf } = this.#ports;
    const own = createHash('sha256').update(target.key).digest('hex').slice(0, 32);
    return join(folder, own, `${fileName(nameOf(target))}${extension}`);
  }

  async write(target: T, content: string): Promise<Result<void>> {
    const kept = await this.keep(target);
    return kept.ok ? this.#put(this.path(target), content) : kept;
  }

  /** What the document is about, without its text. */
  async keep(target: T): Promise<Result<void>> {
    const folder = dirname(this.path(target));
    const made = await quietly(() => this.#ports.files.mkdir(folder, { recursive: true, mode: 0o700 }));
    return made.ok ? this.#put(join(folder, TARGET_FILE), JSON.stringify(target)) : made;
  }

  /** Undefined where the document is none of ours any more. */
  async target(path: string): Promise<T | undefined> {
    if (!this.owns(path)) return undefined;
    const text = await readText(this.#ports.files, join(dirname(path), TARGET_FILE), MOST_BYTES);
    return text === null ? undefined : (this.#ports.parse(parseJson(text)) ?? undefined);
  }

  async remove(path: string): Promise<void> {
    if (!this.owns(path)) return;
    const { files } = this.#ports;
    const folder = dirname(path);
    for (const name of [basename(path), TARGET_FILE]) await quietly(() => files.unlink(join(folder, name)));
    await quietly(() => files.rmdir(folder));
  }

  #put(path: string, text: string): Promise<Result<void>> {
    return writeAtomic(this.#ports.files, path, Buffer.from(text), 0o600);
  }
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._ -]/gu, '-');
}

async function quietly(call: () => Promise<void>): Promise<Result<void>> {
  try {
    await call();
    return ok(undefined);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return refuse('io', `A file of ours could not be written: ${errno}.`, { errno });
  }
}
