/**
 * The one read model of the window: what there is in all sources, what waits, what needs a look, what may be done. Every
 * surface reads it, and hears from it what changed. What it works out is cached, and invalidated here alone.
 */
import type { Clock } from '../protocol/lib/clock.ts';
import type { Disposable } from '../protocol/lib/disposables.ts';
import { DisposableList } from '../protocol/lib/disposables.ts';
import { Emitter } from '../protocol/lib/emitter.ts';
import type { Log } from '../protocol/lib/log.ts';
import type { KeyFacts } from '../protocol/loops/key.ts';
import type { Draft, DraftStore } from './kept/drafts.ts';
import type { HeldNote, HeldNoteStore } from './kept/heldNotes.ts';
import type { SourceChange } from './kernel/changeBatch.ts';
import type { Place } from './kernel/place.ts';
import { type LoopAbilities, loopAbilities } from './loops/loopAbilities.ts';
import type { LoopStore } from './loops/loopStore.ts';
import type { WatchedLoop } from './loops/watchedLoop.ts';
import { type LoopLook, type LoopWait, type NeedsYou, needsYou, type Wait } from './needsYou.ts';
import type { TaskSource } from './tasks/taskSource.ts';
import type { TaskWorkspace } from './tasks/taskWorkspace.ts';
import { DayCosts, startOfToday, type Totals, totals } from './totals.ts';

type Listen<T> = (listener: (value: T) => void) => Disposable;

/** What the model is made of; each source tells what changed in it. */
export interface ModelSources {
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'error'>;
  /** The person's home, which is shown as `~`. */
  home: string;
  loops: Pick<LoopStore, 'loops' | 'get' | 'places' | 'ready' | 'onDidChange'>;
  tasks: Pick<TaskSource, 'workspaces' | 'get' | 'places' | 'ready' | 'onDidChange'>;
  drafts: Pick<DraftStore, 'get' | 'onDidChange'> & { readonly window: string };
  notes: Pick<HeldNoteStore, 'list' | 'onDidChange'>;
  key: { facts(): KeyFacts | undefined };
  trust: { trusted(): boolean; onDidGrant(listener: () => void): Disposable };
  /** Terminals of this window that run a loop. */
  terminals: { runs(loopKey: string): boolean; onDidChange(listener: () => void): Disposable };
}

/** `ready`, `tasksReady`: the known places of loops, of tasks, were read once. `keys`: of waits. */
export type ModelChange =
  | { what: 'loops' | 'tasks'; change: SourceChange }
  | { what: 'drafts'; keys: ReadonlySet<string> }
  | { what: 'notes' | 'trust' | 'terminals' | 'ready' | 'tasksReady' };

/** What answering reads: of all that waits, or of one loop alone. */
export type AsksModel = Pick<
  ReadModel,
  'now' | 'ready' | 'home' | 'waits' | 'loops' | 'workspaces' | 'draft' | 'elsewhere'
>;

export class ReadModel implements Disposable {
  readonly home: string;
  /** The known places of loops were read once. */
  readonly whenReady: Promise<void>;
  readonly #sources: ModelSources;
  readonly #list = new DisposableList();
  readonly #changes: Emitter<ModelChange>;
  readonly onDidChange: Listen<ModelChange>;
  #ready = false;
  #tasksReady = false;
  #needs: NeedsYou | undefined;
  #totals: { dayStart: number; totals: Totals } | undefined;
  readonly #costs = new DayCosts();
  #ofLoops = new WeakMap<WatchedLoop, NeedsYou>();

  constructor(sources: ModelSources) {
    this.#sources = sources;
    this.home = sources.home;
    const { loops, tasks, drafts, notes, trust, terminals, log } = sources;
    this.#changes = new Emitter((error) => log.error('A listener of the model failed.', error));
    this.onDidChange = this.#changes.event;
    this.#list.add(this.#changes);
    this.#list.add(loops.onDidChange((change) => this.#changed({ what: 'loops', change })));
    this.#list.add(tasks.onDidChange((change) => this.#changed({ what: 'tasks', change })));
    this.#list.add(drafts.onDidChange((keys) => this.#changed({ what: 'drafts', keys })));
    this.#list.add(notes.onDidChange(() => this.#changed({ what: 'notes' })));
    this.#list.add(trust.onDidGrant(() => this.#changed({ what: 'trust' })));
    this.#list.add(terminals.onDidChange(() => this.#changed({ what: 'terminals' })));
    this.whenReady = loops.ready.then(() => {
      this.#ready = true;
      this.#changed({ what: 'ready' });
    });
    this.whenReady.catch((failure: unknown) => log.error('The first look for loops failed.', failure));
    tasks.ready
      .then(() => {
        this.#tasksReady = true;
        this.#changed({ what: 'tasksReady' });
      })
      .catch((failure: unknown) => log.error('The first look for tasks failed.', failure));
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#sources.clock.now();
  }

