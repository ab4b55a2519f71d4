import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { DisposableList } from '../../../../src/protocol/lib/disposables.ts';
import { FolderWatcher } from '../../../../src/workspace/kernel/folderWatcher.ts';
import { RemoteMountError } from '../../../../src/workspace/kernel/mounts.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle, until } from '../../../fakes/until.ts';

describe('FolderWatcher', () => {
  const temp = tempFolder();
  let watches: DisposableList;

  beforeEach(() => {
    watches = new DisposableList();
  });

  afterEach(() => watches.dispose());

  function follow(folder: string, names: string[] | null = null): (string | null)[] {
    const seen: (string | null)[] = [];
    watches.add(
      new FolderWatcher().watch({
        folder,
        names,
        changed: (name) => seen.push(name),
        failed: (error) => assert.fail(`${error}`),
      }),
    );
    return seen;
  }

  it('tells which entry is made, written to, replaced, moved away or deleted', async () => {
    const file = path.join(temp(), 'a.json');
    const seen = follow(temp());
    let acts = 0;
    // The system tells in order: what came before a mark is of this act, and all of it.
    const after = async (act: () => void): Promise<void> => {
      seen.length = 0;
      act();
      acts += 1;
      const mark = `mark-${acts}`;
      fs.writeFileSync(path.join(temp(), mark), '');
      await until('the mark', () => seen.includes(mark));
      assert.ok(seen.includes('a.json'), `${acts}: ${seen}`);
    };
    await after(() => fs.writeFileSync(file, '1'));
    await after(() => fs.appendFileSync(file, '2'));
    fs.writeFileSync(path.join(temp(), 'a.tmp'), '3');
    await after(() => fs.renameSync(path.join(temp(), 'a.tmp'), file));
    await after(() => fs.renameSync(file, path.join(temp(), 'b.json')));
    assert.ok(seen.includes('b.json'));
    await after(() => fs.renameSync(path.join(temp(), 'b.json'), file));
    await after(() => fs.unlinkSync(file));
  });

  it('tells of the named entries alone', async () => {
    const seen = follow(temp(), ['inbox']);
    fs.mkdirSync(path.join(temp(), 'other'));
    fs.mkdirSync(path.join(temp(), 'inbox'));
    await until('the named entry', () => seen.length > 0);
    assert.deepEqual([...new Set(seen)], ['inbox']);
  });

  it('tells that the folder itself is gone, and that is no failure', async () => {
    const folder = path.join(temp(), 'inbox');
    fs.mkdirSync(folder);
    const seen = follow(folder);
    fs.rmdirSync(folder);
    await until('that the folder is gone', () => seen.includes(null));
    const never = follow(path.join(temp(), 'never'));
    await until('that the folder never was', () => never.includes(null));
  });

  it('says once that it failed, and gives the watch back', async () => {
    const failures: unknown[] = [];
    let closed = 0;
    const broken = Object.assign(new EventEmitter(), { close: () => (closed += 1) });
    const start = (() => broken) as unknown as typeof fs.watch;
    new FolderWatcher(start).watch({
      folder: temp(),
      names: null,
      changed: () => assert.fail(),
      failed: (error) => failures.push(error),
    });
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    broken.emit('error', full);
    broken.emit('error', full);
    const refuses = (() => {
      throw full;
    }) as unknown as typeof fs.watch;
    new FolderWatcher(refuses).watch({
      folder: temp(),
      names: null,
      changed: () => assert.fail(),
      failed: (error) => failures.push(error),
    });
    await idle();
    assert.deepEqual(failures, [full, full]);
    assert.equal(closed, 1);
  });

  it('gives up on a network mount, where it would hear only of what is written here', async () => {
    const failed = Promise.withResolvers<unknown>();
    const watcher = new FolderWatcher(fs.watch, async () => 0x6969);
    watches.add(
      watcher.watch({
        folder: temp(),
        names: null,
        changed: () => undefined,
        failed: failed.resolve,
      }),
    );
    assert.ok((await failed.promise) instanceof RemoteMountError);
  });

  it('tells nothing more once it was given back', async () => {
    const seen = follow(temp());
    watches.dispose();
    watches = new DisposableList();
    const other = follow(temp());
    fs.writeFileSync(path.join(temp(), 'a.json'), '');
    await until('what the other watch tells', () => other.length > 0);
    assert.deepEqual(seen, []);
  });
});
