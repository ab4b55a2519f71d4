import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { FSWatcher } from 'chokidar';
import { DisposableList } from '../../../../src/protocol/lib/disposables.ts';
import { ChokidarWatcher } from '../../../../src/workspace/kernel/chokidarWatcher.ts';
import { RemoteMountError } from '../../../../src/workspace/kernel/mounts.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle } from '../../../fakes/until.ts';

describe('ChokidarWatcher', () => {
  const temp = tempFolder();
  let watches: DisposableList;
  let log: FakeLog;

  beforeEach(() => {
    watches = new DisposableList();
    log = new FakeLog();
  });

  afterEach(() => {
    watches.dispose();
    assert.deepEqual(log.errors, []);
  });

  class Seen {
    count = 0;
    #wake: () => void = () => undefined;

    readonly add = (): void => {
      this.count += 1;
      this.#wake();
    };

    /** Waits until more was told than before `act`; the test's own time limit is what ends it. */
    async after(act: () => Promise<unknown>): Promise<void> {
      const before = this.count;
      await act();
      while (this.count === before) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  async function follow(folder: string, names: string[] | null): Promise<Seen> {
    const seen = new Seen();
    const watcher = new ChokidarWatcher(log);
    // It says itself when it is armed.
    await seen.after(async () => {
      watches.add(
        watcher.watch({ folder, names, changed: seen.add, failed: (error) => assert.fail(`${error}`) }),
      );
    });
    return seen;
  }

  it('tells of a named file that is made, written to, replaced, deleted and made again', async () => {
    const file = join(temp(), 'events.jsonl');
    const seen = await follow(temp(), ['events.jsonl']);
    await seen.after(() => fs.writeFile(file, '1'));
    await seen.after(() => fs.appendFile(file, '2'));
    await fs.writeFile(join(temp(), 'draft'), 'new');
    await seen.after(() => fs.rename(join(temp(), 'draft'), file));
    await seen.after(() => fs.appendFile(file, '3'));
    await seen.after(() => fs.unlink(file));
    await seen.after(() => fs.writeFile(file, 'again'));
    await seen.after(() => fs.appendFile(file, '4'));
  });

  it('tells of the second of two writes that follow at once', async () => {
    const file = join(temp(), 'events.jsonl');
    await fs.writeFile(file, '');
    const seen = await follow(temp(), ['events.jsonl']);
    for (let index = 0; index < 10; index += 1) {
      await seen.after(() => fs.appendFile(file, 'x'));
    }
  });

  it('tells of what comes and goes in a folder, not of what is deeper', async () => {
    const seen = await follow(temp(), null);
    await seen.after(() => fs.mkdir(join(temp(), 'a')));
    const before = seen.count;
    await fs.writeFile(join(temp(), 'a', 'loop.json'), '');
    await seen.after(() => fs.mkdir(join(temp(), 'b')));
    // Told once for `b`, or twice by two ways, and nothing for what is in `a`.
    assert.ok(seen.count - before <= 2, `${seen.count - before} for one folder`);
  });

  it('watches through a link', async () => {
    const real = join(temp(), 'real');
    await fs.mkdir(real);
    await fs.symlink(real, join(temp(), 'linked'));
    const seen = await follow(join(temp(), 'linked'), ['events.jsonl']);
    await seen.after(() => fs.writeFile(join(real, 'events.jsonl'), '1'));
  });

  it('says once that it failed, and gives the watch back', async () => {
    const watchers = [new FSWatcher(), new FSWatcher()];
    const seen = new Seen();
    const failures: unknown[] = [];
    for (const started of watchers) {
      new ChokidarWatcher(log, async () => () => started).watch({
        folder: temp(),
        names: null,
        changed: seen.add,
        failed: (error) => failures.push((error as { code?: unknown }).code),
      });
    }
    await idle();
    for (const [index, code] of ['ENOSPC', 'EMFILE'].entries()) {
      const error = Object.assign(new Error(code), { code });
      watchers[index]?.emit('error', error);
    }
    assert.deepEqual(failures, ['ENOSPC', 'EMFILE']);
    assert.deepEqual(
      watchers.map((each) => each.closed),
      [true, true],
    );
    assert.equal(seen.count, 0);
  });

  it('gives up on a network mount, where it would hear only of what is written here', async () => {
    const failed = Promise.withResolvers<unknown>();
    const typeOf = async (): Promise<number> => 0x6969;
    watches.add(
      new ChokidarWatcher(log, undefined, typeOf).watch({
        folder: temp(),
        names: null,
        changed: () => undefined,
        failed: failed.resolve,
      }),
    );
    assert.ok((await failed.promise) instanceof RemoteMountError);
  });

  it('tells nothing more once it was given back', async () => {
    const seen = await follow(temp(), null);
    watches.dispose();
    const before = seen.count;
    const other = new Seen();
    const second = new ChokidarWatcher(log).watch({
      folder: temp(),
      names: null,
      changed: other.add,
      failed: () => undefined,
    });
    await other.after(() => fs.writeFile(join(temp(), 'a'), ''));
    assert.equal(seen.count, before);
    second.dispose();
  });
});
