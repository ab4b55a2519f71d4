/** Reads `loop.json` again where it moved. */
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import { FileStamp } from '../files/fileStamp.ts';
import type { Files } from '../files/filesPort.ts';
import { closeQuietly, readUpTo } from '../files/readWhole.ts';
import { openInside } from '../files/safePath.ts';
import { hasMark } from '../files/tail.ts';
import type { LongLines } from './longLines.ts';
import { MANIFEST_FILE } from './loopFiles.ts';
import { type ManifestState, manifestDied, readManifestText } from './manifestText.ts';
import { fileProblem } from './problems.ts';

const MOST_BYTES = 4_194_304;
/** What is larger is parsed in the worker. */
const QUICK_BYTES = 131_072;

export class ManifestReader {
  readonly #path: string;
  readonly #id: string;
  readonly #files: Files;
  readonly #longLines: LongLines;
  readonly #stamp: FileStamp;
  state: ManifestState;

  constructor(folder: string, ports: { files: Files; longLines: LongLines }) {
    this.#path = path.join(folder, MANIFEST_FILE);
    this.#id = path.basename(folder);
    this.#files = ports.files;
    this.#longLines = ports.longLines;
    this.#stamp = new FileStamp(ports.files, this.#path);
    this.state = nothing();
  }

  forget(): void {
    this.#stamp.forget();
    this.state = nothing();
  }

  unchanged(): Promise<boolean> {
    return this.#stamp.unchanged(() => this.state.problems.some(({ code }) => code === 'missing'));
  }

  /** True if what it says changed. */
  async read(root: string): Promise<boolean> {
    const before = this.state;
    const after = await this.#read(root);
    if (JSON.stringify(before) === JSON.stringify(after)) return false;
    this.state = after;
    return true;
  }

  async #read(root: string): Promise<ManifestState> {
    this.#stamp.forget();
    const opened = await openInside(this.#files, root, this.#path);
    if (!opened.ok) {
      const errno = opened.code === 'unreadable' ? opened.errno : null;
      return { manifest: null, problems: [fileProblem(MANIFEST_FILE, opened.code, errno)] };
    }
    const { file, stat } = opened;
    try {
      this.#stamp.take(stat);
      if (stat.size > MOST_BYTES)
        return { manifest: null, problems: [fileProblem(MANIFEST_FILE, 'too-large')] };
      return await this.#parse(await readUpTo(file, 0, stat.size));
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      this.#stamp.doubt();
      return { manifest: null, problems: [fileProblem(MANIFEST_FILE, 'unreadable', errno)] };
    } finally {
      await closeQuietly(file);
    }
  }

  async #parse(bytes: Uint8Array): Promise<ManifestState> {
    const own = new Uint8Array(bytes.subarray(hasMark(bytes) ? 3 : 0));
    if (own.length <= QUICK_BYTES)
      return readManifestText(Buffer.from(own.buffer).toString('utf8'), this.#id);
    const job = { kind: 'manifest', bytes: own.buffer, folder: this.#id } as const;
    const result = await this.#longLines.parse(job);
    return 'kind' in result && result.kind === 'manifest' ? result.read : manifestDied();
  }
}

function nothing(): ManifestState {
  return { manifest: null, problems: [fileProblem(MANIFEST_FILE, 'missing')] };
}
