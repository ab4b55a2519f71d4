/** A tree of the editor's over rows of ours. */
import {
  type Disposable,
  EventEmitter,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeView,
  window,
} from 'vscode';
import { treeItem } from '../../host/treeItem.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { Shown } from '../../text/agentText.ts';
import type { Row, RowSource } from '../kit/row.ts';
import { type Changed, type RowHandle, RowTree } from '../kit/rowTree.ts';

/** Ages are shown in steps of this. */
const TICK_MS = 10_000;

export class Tree<R extends Row> implements Disposable {
  readonly id: string;
  readonly view: TreeView<RowHandle<R>>;
  readonly #rows: RowTree<R>;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #disposables: { dispose(): void }[] = [];
  readonly #changed = new EventEmitter<RowHandle<R> | undefined>();
  #tick: { dispose(): void } | undefined;
  /** When the person last chose a row here, in milliseconds since 1970. */
  selectedAt = 0;

  constructor(
    id: string,
    source: RowSource<R>,
    ports: { clock: Clock; log: Log },
    more: { canSelectMany?: boolean; dragAndDropController?: TreeDragAndDropController<RowHandle<R>> } = {},
  ) {
    this.id = id;
    this.#clock = ports.clock;
    this.#log = ports.log;
    this.#rows = new RowTree(source, ports.clock);
    this.#rows.onDidChange((handle) => this.#changed.fire(handle));
    const provider: TreeDataProvider<RowHandle<R>> = {
      onDidChangeTreeData: this.#changed.event,
      getChildren: (handle) => this.#rows.children(handle),
      getParent: (handle) => handle.parent,
      getTreeItem: (handle) => treeItem(handle.id, this.#rows.item(handle), handle),
    };
    this.view = window.createTreeView(id, {
      treeDataProvider: provider,
      showCollapseAll: true,
      ...more,
    });
    this.#disposables.push(
      this.view,
      this.#rows,
      this.#changed,
      this.view.onDidChangeVisibility(() => this.update()),
      this.view.onDidCollapseElement(({ element }) => {
        element.isFolded = true;
      }),
      this.view.onDidExpandElement(({ element }) => {
        element.isFolded = false;
      }),
      this.view.onDidChangeSelection(({ selection }) => {
        if (selection.length > 0) this.selectedAt = this.#clock.now();
      }),
    );
  }

  /** The model changed: tells the editor the least that it must draw again. Nothing while nobody looks. */
  update(changed: Changed = 'anything'): void {
    if (!this.view.visible) return;
    this.#rows.update(changed);
    this.#tick ??= this.#clock.setTimeout(() => {
      this.#tick = undefined;
      this.update('time');
    }, TICK_MS);
  }

  /** Rows that are drawn and not below one that was folded; none while nobody looks. */
  drawn(): R[] {
    return this.view.visible ? this.#rows.drawn() : [];
  }

  setDescription(text: Shown<'tree'>): void {
    if (this.view.description !== text) this.view.description = text;
  }

  /** A line above the rows; undefined for none. */
  setMessage(text: Shown<'tree'> | undefined): void {
    if (this.view.message !== text) (this.view as { message: string | undefined }).message = text;
  }

  /** A number at the container's icon; undefined for none. */
  setBadge(badge: { value: number; tooltip: Shown<'tree'> } | undefined): void {
    const now = this.view.badge;
    if (now?.value === badge?.value && now?.tooltip === badge?.tooltip) return;
    this.view.badge = badge;
  }

  /** The row that an act without one is about. */
  get selected(): RowHandle<R> | undefined {
    return this.view.selection[0];
  }

  /** Shows the row at the end of `path` (ids from the root down). Only on an act of the person's. */
  async reveal(
    path: readonly string[],
    how: { select?: boolean; focus?: boolean; expand?: boolean },
  ): Promise<boolean> {
    const handle = this.#rows.find(path);
    if (handle === undefined) return false;
    try {
      await this.view.reveal(handle, { select: true, ...how });
      return true;
    } catch (failure) {
      // The editor refuses while it is drawing the same row: "Element with id … is already registered".
      this.#log.warn(
        `A row could not be shown: ${failure instanceof Error ? failure.message : String(failure)}`,
      );
      return false;
    }
  }

  dispose(): void {
    this.#tick?.dispose();
    for (const each of this.#disposables) each.dispose();
  }
}
