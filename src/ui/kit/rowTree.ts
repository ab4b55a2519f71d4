/**
 * The rows that an editor has asked for, kept to tell it the least that changed.
 *
 * A row is fired only when something of it that is shown differs; a parent only when its children are others. The first
 * change is told at once, what follows within 200 ms together. Thousands of rows are compared in slices.
 */
import { isDeepStrictEqual } from 'node:util';
import type { TaskTarget } from '../../acts/tasks/chosenTasks.ts';
import type { RowItem } from '../../host/treeItem.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import type { Row, RowSource, Target } from './row.ts';

const REFRESH_MS = 200;
/** After so much of comparing the rest of the extension gets its turn. */
const SLICE_MS = 8;

/** What the editor holds for a row: the same object as long as the row is there. */
export class RowHandle<R extends Row = Row> {
  row: R;
  readonly parent: RowHandle<R> | undefined;
  /** As the editor last got it. */
  item: RowItem | undefined;
  /** Until then time alone changes nothing of it. */
  turnsAt: number | undefined;
  children: RowHandle<R>[] | undefined;
  /** What `children` were made from. */
  rows: readonly R[] | undefined;
  /** The person folded it. */
  isFolded = false;

  constructor(row: R, parent: RowHandle<R> | undefined) {
    this.row = row;
    this.parent = parent;
  }

  get id(): string {
    return this.row.id;
  }
}

/** What a command was given, if it was one of our rows. */
export function targetOf(argument: unknown): Target | undefined {
  return argument instanceof RowHandle ? (argument.row.target ?? {}) : undefined;
}

/** Of the loop or the task workspace that a row is about. */
function storeKey(target: Target | undefined): string | undefined {
  return target?.loopKey ?? target?.task?.workspaceKey ?? target?.tasks?.[0]?.workspaceKey;
}

/** A row of a loop for commands that take one, without a tree. */
export function rowFor(loop: { key: string; id: string }): RowHandle {
  const page = { kind: 'loop' as const, key: loop.key, name: loop.id };
  return new RowHandle({ kind: 'loop', id: loop.key, target: { loopKey: loop.key, page } }, undefined);
}

/** What may have changed: these parts of the model, nothing but the time, or anything. */
export type Changed = ReadonlySet<string> | 'time' | 'anything';

type Change<R extends Row> = RowHandle<R> | 'all';

/** As `rowFor`, of a task. */
export function rowForTask(task: TaskTarget): RowHandle {
  const id = JSON.stringify([task.workspaceKey, task.folder, task.id]);
  return new RowHandle({ kind: 'task', id, target: { task } }, undefined);
}

export class RowTree<R extends Row> implements Disposable {
  readonly #source: RowSource<R>;
  readonly #clock: Clock;
  readonly #fired = new Emitter<RowHandle<R> | undefined>();
  /** The row to ask for again, undefined for the whole tree. */
  readonly onDidChange = this.#fired.event;
  #roots: RowHandle<R>[] | undefined;
  #rootRows: readonly R[] | undefined;
  #lastFired = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  /** What was told and is not looked at yet. */
  #pending: Changed | undefined;
  /** The comparison that goes on. */
  #walk: Generator<Change<R> | undefined> | undefined;
  #found: Change<R>[] = [];

