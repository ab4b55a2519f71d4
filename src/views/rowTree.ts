/**
 * The rows that an editor has asked for, kept to tell it the least that changed.
 *
 * A row is fired only when something of it that is shown differs; a parent only when its children are others. The first
 * change is told at once, what follows within 200 ms together.
 */
import { isDeepStrictEqual } from 'node:util';
import type { RowItem } from '../host/treeItem.ts';
import { Emitter } from '../workspace/emitter.ts';
import type { Clock, Disposable } from '../workspace/ports.ts';
import type { Row, RowSource, Target } from './row.ts';

const REFRESH_MS = 200;

/** What the editor holds for a row: the same object as long as the row is there. */
export class RowHandle<R extends Row = Row> {
  row: R;
  readonly parent: RowHandle<R> | undefined;
  /** As the editor last got it. */
  item: RowItem | undefined;
  children: RowHandle<R>[] | undefined;

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

export class RowTree<R extends Row> implements Disposable {
  readonly #source: RowSource<R>;
  readonly #clock: Clock;
  readonly #fired = new Emitter<RowHandle<R> | undefined>();
  /** The row to ask for again, undefined for the whole tree. */
  readonly onDidChange = this.#fired.event;
  #roots: RowHandle<R>[] | undefined;
  #lastFired = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  readonly #changedKeys = new Set<string>();
  #everything = false;

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
    if (parent === undefined) this.#roots = handles;
    else parent.children = handles;
    return handles;
  }

  item(handle: RowHandle<R>): RowItem {
    handle.item = this.#source.item(handle.row);
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

  /** The model changed: only in these loops and task workspaces, or, without an argument, anywhere, as by time. */
  update(keys?: ReadonlySet<string>): void {
    if (keys === undefined) this.#everything = true;
    for (const key of keys ?? []) this.#changedKeys.add(key);
    if (this.#timer !== undefined) return;
    const wait = this.#lastFired + REFRESH_MS - this.#clock.now();
    if (wait <= 0) {
      this.#fireChanges();
      return;
    }
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      this.#fireChanges();
    }, wait);
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#fired.dispose();
  }

  #fireChanges(): void {
    if (this.#roots === undefined) return;
    const changed = this.#changedUnder(undefined, this.#roots);
    this.#changedKeys.clear();
    this.#everything = false;
    if (changed.length === 0) return;
    this.#lastFired = this.#clock.now();
    for (const handle of changed) this.#fired.fire(handle === 'all' ? undefined : handle);
  }

  #changedUnder(
    parent: RowHandle<R> | undefined,
    handles: readonly RowHandle<R>[],
  ): (RowHandle<R> | 'all')[] {
    const rows = parent === undefined ? this.#source.roots() : this.#source.children(parent.row);
    const same =
      rows.length === handles.length && handles.every((handle, index) => handle.id === rows[index]?.id);
    if (!same) return [parent ?? 'all'];
    return handles.flatMap((handle, index) => this.#changedIn(handle, rows[index] ?? handle.row));
  }

  #changedIn(handle: RowHandle<R>, row: R): (RowHandle<R> | 'all')[] {
    handle.row = row;
    const key = storeKey(row.target);
    if (!this.#everything && key !== undefined && !this.#changedKeys.has(key)) return [];
    // A row that was never drawn is drawn fresh anyway.
    if (handle.item !== undefined && !isDeepStrictEqual(this.#source.item(row), handle.item)) return [handle];
    return handle.children === undefined ? [] : this.#changedUnder(handle, handle.children);
  }
}
