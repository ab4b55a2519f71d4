/** A made-up system, to show what a source needs of one: folders with files of one line each, `*.line`. */
import * as path from 'node:path';
import type { Files } from '../../src/protocol/files/filesPort.ts';
import { identityOf, ownRoots, problemOf, signatureOf } from '../../src/workspace/kernel/place.ts';
import { readText } from '../../src/workspace/kernel/readText.ts';
import type {
  Found,
  Listing,
  Reader,
  Reading,
  ReadingOf,
  System,
} from '../../src/workspace/kernel/system.ts';
import type { WatchSet } from '../../src/workspace/kernel/watchSet.ts';

export interface Line {
  name: string;
  /** The folder in which it is shown. */
  place: string;
  text: string;
  polling: boolean;
}

/** What is shown of it: one row a file. */
export function lineRow({ name, text }: Line): string {
  return `${name}: ${text}`;
}

const MOST_BYTES = 1000;
const WHOLE: ReadonlySet<string> = new Set();

/** `now`: a line `until <ms>` says `over` from then on. */
export class LineReader implements Reader<Found, Line> {
  readonly #files: Files;
  readonly #file: string;
  readonly #watches: WatchSet;
  readonly #now: () => number;
  #shown: Line | null = null;
  #signature = '';
  reads = 0;

  constructor(files: Files, { real }: Found, watches: WatchSet, now: () => number) {
    this.#files = files;
    this.#file = real;
    this.#watches = watches;
    this.#now = now;
  }

  async read({ place }: ReadingOf<Found>, polling: () => boolean): Promise<Reading<Line>> {
    this.reads += 1;
    const folder = path.dirname(this.#file);
    const stat = await this.#files.stat(folder).catch(() => null);
    this.#watches.arm([{ name: '', folder, names: [path.basename(this.#file)], identity: identityOf(stat) }]);
    this.#signature = await this.#sign();
    if (this.#signature === '') return { kind: 'gone' };
    const text = await readText(this.#files, this.#file, MOST_BYTES);
    if (text === null) return { kind: 'none' };
    const until = Number(/^until (\d+)/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
    const over = this.#now() >= until;
    const name = path.basename(this.#file);
    const line = { name, place: place.folder, text: over ? 'over' : text.trim(), polling: polling() };
    const known = this.#shown;
    const same = JSON.stringify(known) === JSON.stringify(line);
    this.#shown = same && known !== null ? known : line;
    const nextChange = over ? Number.POSITIVE_INFINITY : until;
    return { kind: 'shown', value: this.#shown, parts: WHOLE, nextChange, fault: null };
  }

  async differs(): Promise<boolean> {
    return (await this.#sign()) !== this.#signature;
  }

  touched(): number {
    return Number.NEGATIVE_INFINITY;
  }

  doubt(): void {
    this.#signature = '';
  }

  close(): void {
    this.#shown = null;
  }

  #sign(): Promise<string> {
    return this.#files.stat(this.#file).then(signatureOf, () => '');
  }
}

export function lineSystem(files: Files, now: () => number): System<Found, Line, LineReader> {
  return {
    things: 'lines',
    roots: async (folders) => ownRoots(folders),
    list: ({ folder }) => listLines(files, folder),
    sign: ({ folder }) => files.stat(folder).then(signatureOf, () => ''),
    placeOf: (file) => path.dirname(file),
    open: (found, watches) => new LineReader(files, found, watches, now),
    listSpacing: { gather: 10, between: 200 },
    readSpacing: { gather: 0, between: 50 },
    watchesTellFirst: false,
  };
}

/** `*.maybe` is offered: nothing proves that it holds a line. */
async function listLines(files: Files, folder: string): Promise<Listing<Found>> {
  const listing: Listing<Found> = {
    found: [],
    problem: null,
    signature: '',
    watch: null,
    left: 0,
    unsure: new Set(),
  };
  try {
    const stat = await files.stat(folder);
    const names = (await files.readdir(folder)).sort();
    const found = await Promise.all(
      names
        .filter((name) => /\.(line|maybe)$/.test(name))
        .map(async (name) => {
          const real = await files.realpath(path.join(folder, name));
          return {
            key: `${real}|line`,
            folder: path.join(folder, name),
            real,
            offered: name.endsWith('.maybe'),
          };
        }),
    );
    const watch = { name: '', folder, names: null, identity: identityOf(stat) };
    return { ...listing, found, watch, signature: signatureOf(stat), settled: new Set(names) };
  } catch (error) {
    const problem = problemOf(error);
    return { ...listing, problem, unsure: problem === 'missing' ? new Set() : 'all' };
  }
}