  /** The known places of loops were read once. */
  ready(): boolean {
    return this.#ready;
  }

  /** The known roots of task workspaces were read once. */
  tasksReady(): boolean {
    return this.#tasksReady;
  }

  trusted(): boolean {
    return this.#sources.trust.trusted();
  }

  loops(): readonly WatchedLoop[] {
    return this.#sources.loops.loops();
  }

  loop(key: string): WatchedLoop | undefined {
    return this.#sources.loops.get(key);
  }

  /** Where loops were looked for. */
  places(): readonly Place[] {
    return this.#sources.loops.places();
  }

  workspaces(): readonly TaskWorkspace[] {
    return this.#sources.tasks.workspaces();
  }

  workspace(key: string): TaskWorkspace | undefined {
    return this.#sources.tasks.get(key);
  }

  /** Where task workspaces were looked for. */
  taskPlaces(): readonly Place[] {
    return this.#sources.tasks.places();
  }

  /** What waits and what needs a look. The stores tell a change also when time alone makes one. */
  needs(): NeedsYou {
    this.#needs ??= needsYou(this.loops(), this.workspaces(), this.now());
    return this.#needs;
  }

  /** In the order of the view, equal asks once; the same list until something changed. */
  waits(): readonly Wait[] {
    return this.needs().waits;
  }

  /** The wait of a key, also one that stands behind an equal one. */
  wait(key: string): Wait | undefined {
    return this.waits()
      .flatMap((wait): readonly Wait[] => wait.same)
      .find((wait) => wait.key === key);
  }

  /** Of one loop, each by itself, in the order of the view. */
  waitsOf(loop: WatchedLoop): LoopWait[] {
    return this.#needsOf(loop).waits.flatMap((wait) => (wait.kind === 'feedback' ? [] : wait.same));
  }

  /** Of one loop, each by itself, in the order of the view. */
  looksOf(loop: WatchedLoop): LoopLook[] {
    return this.#needsOf(loop).looks.flatMap((look) => (look.kind === 'loop' ? look.same : []));
  }

  totals(): Totals {
    const dayStart = startOfToday(this.now());
    if (this.#totals?.dayStart !== dayStart)
      this.#totals = { dayStart, totals: totals(this.loops(), this.#costs, dayStart) };
    return this.#totals.totals;
  }

  draft(waitKey: string): Draft | undefined {
    return this.#sources.drafts.get(waitKey);
  }

  /** Another window types into it. */
  elsewhere(draft: Draft): boolean {
    return draft.window !== this.#sources.drafts.window;
  }

  /** Notes to a loop that are kept until it has gone on. */
  notes(loopKey: string): readonly HeldNote[] {
    return this.#sources.notes.list(loopKey);
  }

  /** Undefined until it was looked for once. */
  key(): KeyFacts | undefined {
    return this.#sources.key.facts();
  }

  /** A terminal of this window runs the loop. */
  runsHere(loopKey: string): boolean {
    return this.#sources.terminals.runs(loopKey);
  }

  /** What may be done with a loop; for a task see `taskAbilities`. */
  abilities(loop: WatchedLoop): LoopAbilities {
    return loopAbilities(loop, this.runsHere(loop.key));
  }

  dispose(): void {
    this.#list.dispose();
  }

  #needsOf(loop: WatchedLoop): NeedsYou {
    const before = this.#ofLoops.get(loop);
    const needs = before ?? needsYou([loop], [], this.now());
    if (before === undefined) this.#ofLoops.set(loop, needs);
    return needs;
  }

  #changed(change: ModelChange): void {
    // What the person typed and keeps is part of neither.
    if (change.what !== 'drafts' && change.what !== 'notes') {
      this.#needs = undefined;
      this.#totals = undefined;
    }
    this.#changes.fire(change);
  }
}
