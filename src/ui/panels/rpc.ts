/**
 * The one channel between a panel and its host, for both sides.
 *
 * What a panel shows comes in slices: each is asked for by name, comes whole (200 kB at most) and has a version. The host
 * says which of the slices that were asked for have another version now; the panel asks again for those that it still
 * shows. What a panel does are requests. Both are answered exactly once.
 */

import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { Result } from '../../protocol/lib/result.ts';
import { BAD, type CheckedBy, type Checker } from './checkMessage.ts';

export type { PanelText } from '../../text/panelText.ts';
// What a page takes of our code are types, from here and from its messages.
export type { Decision } from '../../workspace/loops/decisions.ts';
export type { MineShown } from '../kit/mineShown.ts';
export type { PanelBoot } from './html.ts';
export type { SharedTexts } from './sharedPanelWords.ts';

/** What the messages of a panel declare; the types of both sides are made of it. */
export interface PanelContract {
  slices: Record<string, { asks: unknown; gives: unknown }>;
  requests: Record<string, { takes: unknown; gives: unknown }>;
  /** What the host tells unasked: where to look, never data. */
  events: Record<string, unknown>;
}

type Checkers = Readonly<Record<string, Checker<unknown>>>;

/**
 * A contract made of its checkers: what may be asked with, and what requests take, is what they let through.
 *
 * `Gives` says what each slice gives, `Replies` what those requests give that are answered with more than null.
 */
export interface ContractOf<
  Asks extends Checkers,
  Takes extends Checkers,
  Gives extends Record<keyof Asks, unknown>,
  Replies = unknown,
  Events extends Record<string, unknown> = Record<never, unknown>,
> {
  slices: { [N in keyof Asks]: { asks: CheckedBy<Asks[N]>; gives: Gives[N] } };
  requests: {
    [N in keyof Takes]: { takes: CheckedBy<Takes[N]>; gives: N extends keyof Replies ? Replies[N] : null };
  };
  events: Events;
}

export type ToHost =
  /** The page runs: whatever an earlier one of this panel asked for is forgotten. */
  | { kind: 'start' }
  | { kind: 'slice'; id: number; name: string; ask: unknown }
  | { kind: 'request'; id: number; name: string; value: unknown }
  /** Keys of slices that are shown no more. */
  | { kind: 'forget'; keys: string[] };

export type ToPanel =
  | { kind: 'answer'; id: number; reply: Reply<unknown> }
  /** By key. */
  | { kind: 'changed'; versions: Record<string, number> }
  | { kind: 'event'; name: string; value: unknown };

/** `words`: the reason for the person, where the panel is to show one. */
export type Reply<T> = { ok: true; value: T } | Refused;

interface Refused {
  ok: false;
  code: string;
  words: string;
}

export interface Slice<T> {
  version: number;
  value: T;
}

/** Which slice: its name and what it was asked with. The same on both sides. */
export type SliceKey = `${string}:${string}`;

export interface SliceHandler<Asks, Gives> {
  check: Checker<Asks>;
  give: (ask: Asks) => Gives;
  /** What it is made of, compared by identity: while none of it is another, it is not made again. */
  stamp?: (ask: Asks) => readonly unknown[];
}

export interface RequestHandler<Takes, Gives> {
  check: Checker<Takes>;
  run: (value: Takes) => Promise<Result<Gives>> | Result<Gives>;
}

/** One for each name of the contract: a missing one does not compile. */
export interface PanelHandlers<C extends PanelContract> {
  slices: { [N in keyof C['slices']]: SliceHandler<C['slices'][N]['asks'], C['slices'][N]['gives']> };
  requests: {
    [N in keyof C['requests']]: RequestHandler<C['requests'][N]['takes'], C['requests'][N]['gives']>;
  };
}

type Give<H> =
  H extends SliceHandler<infer Asks, infer Gives>
    ? ((ask: Asks) => Gives) | Omit<SliceHandler<Asks, Gives>, 'check'>
    : never;

/** What gives the slices and does the requests, by name, without their checkers. A slice without a stamp is a function alone. */
export interface UncheckedHandlers<C extends PanelContract> {
  slices: { [N in keyof C['slices']]: Give<PanelHandlers<C>['slices'][N]> };
  requests: { [N in keyof C['requests']]: PanelHandlers<C>['requests'][N]['run'] };
}

