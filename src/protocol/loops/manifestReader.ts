/** Reads `loop.json` again where it moved. */
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import type { FileStat, Files } from '../files/filesPort.ts';
import { closeQuietly, readUpTo } from '../files/readWhole.ts';
import { openInside } from '../files/safePath.ts';
import type { LongLines } from './longLines.ts';
import { MANIFEST_FILE } from './loopFiles.ts';
import { type ManifestState, manifestDied, readManifestText } from './manifestText.ts';
import { fileProblem } from './problems.ts';

const MOST_BYTES = 4_194_304;
/** What is larger is parsed in the worker. */
const QUICK_BYTES = 131_072;
const SETTLED_MS = 3000;

export class ManifestReader {
  readonly #folder: string;
  readonly #id: string;
  readonly #files: Files;
  readonly #longLines: LongLines;
  #known: FileStat | null = null;
  #settled = false;
  state: ManifestState;

  constructor(folder: string, ports: { files: Files; longLines: LongLines }) {
    this.#folder = folder;
    this.#id = path.basename(folder);
    this.#files = ports.files;
    this.#longLines = ports.longLines;
    this.state = nothing();
  }

  forget(): void {
    this.#known = null;
    this.#settled = false;
    this.state = nothing();
  }

  async unchanged(): Promise<boolean> {
    try {
      const stat = await this.#files.stat(path.join(this.#folder, MANIFEST_FILE));
      const known = this.#known;
      return (
        this.#settled &&
        known !== null &&
        stat.dev === known.dev &&
        stat.ino === known.ino &&
        stat.size === known.size &&
        stat.mtimeMs === known.mtimeMs &&
        stat.ctimeMs === known.ctimeMs
      );
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      return errno === 'ENOENT' && this.state.problems.some((problem) => problem.code === 'missing');
    }
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
    this.#known = null;
    this.#settled = false;
    const opened = await openInside(this.#files, root, path.join(this.#folder, MANIFEST_FILE));
    if (!opened.ok) {
      const errno = opened.code === 'unreadable' ? opened.errno : null;
      return { manifest: null, problems: [fileProblem(MANIFEST_FILE, opened.code, errno)] };
    }
    const { file, stat } = opened;
    try {
      this.#known = stat;
      this.#settled = Date.now() - Math.max(stat.mtimeMs, stat.ctimeMs) > SETTLED_MS;
      if (stat.size > MOST_BYTES)
        return { manifest: null, problems: [fileProblem(MANIFEST_FILE, 'too-large')] };
      return await this.#parse(await readUpTo(file, 0, stat.size));
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      this.#settled = false;
      return { manifest: null, problems: [fileProblem(MANIFEST_FILE, 'unreadable', errno)] };
    } finally {
      await closeQuietly(file);
    }
  }

  async #parse(bytes: Uint8Array): Promise<ManifestState> {
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const own = new Uint8Array(bytes.subarray(marked ? 3 : 0));
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
