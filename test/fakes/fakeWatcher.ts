import type { Disposable } from '../../src/protocol/lib/disposables.ts';
import type { Watched, Watcher } from '../../src/workspace/kernel/watcher.ts';

/** Watches that tell only what a test says; by default they never do. */
export class FakeWatcher implements Watcher {
  readonly watches = new Set<Watched>();
  /** Set: every watch fails at once with this. */
  failWith: Error | null = null;

  watch(watched: Watched): Disposable {
    const { failWith } = this;
    if (failWith !== null) {
      queueMicrotask(() => watched.failed(failWith));
      return { dispose: () => undefined };
    }
    this.watches.add(watched);
    return { dispose: () => void this.watches.delete(watched) };
  }

  folders(): string[] {
    return [...this.watches].map((watched) => watched.folder).sort();
  }

  /** Something changed in this folder: the entry of this name, or it does not say which. */
  fire(folder: string, name: string | null = null): void {
    for (const watched of [...this.watches]) {
      if (watched.folder === folder) {
        watched.changed(name);
      }
    }
  }
}
