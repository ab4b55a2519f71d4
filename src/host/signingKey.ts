/**
 * The key that the person's lines are signed and checked with. Only here does the extension read it; what others get is
 * the key itself for signing, after the trust check, or what may be shown of it: its path and fingerprint.
 */

import type { Clock } from '../protocol/lib/clock.ts';
import type { Disposable } from '../protocol/lib/disposables.ts';
import { Emitter } from '../protocol/lib/emitter.ts';
import type { Log } from '../protocol/lib/log.ts';
import { type Result, refuse } from '../protocol/lib/result.ts';
import { type KeyFacts, type KeyState, keyFingerprint, makeKey, readKey } from '../protocol/loops/key.ts';

/** The key file is looked at so often: it may appear, change, or be closed at any time. */
const LOOK_MS = 10_000;

export class SigningKey implements Disposable {
  readonly #ports: { clock: Clock; log: Log; trusted: () => boolean };
  readonly #changes = new Emitter<void>();
  /** The key appeared, changed, or is no longer usable. */
  readonly onDidChange = this.#changes.event;
  #state: KeyState | undefined;
  #timer: Disposable | undefined;
  #disposed = false;

  constructor(ports: { clock: Clock; log: Log; trusted: () => boolean }) {
    this.#ports = ports;
  }

  /** Reads the key, and from then on looks whether it changed. */
  async start(): Promise<void> {
    await this.look();
    if (this.#disposed) return;
    this.#timer = this.#ports.clock.setTimeout(() => {
      this.start().catch((failure: unknown) =>
        this.#ports.log.error('The key could not be looked at.', failure),
      );
    }, LOOK_MS);
  }

  async look(): Promise<void> {
    const before = this.#state;
    this.#state = await readKey();
    if (same(before, this.#state)) return;
    this.#ports.log.info(
      `Key: ${this.#state.state} at ${this.#state.path}, ${this.facts()?.fingerprint ?? 'no fingerprint'}.`,
    );
    this.#changes.fire(undefined);
  }

  /** The key for checking lines, null where there is none. */
  forChecking(): Uint8Array | null {
    return this.#state?.state === 'ok' ? this.#state.key : null;
  }

  /** What may be shown; undefined until it was looked for once. */
  facts(): KeyFacts | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    return state.state === 'ok'
      ? { state: 'ok', path: state.path, shared: state.shared, fingerprint: keyFingerprint(state.key) }
      : { state: state.state, path: state.path, shared: false, fingerprint: null };
  }

  /** The key for signing, made where there is none. Refused: `restricted`, and what `makeKey` refuses. */
  async forSigning(): Promise<Result<Uint8Array>> {
    if (!this.#ports.trusted()) return refuse('restricted', 'The workspace is not trusted.');
    const made = await makeKey();
    await this.look();
    return made;
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#changes.dispose();
  }
}

function same(before: KeyState | undefined, after: KeyState): boolean {
  if (before === undefined || before.state !== after.state || before.path !== after.path) return false;
  if (before.state !== 'ok' || after.state !== 'ok') return true;
  return before.shared === after.shared && Buffer.compare(before.key, after.key) === 0;
}
