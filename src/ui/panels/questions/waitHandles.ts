/** What a page calls an ask: its key, or where an agent gave it an endless id, the key's hash. */
import { createHash } from 'node:crypto';
import type { AsksModel } from '../../../workspace/model.ts';
import { questionWaitKey } from '../../../workspace/needsYou.ts';
import { everyWait } from '../../kit/findWait.ts';

/** A slice is asked for with at most 2,000 characters. */
const LONG = 1_000;

export class WaitHandles {
  readonly #model: AsksModel;
  readonly #long = new Map<string, string>();

  constructor(model: AsksModel) {
    this.#model = model;
  }

  of(key: string): string {
    if (key.length <= LONG) return key;
    const handle = `#${createHash('sha256').update(key).digest('hex')}`;
    this.#long.set(handle, key);
    return handle;
  }

  /** The key of a handle; one that nothing is known of stays what it is. */
  key(handle: string): string {
    if (!handle.startsWith('#')) return handle;
    if (!this.#long.has(handle)) this.#look();
    return this.#long.get(handle) ?? handle;
  }

  /** After a reload the page still has the handle of what it showed. */
  #look(): void {
    for (const { key } of everyWait(this.#model.waits())) this.of(key);
    for (const loop of this.#model.loops())
      for (const question of loop.snapshot.questions) this.of(questionWaitKey(loop, question));
  }
}
