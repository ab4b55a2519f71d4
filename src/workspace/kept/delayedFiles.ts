import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import { type SmallFilePorts, SmallFiles } from '../kernel/smallFiles.ts';

/** Small files of what a person types: known at once, and written when they pause. */
export class DelayedFiles<T> implements Disposable {
  /** What was kept before, here or elsewhere, is known. */
  readonly ready: Promise<void>;
  /** Keys of what changed, here or in another window. */
  readonly onDidChange: (listener: (keys: ReadonlySet<string>) => void) => Disposable;
  readonly #ports: SmallFilePorts;
  readonly #what: string;
  readonly #files: SmallFiles<T>;
  readonly #changes: Emitter<ReadonlySet<string>>;
  /** Put here and not yet given to be written; null: to be deleted. */
  readonly #unsaved = new Map<string, { value: T | null; timer: Disposable }>();
  readonly #saving = new Set<Promise<void>>();

  /** @param what names one of them in the log: "A draft" */
  constructor(ports: SmallFilePorts, parse: (value: unknown) => T | null, what: string) {
    this.#ports = ports;
    this.#what = what;
    this.#files = new SmallFiles(ports, parse);
    this.#changes = new Emitter((error) => ports.log.error(`${what}: a listener failed.`, error));
    this.onDidChange = this.#changes.event;
    this.ready = this.#files.ready;
    this.#files.onDidChange((keys) => {
      const others = new Set([...keys].filter((key) => !this.#unsaved.has(key)));
      if (others.size > 0) this.#changes.fire(others);
    });
  }

  get(key: string): T | undefined {
    const unsaved = this.#unsaved.get(key);
    return unsaved === undefined ? this.#files.get(key) : (unsaved.value ?? undefined);
  }

  entries(): [string, T][] {
    const keys = new Set([...this.#files.entries().map(([key]) => key), ...this.#unsaved.keys()]);
    return [...keys].flatMap((key): [string, T][] => {
      const value = this.get(key);
      return value === undefined ? [] : [[key, value]];
    });
  }

  /** @param values null: to be deleted; `after`: so many milliseconds later it is written, unless it is put again before */
  put(values: ReadonlyMap<string, T | null>, after: number): void {
    for (const [key, value] of values) {
      this.#unsaved.get(key)?.timer.dispose();
      const timer = this.#ports.clock.setTimeout(() => this.#save(key), after);
      this.#unsaved.set(key, { value, timer });
    }
    this.#changes.fire(new Set(values.keys()));
  }

  /** Settles when it is gone from the disk. */
  async delete(key: string): Promise<void> {
    const known = this.get(key) !== undefined;
    this.#unsaved.get(key)?.timer.dispose();
    this.#unsaved.delete(key);
    const deleted = await this.#files.delete(key);
    if (!deleted.ok) this.#ports.log.error(`${this.#what} could not be deleted.`, deleted.message);
    if (known) this.#changes.fire(new Set([key]));
  }

  /** Writes what is not on disk yet. */
  async flush(): Promise<void> {
    this.#saveAll();
    while (this.#saving.size > 0) await Promise.all(this.#saving);
  }

  /** What is not written yet is given to be written; await `flush` before. */
  dispose(): void {
    this.#saveAll();
    this.#files.dispose();
    this.#changes.dispose();
  }

  #saveAll(): void {
    for (const key of [...this.#unsaved.keys()]) this.#save(key);
  }

  #save(key: string): void {
    const unsaved = this.#unsaved.get(key);
    if (unsaved === undefined) return;
    unsaved.timer.dispose();
    this.#unsaved.delete(key);
    const { value } = unsaved;
    const writing = value === null ? this.#files.delete(key) : this.#files.put(key, value);
    const saving = writing.then((saved) => {
      this.#saving.delete(saving);
      // It stays known in this window, and the next change tries again.
      if (!saved.ok) this.#ports.log.error(`${this.#what} could not be written.`, saved.message);
    });
    this.#saving.add(saving);
  }
}