/** Each of `handlers` behind the checker of its name. */
export function checkedHandlers<C extends PanelContract>(
  asks: { [N in keyof C['slices']]: Checker<C['slices'][N]['asks']> },
  takes: { [N in keyof C['requests']]: Checker<C['requests'][N]['takes']> },
  handlers: UncheckedHandlers<C>,
): PanelHandlers<C> {
  const slices = Object.entries(handlers.slices).map(([name, slice]) => [
    name,
    { check: asks[name], ...(typeof slice === 'function' ? { give: slice } : slice) },
  ]);
  const requests = Object.entries(handlers.requests).map(([name, run]) => [
    name,
    { check: takes[name], run },
  ]);
  return {
    slices: Object.fromEntries(slices),
    requests: Object.fromEntries(requests),
  };
}

export interface ChannelPorts {
  post: (message: ToPanel) => void;
  clock: Clock;
  log: Log;
  /** The words for a refusal; empty where the panel has its own. */
  refusalWords: (code: string, args: Record<string, unknown>, message: string) => string;
  /** A request threw: a bug, which is said once, here at the edge. */
  failed?: (failure: unknown) => void;
}

export const MAX_SLICE_BYTES = 200_000;
/** So many slices are followed for a panel; the one asked for longest ago is given up first. */
const MAX_WATCHED = 64;
const MAX_ASK = 2_000;
/** The first change is told at once, what follows within this time together. */
const TELL_MS = 50;

interface Watched {
  name: string;
  ask: unknown;
  stamp: readonly unknown[] | undefined;
  text: string;
  version: number;
  /** The panel knows that there is a newer one, and has not asked for it yet. */
  told: boolean;
}

/** The host's side. `receive` takes anything: what is no message of ours is logged and dropped, or answered as bad. */
export class PanelChannel<C extends PanelContract> implements Disposable {
  readonly #ports: ChannelPorts;
  readonly #handlers: PanelHandlers<C>;
  readonly #watched = new Map<string, Watched>();
  #timer: Disposable | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #version = 0;
  #disposed = false;
  #started = false;
  readonly #unsent = new Map<string, unknown>();

  constructor(ports: ChannelPorts, handlers: PanelHandlers<C>) {
    this.#ports = ports;
    this.#handlers = handlers;
  }

  receive(message: unknown): void {
    const read = messageOf(message);
    if (read === null) {
      this.#ports.log.warn('A panel sent what is no message.');
      return;
    }
    switch (read.kind) {
      case 'start':
        this.reset();
        this.#started = true;
        for (const [name, value] of this.#unsent) this.#post({ kind: 'event', name, value });
        this.#unsent.clear();
        return;
      case 'forget':
        for (const key of read.keys) this.#watched.delete(key);
        return;
      case 'slice':
        // Also of one that is too long the page waits for an answer.
        this.#answer(
          read.id,
          lengthOf(read.ask) > MAX_ASK
            ? this.#bad('a slice, at too great length')
            : this.#slice(read.name, read.ask),
        );
        return;
      case 'request':
        void this.#request(read.id, read.name, read.value);
    }
  }

