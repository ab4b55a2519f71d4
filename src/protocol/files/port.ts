/**
 * The file system as the protocol uses it: one call here is one call to the system, so that a test can cut before and
 * after each, and answer each with any errno. `nodeFiles` is the real one.
 */
import * as fs from 'node:fs/promises';

export interface FileStat {
  kind: 'file' | 'directory' | 'link' | 'other';
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

export interface Files {
  /** `flags` as of `fs.constants`. */
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  stat(path: string): Promise<FileStat>;
  lstat(path: string): Promise<FileStat>;
  realpath(path: string): Promise<string>;
  readdir(path: string): Promise<string[]>;
  mkdir(path: string, options?: { recursive?: boolean; mode?: number }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

interface BigStat {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
  dev: bigint;
  ino: bigint;
  nlink: bigint;
  mode: bigint;
  uid: bigint;
}

function toStat(stat: BigStat): FileStat {
  return {
    kind: stat.isFile()
      ? 'file'
      : stat.isDirectory()
        ? 'directory'
        : stat.isSymbolicLink()
          ? 'link'
          : 'other',
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
  mkdir: async (path, options) => {
    await fs.mkdir(path, options);
  },
  rename: (from, to) => fs.rename(from, to),
  link: (from, to) => fs.link(from, to),
  unlink: (path) => fs.unlink(path),
};
