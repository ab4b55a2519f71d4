/** A task store over real files, with time and watching in the test's hands. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Files, nodeFiles } from '../../src/protocol/files/filesPort.ts';
import type { SourceChange } from '../../src/workspace/kernel/changeBatch.ts';
import type { Folders } from '../../src/workspace/kernel/place.ts';
import { TaskStore } from '../../src/workspace/tasks/taskStore.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeLog } from './fakeLog.ts';
import { FakeWatcher } from './fakeWatcher.ts';
import { openFor } from './taskWorkspace.ts';
import { idle } from './until.ts';

export class TaskStoreRig {
  readonly clock = new FakeClock(Date.now());
  readonly log = new FakeLog();
  readonly watcher = new FakeWatcher();
  readonly changes: SourceChange[] = [];
  readonly readOnly = new Set<string>();
  trusted = true;
  staleMinutes = 30;
  /** What was asked of the protocol, by call. */
  readonly asked: { scans: number; rescans: string[][] } = { scans: 0, rescans: [] };
  readonly store: TaskStore;

  /** `home`: where locks lie. */
  constructor(home: string, files: Partial<Files> = {}) {
    const { clock, log, watcher, asked } = this;
    this.store = new TaskStore({
      files: { ...nodeFiles, ...files },
      clock,
      log,
      watcher,
      open: (folder) => {
        const tasks = openFor(home, folder, {}, { now: () => clock.now() });
        return {
          ...tasks,
          scan: () => {
            asked.scans += 1;
            return tasks.scan();
          },
          rescan: (changed) => {
            asked.rescans.push([...changed].sort());
            return tasks.rescan(changed);
          },
        };
      },
      canWrite: async (file) => !this.readOnly.has(file),
      trusted: () => this.trusted,
      staleMinutes: () => this.staleMinutes,
    });
    this.store.onDidChange((change) => this.changes.push(change));
  }

  async start(folders: Partial<Folders>): Promise<TaskStore> {
    this.store.setFolders({ workspace: [], settings: [], ...folders });
    await this.store.ready;
    await this.quiet();
    this.changes.length = 0;
    return this.store;
  }

  /** The only workspace. */
  get only(): TaskWorkspace {
    const all = this.store.workspaces();
    const [first] = all;
    assert.ok(first && all.length === 1, `${all.length} workspaces`);
    return first;
  }

  /** Waits until nothing is under way any more. */
  async quiet(): Promise<void> {
    do {
      await idle();
    } while (this.store.busy);
  }

  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.quiet();
  }

  /** Time in steps, for what comes again and again. */
  async passSlowly(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) await this.pass(Math.min(1000, left));
  }

  /** The watcher tells of these files, relative to the workspace, and what follows from that is done. */
  async tell(folder: string, ...files: string[]): Promise<void> {
    for (const file of files) {
      this.watcher.fire(path.join(folder, path.dirname(file)), path.basename(file));
    }
    await this.pass(150);
  }

  /** Moves a file as an agent does, and has the watcher tell of it. */
  async move(folder: string, from: string, to: string, text?: string): Promise<void> {
    if (text !== undefined) fs.writeFileSync(path.join(folder, from), text);
    fs.renameSync(path.join(folder, from), path.join(folder, to));
    await this.tell(folder, from, to);
  }

  /** What was told of since the last call: workspaces' folders as `name/`, sorted. */
  told(): string[] {
    const folders = this.changes.flatMap(({ changed }) => [...changed.values()].flatMap((set) => [...set]));
    this.changes.length = 0;
    return [...new Set(folders)].sort();
  }

  dispose(): void {
    this.store.dispose();
    assert.deepEqual(this.log.errors, []);
    assert.equal(this.watcher.watches.size, 0, 'every watch is given back');
  }
}
