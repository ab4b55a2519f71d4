import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Emitter } from '../../../src/protocol/lib/emitter.ts';
import { Discovery } from '../../../src/workspace/discovery.ts';
import { FakeClock } from '../../fakes/fakeClock.ts';
import { FakeLog } from '../../fakes/fakeLog.ts';
import { idle } from '../../fakes/until.ts';

describe('Discovery', () => {
  const ops = join('/', 'home', 'me', 'ops');
  const loopIn = (folder: string, id = 'a'): string => join(folder, 'deep', '.loops', id, 'loop.json');
  let clock: FakeClock;
  let log: FakeLog;
  let told: string[];
  let folders: string[];
  let roots: string[];
  let searches: { pattern: string; signal: AbortSignal; found: PromiseWithResolvers<string[]> }[];
  let report: (file: string, there: boolean) => void;
  let memory: Map<string, unknown>;
  let key: PromiseWithResolvers<void>;
  const changed = { folders: new Emitter<void>(), settings: new Emitter<void>(), trust: new Emitter<void>() };
  let discovery: Discovery;

  beforeEach(() => {
    clock = new FakeClock();
    log = new FakeLog();
    told = [];
    folders = [ops];
    roots = [];
    searches = [];
    memory = new Map();
    key = Promise.withResolvers();
    report = () => assert.fail('nothing is watched yet');
    discovery = new Discovery({
      folders: {
        list: () => folders,
        onDidChange: changed.folders.event,
        search: (pattern, signal) => {
          const found = Promise.withResolvers<string[]>();
          searches.push({ pattern, signal, found });
          return found.promise;
        },
        watch: (_, listener) => {
          report = listener;
          return { dispose: () => told.push('watches no more') };
        },
      },
      settings: { roots: () => roots, onDidChange: changed.settings.event },
      trust: { onDidGrant: changed.trust.event },
      store: {
        setFolders: ({ workspace, settings, found = [] }) =>
          told.push(`look in ${[...workspace, ...settings].join()} and at ${found.join()}`),
        settingsChanged: () => told.push('settings changed'),
        poke: (file) => told.push(`poke ${file}`),
        refresh: async () => void told.push('refresh loops'),
      },
      tasks: {
        store: async () => {
          told.push('tasks are loaded');
          return { refresh: async () => void told.push('refresh tasks') };
        },
      },
      signingKey: {
        start: () => key.promise,
        look: async () => void told.push('look at the key'),
        onDidChange: new Emitter<void>().event,
      },
      clock,
      log,
      memory: {
        get: <T>(name: string, otherwise: T) => (memory.get(name) as T | undefined) ?? otherwise,
        update: async (name, value) => void memory.set(name, value),
      },
    });
  });

  afterEach(() => discovery.dispose());

  async function start(): Promise<void> {
    discovery.start();
    key.resolve();
    clock.advance(0);
    await idle();
  }

  function taken(): string[] {
    return told.splice(0);
  }

  it('waits for the key with loops, not with tasks', async () => {
    discovery.start();
    clock.advance(0);
    await idle();
    assert.deepEqual(taken(), ['tasks are loaded']);
    key.reject(new Error('no key'));
    await idle();
    assert.deepEqual(taken(), [`look in ${ops} and at `]);
    assert.equal(log.errors.length, 1);
  });

  it('shows what was found the last time in these folders, then what a search finds, and remembers it', async () => {
    memory.set('found', [loopIn(ops), loopIn(join('/', 'elsewhere'))]);
    await start();
    assert.deepEqual(taken(), ['tasks are loaded', `look in ${ops} and at ${loopIn(ops)}`]);
    clock.advance(1499);
    assert.equal(searches.length, 0);
    clock.advance(1);
    assert.deepEqual(
      searches.map(({ pattern }) => pattern),
      ['**/.loops/*/loop.json'],
    );
    searches[0]?.found.resolve([loopIn(ops, 'b')]);
    await idle();
    assert.deepEqual(taken(), [`look in ${ops} and at ${loopIn(ops, 'b')}`]);
    assert.deepEqual(memory.get('found'), [loopIn(ops, 'b')]);
  });

  it('follows folders and settings, and gives up the search that runs', async () => {
    await start();
    taken();
    clock.advance(1500);
    const other = join('/', 'home', 'me', 'other');
    folders = [other];
    changed.folders.fire();
    assert.deepEqual(taken(), [`look in ${other} and at `]);
    clock.advance(1500);
    assert.deepEqual(
      searches.map(({ signal }) => signal.aborted),
      [true, false],
    );
    searches[0]?.found.resolve([loopIn(ops)]);
    await idle();
    assert.deepEqual(taken(), [], 'what it found is of no use any more');
    roots = [ops];
    changed.settings.fire();
    assert.deepEqual(taken(), ['settings changed', `look in ${other},${ops} and at `]);
    changed.trust.fire();
    assert.deepEqual(taken(), ['settings changed']);
  });

  it('tells of a loop that the editor saw, once, and looks each time', async () => {
    await start();
    taken();
    const file = loopIn(ops);
    report(file, true);
    report(file, true);
    report(file, false);
    const look = `poke ${file}`;
    assert.deepEqual(taken(), [`look in ${ops} and at ${file}`, look, look, look]);
  });

  it('looks at everything anew when it is asked to', async () => {
    await start();
    taken();
    const refreshing = discovery.refresh();
    await idle();
    searches[0]?.found.resolve([]);
    await refreshing;
    const all = taken();
    assert.equal(all[0], 'look at the key');
    assert.ok(all.includes('refresh loops') && all.includes('refresh tasks'), all.join());
    assert.equal(searches.length, 1);
  });

  it('says that a search failed, and does nothing after its end', async () => {
    await start();
    clock.advance(1500);
    searches[0]?.found.reject(new Error('no search'));
    await idle();
    assert.equal(log.errors.length, 1);
    taken();
    discovery.dispose();
    changed.folders.fire();
    changed.settings.fire();
    clock.advance(10_000);
    assert.deepEqual(taken(), ['watches no more']);
    assert.equal(searches.length, 1);
  });
});
