import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** What `look` returns once it no longer throws; its last error after `ms`. */
export async function eventually<T>(look: () => Promise<T>, ms = 20_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(100);
    }
  }
}

/** Looks for `ms` whether something that must not happen does. */
export async function never(happens: () => Promise<boolean>, ms = 2000): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    assert.equal(await happens(), false);
    await sleep(100);
  }
}