  /** What slices are made of may have changed: the page is told which of them differ. */
  changed(): void {
    if (this.#timer !== undefined || this.#disposed || this.#watched.size === 0) return;
    const wait = this.#toldAt + TELL_MS - this.#ports.clock.now();
    if (wait <= 0) {
      this.#tell();
      return;
    }
    this.#timer = this.#ports.clock.setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, wait);
  }

  /** To a page that does not run yet: once it does, the newest of each name. */
  send<N extends keyof C['events'] & string>(name: N, value: C['events'][N]): void {
    if (this.#started) this.#post({ kind: 'event', name, value });
    else this.#unsent.set(name, value);
  }

  /** The page is gone: nothing is shown until one starts again. */
  reset(): void {
    this.#started = false;
    this.#watched.clear();
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  dispose(): void {
    this.reset();
    this.#disposed = true;
  }

  #post(message: ToPanel): void {
    if (!this.#disposed) this.#ports.post(message);
  }

  #answer(id: number, reply: Reply<unknown>): void {
    this.#post({ kind: 'answer', id, reply });
  }

  #slice(name: string, ask: unknown): Reply<Slice<unknown>> {
    const key = sliceKey(name, ask);
    const made = this.#make(name, ask);
    if (!made.ok) return made;
    const before = this.#watched.get(key);
    const version = before?.text === made.text ? before.version : this.#nextVersion();
    this.#watched.delete(key);
    this.#watched.set(key, { name, ask, stamp: made.stamp, text: made.text, version, told: false });
    for (const oldest of this.#watched.keys()) {
      if (this.#watched.size <= MAX_WATCHED) break;
      this.#watched.delete(oldest);
    }
    return { ok: true, value: { version, value: made.value } };
  }

  #make(
    name: string,
    ask: unknown,
  ): { ok: true; value: unknown; text: string; stamp: readonly unknown[] | undefined } | Refused {
    const handler = own(this.#handlers.slices, name) as SliceHandler<unknown, unknown> | undefined;
    const checked = handler === undefined ? BAD : handler.check(ask);
    if (handler === undefined || checked === BAD) return this.#bad(`the slice ${name.slice(0, 40)}`);
    try {
      const stamp = handler.stamp?.(checked);
      const value = handler.give(checked);
      const text = JSON.stringify(value) ?? 'null';
      if (Buffer.byteLength(text) > MAX_SLICE_BYTES) {
        this.#ports.log.error(`The slice ${name} is over 200 kB.`);
        return { ok: false, code: 'too-large', words: '' };
      }
      return { ok: true, value, text, stamp };
    } catch (failure) {
      this.#ports.log.error(`The slice ${name} could not be made.`, failure);
      return { ok: false, code: 'failed', words: '' };
    }
  }

  async #request(id: number, name: string, value: unknown): Promise<void> {
    const handler = own(this.#handlers.requests, name) as RequestHandler<unknown, unknown> | undefined;
    const checked = handler === undefined ? BAD : handler.check(value);
    if (handler === undefined || checked === BAD) {
      this.#answer(id, this.#bad(`the request ${name.slice(0, 40)}`));
      return;
    }
    try {
      const result = await handler.run(checked);
      this.#answer(
        id,
        result.ok
          ? { ok: true, value: result.value }
          : {
              ok: false,
              code: result.code,
              words: this.#ports.refusalWords(result.code, result.args, result.message),
            },
      );
    } catch (failure) {
      this.#ports.log.error(`The request ${name} of a panel failed.`, failure);
      this.#ports.failed?.(failure);
      this.#answer(id, { ok: false, code: 'failed', words: '' });
    }
  }

  #bad(what: string): Refused {
    this.#ports.log.warn(`A panel asked wrongly: ${what}`);
    return { ok: false, code: 'bad-message', words: '' };
  }

  #tell(): void {
    const versions: Record<string, number> = {};
    for (const [key, watched] of this.#watched) {
      if (watched.told || !this.#differs(watched)) continue;
      watched.told = true;
      watched.version = this.#nextVersion();
      versions[key] = watched.version;
    }
    if (Object.keys(versions).length === 0) return;
    this.#toldAt = this.#ports.clock.now();
    this.#post({ kind: 'changed', versions });
  }

  #differs(watched: Watched): boolean {
    const handler = own(this.#handlers.slices, watched.name) as SliceHandler<unknown, unknown> | undefined;
    const checked = handler?.check(watched.ask);
    if (handler === undefined || checked === BAD) return false;
    const stamp = handler.stamp?.(checked);
    if (stamp !== undefined && watched.stamp !== undefined && same(stamp, watched.stamp)) return false;
    const made = this.#make(watched.name, watched.ask);
    if (!made.ok) return false;
    watched.stamp = made.stamp;
    if (made.text === watched.text) return false;
    watched.text = made.text;
    return true;
  }

  #nextVersion(): number {
    this.#version += 1;
    return this.#version;
  }
}

export function sliceKey(name: string, ask: unknown): SliceKey {
  return `${name}:${JSON.stringify(ask) ?? ''}`;
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => Object.is(each, other[index]));
}

/** Of a record its own field: names come from a page, and `constructor` is none of ours. */
function own(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
}

function messageOf(value: unknown): ToHost | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, id, name, ask, value: sent, keys } = value as Record<string, unknown>;
  if (kind === 'start') return { kind };
  if (kind === 'forget') {
    const fit = Array.isArray(keys) && keys.length <= 1000 && keys.every((key) => typeof key === 'string');
    return fit ? { kind, keys: keys as string[] } : null;
  }
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || typeof name !== 'string') return null;
  if (kind === 'slice') return { kind, id, name, ask };
  return kind === 'request' ? { kind, id, name, value: sent } : null;
}

function lengthOf(ask: unknown): number {
  try {
    return (JSON.stringify(ask) ?? '').length;
  } catch (failure) {
    // A circle, or a bigint: what came through the editor's own channel holds neither.
    if (failure instanceof TypeError) return Number.POSITIVE_INFINITY;
    throw failure;
  }
}
