import type { BlockingFiles, Files, OpenFile } from '../../src/protocol/files/filesPort.ts';

/** The process is gone: no call after this one happens, whatever the code above makes of it. */
export class Crash extends Error {}

export interface Fault {
  /** Which call, from 0: of all, or of those of the name. */
  at: number;
  name?: string;
  /**
   * `before`: the call does not happen. `after`: it does, and is said to have failed. `half`: of a write half the bytes go
   * out; other calls happen in full.
   */
  cut: 'before' | 'after' | 'half';
  /** An errno, or `crash`. */
  error: string;
  /** How many calls in a row of that name fail; 1 unless given. */
  times?: number;
}

/** A Files port over another that counts calls and fails as it is told. */
export class FaultyFiles implements Files {
  /** Names of the calls made, `open`, `file.write` and so on. */
  readonly calls: string[] = [];
  readonly #base: Files;
  readonly #fault: Fault | null;
  #name: string | null = null;
  #left: number;
  #dead = false;

  /** Only reading uses these, where nothing is at stake: they fail by their errno, before. */
  readonly blocking: BlockingFiles;

  constructor(base: Files, fault: Fault | null = null) {
    this.#base = base;
    this.#fault = fault;
    this.#left = fault?.times ?? 1;
    const { blocking } = base;
    this.blocking = {
      open: (path, flags) => this.#callNow('blocking.open', () => blocking.open(path, flags)),
      stat: (file) => this.#callNow('blocking.stat', () => blocking.stat(file)),
      lstat: (path) => this.#callNow('blocking.lstat', () => blocking.lstat(path)),
      read: (file, into, offset, length, position) =>
        this.#callNow('blocking.read', () => blocking.read(file, into, offset, length, position)),
      close: (file) => blocking.close(file),
    };
  }

  /** Whether the fault was met. */
  get struck(): boolean {
    return this.#left < (this.#fault?.times ?? 1);
  }

  open(path: string, flags: number, mode?: number): Promise<OpenFile> {
    return this.#call('open', async () => this.#wrap(await this.#base.open(path, flags, mode)));
  }
  stat(path: string) {
    return this.#call('stat', () => this.#base.stat(path));
  }
  lstat(path: string) {
    return this.#call('lstat', () => this.#base.lstat(path));
  }
  realpath(path: string) {
    return this.#call('realpath', () => this.#base.realpath(path));
  }
  readdir(path: string) {
    return this.#call('readdir', () => this.#base.readdir(path));
  }
  list(path: string) {
    return this.#call('list', () => this.#base.list(path));
  }
  rawNames(path: string) {
    return this.#call('rawNames', () => this.#base.rawNames(path));
  }
  mkdir(path: string, options?: { recursive?: boolean; mode?: number }) {
    return this.#call('mkdir', () => this.#base.mkdir(path, options));
  }
  rename(from: string, to: string) {
    return this.#call('rename', () => this.#base.rename(from, to));
  }
  link(from: string, to: string) {
    return this.#call('link', () => this.#base.link(from, to));
  }
  rmdir(path: string) {
    return this.#call('rmdir', () => this.#base.rmdir(path));
  }
  unlink(path: string) {
    return this.#call('unlink', () => this.#base.unlink(path));
  }

  #wrap(file: OpenFile): OpenFile {
    return {
      stat: () => this.#call('file.stat', () => file.stat()),
      read: (into, offset, length, position) =>
        this.#call('file.read', () => file.read(into, offset, length, position)),
      write: (bytes, offset, length) =>
        this.#call(
          'file.write',
          () => file.write(bytes, offset, length),
          () => file.write(bytes, offset, Math.ceil(length / 2)),
        ),
      sync: () => this.#call('file.sync', () => file.sync()),
      chmod: (mode) => this.#call('file.chmod', () => file.chmod(mode)),
      // What a dead process had open is closed by the system.
      close: () =>
        this.#dead ? file.close() : this.#call('file.close', () => file.close(), undefined, true),
    };
  }

  #callNow<T>(name: string, real: () => T): T {
    if (this.#dead) throw new Crash();
    this.calls.push(name);
    const fault = this.#fault;
    const index = this.calls.filter((call) => call === name).length - 1;
    if (!fault || fault.name !== name || index < fault.at || this.#left === 0) return real();
    this.#left -= 1;
    throw Object.assign(new Error(`${fault.error}: made up, ${name}`), { code: fault.error, syscall: name });
  }

  async #call<T>(name: string, real: () => Promise<T>, half = real, always = false): Promise<T> {
    if (this.#dead) throw new Crash();
    const fault = this.#fault;
    this.calls.push(name);
    const index = (fault?.name ? this.calls.filter((call) => call === fault.name) : this.calls).length - 1;
    const meant = index === fault?.at && (fault.name ?? name) === name;
    if (!fault || this.#left === 0 || !(meant || name === this.#name)) return real();
    this.#name = name;
    this.#left -= 1;
    if (fault.error === 'crash') this.#dead = true;
    if (fault.cut !== 'before' || always) {
      const result = await (fault.cut === 'half' ? half : real)();
      // A half write is told of by its count, as the system does it.
      if (fault.cut === 'half' && fault.error !== 'crash') return result;
      // What was opened and never given out would stay open.
      if (name === 'open' && isOpen(result)) await result.close();
    }
    if (fault.error === 'crash') throw new Crash();
    throw Object.assign(new Error(`${fault.error}: made up, ${name}`), { code: fault.error, syscall: name });
  }
}

/** A port that writes no disk through: hundreds of writes in a test need not survive a power cut. */
export function withoutSync(base: Files): Files {
  return {
    ...base,
    open: async (path, flags, mode) => ({
      ...(await base.open(path, flags, mode)),
      sync: async () => undefined,
    }),
  };
}

function isOpen(value: unknown): value is OpenFile {
  return typeof value === 'object' && value !== null && 'close' in value;
}
