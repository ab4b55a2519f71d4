/**
 * The file system as the protocol uses it: one call here is one call to the system, so that a test can cut before and
 * after each, and answer each with any errno. `nodeFiles` is the real one.
 */
import * as blocking from 'node:fs';
import * as fs from 'node:fs/promises';

export type FileKind = 'file' | 'directory' | 'link' | 'other';

export interface FileStat {
  kind: FileKind;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  dev: bigint;
  ino: bigint;
  nlink: number;
  mode: number;
  uid: number;
}

export interface OpenFile {
  stat(): Promise<FileStat>;
  /** Bytes read; 0 at the end. */
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  /** Bytes written, which may be fewer than given. */
  write(bytes: Uint8Array, offset: number, length: number): Promise<number>;
  sync(): Promise<void>;
  chmod(mode: number): Promise<void>;
  close(): Promise<void>;
}

export interface FolderEntry {
  name: string;
  /** As the folder's listing says it, a link not followed. */
  kind: FileKind;
}

/** What tells one state of a file from another. */
export interface QuickStat {
  kind: FileKind;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

/** Calls that return at once: for thousands of small files, where waiting for each costs more than reading it. */
export interface BlockingFiles {
  /** The number of an open file. */
  open(path: string, flags: number): number;
  stat(file: number): QuickStat;
  lstat(path: string): QuickStat;
  read(file: number, into: Uint8Array, offset: number, length: number, position: number): number;
  close(file: number): void;
}

export interface Files {
  /** `flags` as of `fs.constants`. */
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  stat(path: string): Promise<FileStat>;
  lstat(path: string): Promise<FileStat>;
  realpath(path: string): Promise<string>;
  readdir(path: string): Promise<string[]>;
  /** As `readdir`, with the kind of each. */
  list(path: string): Promise<FolderEntry[]>;
  /** As `readdir`, the names as they are: not every one is UTF-8. */
  rawNames(path: string): Promise<Uint8Array[]>;
  readonly blocking: BlockingFiles;
  mkdir(path: string, options?: { recursive?: boolean; mode?: number }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Only of an empty folder. */
  rmdir(path: string): Promise<void>;
}

interface Kinded {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

interface BigStat extends Kinded {
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
  dev: bigint;
  ino: bigint;
  nlink: bigint;
  mode: bigint;
  uid: bigint;
}

function kindOf(entry: Kinded): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function quick(stat: blocking.Stats): QuickStat {
  const { size, mtimeMs, ctimeMs, ino } = stat;
  return { kind: kindOf(stat), size, mtimeMs, ctimeMs, ino };
}

function toStat(stat: BigStat): FileStat {
  return {
    kind: kindOf(stat),
    size: Number(stat.size),
    mtimeMs: Number(stat.mtimeNs) / 1e6,
    ctimeMs: Number(stat.ctimeNs) / 1e6,
    dev: stat.dev,
    ino: stat.ino,
    nlink: Number(stat.nlink),
    mode: Number(stat.mode),
    uid: Number(stat.uid),
  };
}

function wrap(handle: fs.FileHandle): OpenFile {
  return {
    stat: async () => toStat(await handle.stat({ bigint: true })),
    read: async (into, offset, length, position) =>
      (await handle.read(into, offset, length, position)).bytesRead,
    write: async (bytes, offset, length) => (await handle.write(bytes, offset, length)).bytesWritten,
    sync: () => handle.sync(),
    chmod: (mode) => handle.chmod(mode),
    close: () => handle.close(),
  };
}

export const nodeFiles: Files = {
  open: async (path, flags, mode) => wrap(await fs.open(path, flags, mode)),
  stat: async (path) => toStat(await fs.stat(path, { bigint: true })),
  lstat: async (path) => toStat(await fs.lstat(path, { bigint: true })),
  realpath: (path) => fs.realpath(path),
  readdir: (path) => fs.readdir(path),
  list: async (path) =>
    (await fs.readdir(path, { withFileTypes: true })).map((entry) => ({
      name: entry.name,
      kind: kindOf(entry),
    })),
  rawNames: (path) => fs.readdir(path, { encoding: 'buffer' }),
  blocking: {
    open: (path, flags) => blocking.openSync(path, flags),
    stat: (file) => quick(blocking.fstatSync(file)),
    lstat: (path) => quick(blocking.lstatSync(path)),
    read: (file, into, offset, length, position) => blocking.readSync(file, into, offset, length, position),
    close: (file) => blocking.closeSync(file),
  },
  mkdir: async (path, options) => {
    await fs.mkdir(path, options);
  },
  rename: (from, to) => fs.rename(from, to),
  link: (from, to) => fs.link(from, to),
  unlink: (path) => fs.unlink(path),
  rmdir: (path) => fs.rmdir(path),
};
