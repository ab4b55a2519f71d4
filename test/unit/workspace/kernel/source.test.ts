import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Files, nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import type { SourceChange } from '../../../../src/workspace/kernel/changeBatch.ts';
import { Source } from '../../../../src/workspace/kernel/source.ts';
import type { Found } from '../../../../src/workspace/kernel/system.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeWatcher } from '../../../fakes/fakeWatcher.ts';
import { type Line, type LineReader, lineRow, lineSystem } from '../../../fakes/lineSource.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle } from '../../../fakes/until.ts';

class LineSource extends Source<Found, Line, LineReader> {
  readsOf(key: string): number {
    return this.entryOf(key)?.reader.reads ?? 0;
  }
}

describe('a source of any system', () => {
  const temp = tempFolder();
  let clock: FakeClock;
  let log: FakeLog;
  let watcher: FakeWatcher;
  let changes: SourceChange[];
  let source: LineSource;
  let failing: string | null;
  let gate: Promise<void>;

  beforeEach(() => {
    clock = new FakeClock();
    log = new FakeLog();
    watcher = new FakeWatcher();
    changes = [];
    failing = null;
    gate = Promise.resolve();
    const files: Files = {
      ...nodeFiles,
      stat: async (file) => {
        await gate;
        return nodeFiles.stat(file);
      },
      readdir: async (folder) => {
        if (failing === null) return nodeFiles.readdir(folder);
        throw Object.assign(new Error(failing), { code: failing, syscall: 'scandir' });
      },
    };
    source = new LineSource(
      { files, clock, log, watcher },
      lineSystem(files, () => clock.now()),
    );
    source.onDidChange((change) => changes.push(change));
  });

  afterEach(() => {
    source.dispose();
    assert.deepEqual(log.errors, []);
    assert.equal(watcher.watches.size, 0, 'every watch is given back');
    assert.equal(clock.pending, 0, 'and every timer');
  });

  const place = (name: string): string => path.join(temp(), name);
  const keyOf = (folder: string, name: string): string => `${path.join(folder, name)}|line`;
  const rows = (): string[] => source.values().map(lineRow);

  function write(folder: string, name: string, text: string): void {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }

  async function quiet(): Promise<void> {
    do {
      await idle();
    } while (source.busy);
  }

  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await quiet();
  }

  async function start(...workspace: string[]): Promise<void> {
    source.setFolders({ workspace, settings: [] });
    await source.ready;
    await quiet();
    changes.length = 0;
  }

  it('is a reader and its rows', async () => {
    const [a, b] = [place('a'), place('b')];
    write(a, 'one.line', 'first');
    write(a, 'two.line', 'second');
    write(b, 'other.line', 'third');
    write(b, 'some.maybe', '');
    source.setFolders({ workspace: [b], settings: [a, place('none')] });
    await source.ready;
    assert.deepEqual(rows(), ['other.line: third', 'one.line: first', 'two.line: second']);
    const told = { problem: null, tookMs: 0, polling: false };
    assert.deepEqual(source.places(), [
      { folder: b, origin: 'workspace', kind: 'root', found: 1, ...told },
      { folder: a, origin: 'setting', kind: 'root', found: 2, ...told },
      { folder: place('none'), origin: 'setting', kind: 'root', found: 0, ...told, problem: 'missing' },
      { folder: path.join(b, 'some.maybe'), origin: 'workspace', kind: 'offered', found: 0, ...told },
    ]);
    assert.deepEqual(watcher.folders(), [a, a, a, b, b]);
  });

  it('reads what the watcher tells of, and tells of that alone', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    write(a, 'two.line', 'second');
    await start(a);
    const before = source.get(keyOf(a, 'two.line'));
    await pass(1000);
    write(a, 'one.line', 'changed');
    watcher.fire(a, 'one.line');
    await quiet();
    assert.deepEqual(rows(), ['one.line: changed', 'two.line: second']);
    const changed = new Map([[keyOf(a, 'one.line'), new Set()]]);
    assert.deepEqual(changes, [{ changed, added: new Set(), removed: new Set(), places: false }]);
    assert.equal(source.get(keyOf(a, 'two.line')), before);
    await pass(1000);
    fs.utimesSync(path.join(a, 'one.line'), 1, 1);
    watcher.fire(a, 'one.line');
    await quiet();
    assert.equal(changes.length, 1, 'nothing is told where nothing shown changed');
  });

  it('finds what comes, lets go of what goes, and lists a folder in which much happens rarely', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    write(a, 'two.line', 'second');
    fs.rmSync(path.join(a, 'one.line'));
    watcher.fire(a, 'two.line');
    await pass(9);
    assert.deepEqual(rows(), ['one.line: first']);
    await pass(1);
    assert.deepEqual(rows(), ['two.line: second']);
    assert.deepEqual(changes.flatMap(({ added, removed }) => [...added, ...removed]).sort(), [
      keyOf(a, 'one.line'),
      keyOf(a, 'two.line'),
    ]);
    write(a, 'three.line', 'third');
    watcher.fire(a, 'three.line');
    await pass(199);
    assert.equal(source.values().length, 1);
    await pass(1);
    assert.equal(source.values().length, 2);
  });

  it('reads a thing once more for all that is told while it is read', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    await pass(1000);
    const before = source.readsOf(keyOf(a, 'one.line'));
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    watcher.fire(a, 'one.line');
    for (let index = 0; index < 10; index += 1) watcher.fire(a, 'one.line');
    held.resolve();
    await pass(1000);
    assert.equal(source.readsOf(keyOf(a, 'one.line')) - before, 2);
  });

  it('tells of many things in few parts', async () => {
    const a = place('a');
    for (let index = 0; index < 50; index += 1) write(a, `${index}.line`, 'text');
    source.setFolders({ workspace: [a], settings: [] });
    await source.ready;
    assert.equal(source.values().length, 50);
    assert.equal(changes.flatMap(({ added }) => [...added]).length, 50);
    assert.ok(changes.length <= 3, `told in ${changes.length} parts`);
  });

  it('looks by itself within 10 s where no watch tells', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    write(a, 'one.line', 'changed');
    write(a, 'two.line', 'second');
    await pass(10_000);
    assert.deepEqual(rows(), ['one.line: changed', 'two.line: second']);
    const before = source.readsOf(keyOf(a, 'one.line'));
    await pass(10_000);
    assert.equal(source.readsOf(keyOf(a, 'one.line')), before);
  });

  it('polls where watching fails, says so once and to its rows, and watches again on refresh', async () => {
    const [a, b] = [place('a'), place('b')];
    write(a, 'one.line', 'first');
    write(b, 'two.line', 'second');
    watcher.failWith = Object.assign(new Error('full'), { code: 'ENOSPC' });
    await start(a, b);
    const polls = (): boolean[] => [...source.places(), ...source.values()].map(({ polling }) => polling);
    assert.deepEqual(polls(), [true, true, true, true]);
    assert.equal(log.warnings.length, 1);
    assert.match(log.warnings[0] ?? '', /ENOSPC/);
    watcher.failWith = null;
    await source.refresh();
    assert.deepEqual(polls(), [false, false, false, false]);
    assert.equal(watcher.watches.size, 4);
  });

  it('polls from the moment at which a watch fails, and says so in the rows that are shown', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    [...watcher.watches].at(-1)?.failed(Object.assign(new Error('many'), { code: 'EMFILE' }));
    await quiet();
    assert.deepEqual([source.places()[0]?.polling, source.values()[0]?.polling], [true, true]);
    write(a, 'one.line', 'changed');
    await pass(10_000);
    assert.deepEqual(rows(), ['one.line: changed']);
  });

  it('watches a folder anew that was replaced', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    const before = new Set(watcher.watches);
    fs.renameSync(a, place('old'));
    write(a, 'one.line', 'another');
    await pass(10_000);
    assert.deepEqual(rows(), ['one.line: another']);
    assert.equal(watcher.watches.size, 2);
    assert.ok([...watcher.watches].every((each) => !before.has(each)));
  });

  it('keeps what is known while the system fails to show it, says so, and looks again soon', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    failing = 'EACCES';
    await source.refresh();
    assert.deepEqual(rows(), ['one.line: first']);
    assert.equal(source.places()[0]?.problem, 'no-permission');
    failing = 'EIO';
    await pass(1000);
    assert.equal(source.places()[0]?.problem, 'unreadable');
    failing = null;
    await pass(1999);
    assert.equal(source.places()[0]?.problem, 'unreadable', 'each time it waits longer');
    await pass(1);
    assert.equal(source.places()[0]?.problem, null);
    assert.deepEqual(rows(), ['one.line: first']);
  });

  it('takes a thing for the first place that holds it, and for the next once that one is gone', async () => {
    const [a, b] = [place('a'), place('b')];
    write(a, 'one.line', 'first');
    write(b, 'two.line', 'second');
    fs.symlinkSync(path.join(a, 'one.line'), path.join(b, 'one.line'));
    await start(b, a);
    const placesOf = (): string[] => source.values().map(({ name, place: at }) => `${name} in ${at}`);
    assert.deepEqual(placesOf(), [`one.line in ${b}`, `two.line in ${b}`]);
    source.setFolders({ workspace: [a], settings: [] });
    await quiet();
    assert.deepEqual(placesOf(), [`one.line in ${a}`]);
    assert.deepEqual(
      changes.flatMap(({ removed }) => [...removed]),
      [keyOf(b, 'two.line')],
    );
  });

  it('reads again when time alone changes something', async () => {
    const a = place('a');
    write(a, 'one.line', `until ${clock.now() + 3000}`);
    await start(a);
    await pass(2999);
    assert.deepEqual(changes, []);
    await pass(1);
    assert.deepEqual(rows(), ['one.line: over']);
  });

  it('looks at once where it is told of a path', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    write(a, 'one.line', 'changed');
    source.poke(path.join(a, 'one.line'));
    await quiet();
    assert.deepEqual(rows(), ['one.line: changed']);
    write(a, 'two.line', 'second');
    source.poke(path.join(a, 'two.line'));
    await quiet();
    assert.equal(source.values().length, 2);
  });

  it('tells nothing after its end', async () => {
    const a = place('a');
    write(a, 'one.line', 'first');
    await start(a);
    write(a, 'one.line', 'changed');
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    source.poke(path.join(a, 'one.line'));
    source.dispose();
    held.resolve();
    await idle();
    assert.deepEqual(changes, []);
  });
});
