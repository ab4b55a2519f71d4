import type { Files } from '../protocol/files/port.ts';
import type { Clock, Log } from './ports.ts';

/** Which toasts were shown, over reloads and windows: a file each, made exclusively. */
export class Marks {
  readonly ready: Promise<void> = Promise.resolve();

  constructor(_ports: { folder: string; files: Files; clock: Clock; log: Log }) {
    // Follows.
  }

  /** True for exactly one window, once. */
  async claim(_key: string): Promise<boolean> {
    return false;
  }

  /** As far as this window knows: `claim` decides. */
  has(_key: string): boolean {
    return false;
  }
}