  constructor(source: RowSource<R>, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  children(parent?: RowHandle<R>): RowHandle<R>[] {
    const known = parent === undefined ? this.#roots : parent.children;
    const rows = parent === undefined ? this.#source.roots() : this.#source.children(parent.row);
    const byId = new Map(known?.map((handle) => [handle.id, handle]));
    const handles = rows.map((row) => {
      const handle = byId.get(row.id) ?? new RowHandle(row, parent);
      handle.row = row;
      return handle;
    });
    if (parent === undefined) {
      this.#roots = handles;
      this.#rootRows = rows;
    } else {
      parent.children = handles;
      parent.rows = rows;
    }
    return handles;
  }

  item(handle: RowHandle<R>): RowItem {
    handle.item = this.#source.item(handle.row);
    handle.turnsAt = this.#source.turnsAt?.(handle.row);
    return handle.item;
  }

  /** The row with this id among those that were asked for, or that stand under `path`'s rows. */
  find(path: readonly string[]): RowHandle<R> | undefined {
    let found: RowHandle<R> | undefined;
    for (const id of path) {
      found = this.children(found).find((handle) => handle.id === id);
      if (found === undefined) return undefined;
    }
    return found;
  }

  /** Rows that the editor draws, but for those below one that was folded. */
  drawn(): R[] {
    const rows: R[] = [];
    const add = (handles: readonly RowHandle<R>[] | undefined) => {
      for (const handle of handles ?? []) {
        if (handle.item !== undefined) rows.push(handle.row);
        if (!handle.isFolded) add(handle.children);
      }
    };
    add(this.#roots);
    return rows;
  }

  /** The model changed. */
  update(changed: Changed = 'anything'): void {
    this.#pending = both(this.#pending, changed);
    if (this.#timer !== undefined || this.#walk !== undefined) return;
    this.#soon();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#walk = undefined;
    this.#fired.dispose();
  }

  #soon(): void {
    const wait = this.#lastFired + REFRESH_MS - this.#clock.now();
    if (wait <= 0) this.#start();
    else this.#after(wait, () => this.#start());
  }

  #after(wait: number, run: () => void): void {
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      run();
    }, wait);
  }

  #start(): void {
    const changed = this.#pending;
    this.#pending = undefined;
    if (this.#roots === undefined || changed === undefined) return;
    this.#found = [];
    this.#walk = this.#changedUnder(undefined, this.#roots, changed);
    this.#goOn();
  }

  #goOn(): void {
    const until = this.#clock.now() + SLICE_MS;
    for (;;) {
      const step = this.#walk?.next();
      if (step === undefined || step.done) break;
      if (step.value !== undefined) this.#found.push(step.value);
      if (this.#clock.now() >= until) {
        this.#after(0, () => this.#goOn());
        return;
      }
    }
    this.#walk = undefined;
    if (this.#found.length > 0) this.#lastFired = this.#clock.now();
    for (const change of this.#found) this.#fired.fire(change === 'all' ? undefined : change);
    if (this.#pending !== undefined) this.#soon();
  }

  *#changedUnder(
    parent: RowHandle<R> | undefined,
    handles: readonly RowHandle<R>[],
    changed: Changed,
  ): Generator<Change<R> | undefined> {
    const rows = parent === undefined ? this.#source.roots() : this.#source.children(parent.row);
    const before = parent === undefined ? this.#rootRows : parent.rows;
    const same =
      rows === before ||
      (rows.length === handles.length && handles.every((handle, index) => handle.id === rows[index]?.id));
    if (!same) {
      yield parent ?? 'all';
      return;
    }
    for (const [index, handle] of handles.entries())
      yield* this.#changedIn(handle, rows[index] ?? handle.row, changed);
  }

  *#changedIn(handle: RowHandle<R>, row: R, changed: Changed): Generator<Change<R> | undefined> {
    handle.row = row;
    const part = row.part ?? storeKey(row.target);
    if (typeof changed !== 'string' && part !== undefined && !changed.has(part)) return;
    // A row that was never drawn is drawn fresh anyway.
    const isOld = changed !== 'time' || !((handle.turnsAt ?? 0) > this.#clock.now());
    if (handle.item !== undefined && isOld && !this.#isAsDrawn(handle)) {
      yield handle;
      return;
    }
    yield undefined;
    if (handle.children !== undefined) yield* this.#changedUnder(handle, handle.children, changed);
  }

  #isAsDrawn(handle: RowHandle<R>): boolean {
    if (!isDeepStrictEqual(this.#source.item(handle.row), handle.item)) return false;
    handle.turnsAt = this.#source.turnsAt?.(handle.row);
    return true;
  }
}

function both(one: Changed | undefined, other: Changed): Changed {
  if (one === undefined || one === other) return other;
  if (typeof one === 'string' || typeof other === 'string')
    return one === 'time' && other === 'time' ? 'time' : 'anything';
  return new Set([...one, ...other]);
}
