import assert from 'node:assert/strict';
import { join } from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { DecisionDrafts, isOf } from '../../../../src/workspace/kept/decisionDrafts.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeWatcher } from '../../../fakes/fakeWatcher.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle, until } from '../../../fakes/until.ts';

const finding = { step: 'facts', label: '', id: '3', text: 'No source for: berths.' };

describe('DecisionDrafts', () => {
  const temp = tempFolder();
  let clock: FakeClock;
  let watcher: FakeWatcher;
  let windows: DecisionDrafts[];

  beforeEach(() => {
    clock = new FakeClock();
    watcher = new FakeWatcher();
    windows = [];
  });

  afterEach(() => {
    for (const window of windows) window.dispose();
  });

  async function open(): Promise<DecisionDrafts> {
    const folder = join(temp(), 'decisions');
    const drafts = new DecisionDrafts({ folder, files: nodeFiles, clock, log: new FakeLog(), watcher });
    windows.push(drafts);
    await drafts.ready;
    return drafts;
  }

  it('keeps a decision and its remark, also for the next window', async () => {
    const one = await open();
    one.set('loop', finding, { decision: 'wontfix' });
    one.set('loop', finding, { remark: 'by design' });
    assert.equal(one.get('loop', finding)?.remark, 'by design');
    await one.flush();
    const two = await open();
    const { decision, remark } = two.get('loop', finding) ?? {};
    assert.deepEqual([decision, remark, two.loops()], ['wontfix', 'by design', ['loop']]);
  });

  it('is none any more without decision and remark', async () => {
    const one = await open();
    one.set('loop', finding, { decision: 'fix' });
    await one.flush();
    one.set('loop', finding, { decision: null });
    assert.equal(one.get('loop', finding), undefined);
    await one.flush();
    assert.deepEqual((await open()).loops(), []);
  });

  it('writes what is typed when the typing pauses', async () => {
    const one = await open();
    const told: string[] = [];
    one.onDidChange((keys) => told.push([...keys].join()));
    one.set('loop', finding, { remark: 'b' });
    clock.advance(200);
    one.set('loop', finding, { remark: 'by' });
    clock.advance(200);
    await idle();
    assert.equal((await open()).get('loop', finding), undefined);
    clock.advance(200);
    await one.flush();
    assert.equal((await open()).get('loop', finding)?.remark, 'by');
    assert.deepEqual(told, ['loop', 'loop']);
  });

  it('starts anew where another finding has taken the id', async () => {
    const one = await open();
    one.set('loop', finding, { decision: 'fix', remark: 'soon' });
    const draft = one.get('loop', finding);
    assert.ok(draft);
    assert.equal(isOf(draft, { text: 'no source for: "Berths".' }), true);
    const other = { ...finding, text: 'The order is wrong.' };
    assert.equal(isOf(draft, other), false);
    one.set('loop', other, { decision: 'later' });
    const { decision, remark, text } = one.get('loop', finding) ?? {};
    assert.deepEqual([decision, remark, text], ['later', '', 'The order is wrong.']);
  });

  it('is gone in every window once it went out', async () => {
    const one = await open();
    one.set('loop', finding, { decision: 'fix' });
    one.set('other', finding, { decision: 'fix' });
    await one.flush();
    const two = await open();
    await one.delete([...one.of('loop').values()]);
    watcher.fire(join(temp(), 'decisions'));
    clock.advance(10_000);
    await until('one loop less in the other window', () => two.loops().length === 1);
    assert.deepEqual([one.loops(), two.loops()], [['other'], ['other']]);
  });
});
