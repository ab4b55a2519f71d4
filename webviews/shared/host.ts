/** The page's side of the channel: slices as signals, requests as promises, and where the reader is. */
import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { PanelBoot, PanelContract, Reply, Slice, ToHost, ToPanel } from '../../src/ui/panels/rpc.ts';

interface EditorApi {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** What is known of a slice. `value` stays while a newer one is asked for. */
export interface SliceState<T> {
  value: T | undefined;
  /** Why it is not there: a code of the channel's. */
  failed: string | null;
}

interface Entry {
  key: string;
  name: string;
  ask: unknown;
  state: Signal<SliceState<unknown>>;
  users: number;
  version: number;
  asking: boolean;
  stale: boolean;
}

type Slices<C extends PanelContract> = C['slices'];
type Requests<C extends PanelContract> = C['requests'];

type Kept = string | number | boolean | null;
type Widened<T extends Kept> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T;

export class Host<C extends PanelContract> {
  readonly boot: PanelBoot;
  readonly #api: EditorApi;
  readonly #waiting = new Map<number, (reply: Reply<unknown>) => void>();
  readonly #entries = new Map<string, Entry>();
  readonly #listeners: { [N in keyof C['events']]?: (value: C['events'][N]) => void };
  readonly #ui: Map<string, unknown>;
  #nextId = 1;
  #saving = false;

  /** @param events one listener for each event of the contract */
  constructor(events: { [N in keyof C['events']]: (value: C['events'][N]) => void }) {
    this.boot = JSON.parse(document.getElementById('boot')?.textContent ?? '') as PanelBoot;
    this.#listeners = events;
    this.#api = acquireVsCodeApi();
    this.#ui = uiOf(this.#api.getState(), this.boot.identity);
    // Also where nothing is remembered yet: the editor brings back only a panel that has a state.
    this.#save();
    window.addEventListener('message', (event) => this.#receive(event.data as ToPanel));
    this.#api.postMessage({ kind: 'start' });
  }

  /** Settles with what became of it; never rejects. */
  request<N extends keyof Requests<C> & string>(
    name: N,
    value: Requests<C>[N]['takes'],
  ): Promise<Reply<Requests<C>[N]['gives']>> {
    return this.#ask({ kind: 'request', id: this.#id(), name, value }) as Promise<
      Reply<Requests<C>[N]['gives']>
    >;
  }

  /** The slice, followed for as long as the component shows it. While another is asked for, the last one stays. */
  useSlice<N extends keyof Slices<C> & string>(
    name: N,
    ask: Slices<C>[N]['asks'],
  ): SliceState<Slices<C>[N]['gives']> {
    const key = `${name}:${JSON.stringify(ask)}`;
    // The key says it all.
    const entry = useMemo(() => this.#entry(key, name, ask), [key]);
    useEffect(() => {
      entry.users += 1;
      return () => {
        entry.users -= 1;
        this.#release(entry);
      };
    }, [entry]);
    const state = entry.state.value as SliceState<Slices<C>[N]['gives']>;
    const last = useRef<SliceState<Slices<C>[N]['gives']>>(state);
    if (state.value !== undefined || state.failed !== null) last.current = state;
    return state.value === undefined && state.failed === null ? last.current : state;
  }

  /** Something of where the reader is: kept over hiding, reload and restart. */
  ui<T extends Kept>(name: string, initial: T): Signal<Widened<T>> {
    const kept = this.#ui.get(name);
    const fits = kept !== undefined && (typeof kept === typeof initial || initial === null || kept === null);
    const made = signal((fits ? kept : initial) as Widened<T>);
    made.subscribe((value) => {
      if (this.#ui.get(name) === value) return;
      this.#ui.set(name, value);
      this.#save();
    });
    return made;
  }

  #entry(key: string, name: string, ask: unknown): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry = {
      key,
      name,
      ask,
      state: signal<SliceState<unknown>>({ value: undefined, failed: null }),
      users: 0,
      version: 0,
      asking: false,
      stale: false,
    };
    this.#entries.set(key, entry);
    void this.#fetch(entry);
    return entry;
  }

  #release(entry: Entry): void {
    if (entry.users > 0) return;
    // Drawn again at once, as when a list is scrolled to and fro, it is still there.
    setTimeout(() => {
      if (entry.users > 0 || this.#entries.get(entry.key) !== entry) return;
      this.#entries.delete(entry.key);
      this.#api.postMessage({ kind: 'forget', keys: [entry.key] });
    }, 1000);
  }

  async #fetch(entry: Entry): Promise<void> {
    if (entry.asking) {
      entry.stale = true;
      return;
    }
    entry.asking = true;
    const reply = (await this.#ask({
      kind: 'slice',
      id: this.#id(),
      name: entry.name,
      ask: entry.ask,
    })) as Reply<Slice<unknown>>;
    entry.asking = false;
    if (!reply.ok) entry.state.value = { value: undefined, failed: reply.code };
    else if (reply.value.version !== entry.version || entry.state.value.value === undefined) {
      entry.version = reply.value.version;
      entry.state.value = { value: reply.value.value, failed: null };
    }
    if (!entry.stale) return;
    entry.stale = false;
    await this.#fetch(entry);
  }

  #ask(message: Extract<ToHost, { id: number }>): Promise<Reply<unknown>> {
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.#api.postMessage(message);
    });
  }

  #receive(message: ToPanel): void {
    switch (message.kind) {
      case 'answer':
        this.#waiting.get(message.id)?.(message.reply);
        this.#waiting.delete(message.id);
        return;
      case 'changed':
        for (const [key, version] of Object.entries(message.versions)) {
          const entry = this.#entries.get(key);
          if (entry !== undefined && entry.version !== version) void this.#fetch(entry);
        }
        return;
      case 'event':
        this.#listeners[message.name]?.(message.value as C['events'][string]);
    }
  }

  #id(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #save(): void {
    if (this.#saving) return;
    this.#saving = true;
    queueMicrotask(() => {
      this.#saving = false;
      this.#api.setState({ identity: this.boot.identity, ui: Object.fromEntries(this.#ui) });
    });
  }
}

function uiOf(state: unknown, identity: string): Map<string, unknown> {
  if (typeof state !== 'object' || state === null) return new Map();
  const { identity: kept, ui } = state as { identity?: unknown; ui?: unknown };
  if (kept !== identity || typeof ui !== 'object' || ui === null) return new Map();
  return new Map(Object.entries(ui));
}
