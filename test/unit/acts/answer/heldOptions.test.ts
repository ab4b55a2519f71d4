import assert from 'node:assert/strict';
import { HeldOptions } from '../../../../src/acts/answer/heldOptions.ts';
import type { Draft } from '../../../../src/workspace/kept/drafts.ts';
import { needsYou, type Wait } from '../../../../src/workspace/needsYou.ts';
import { FakeAnswering } from '../../../fakes/fakeAnswering.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeModel } from '../../../fakes/fakeModel.ts';
import { dashboard } from '../../../fakes/questionWorlds.ts';
import { idle } from '../../../fakes/until.ts';

function setUp() {
  const clock = new FakeClock('2026-03-02T09:21:00Z');
  const log = new FakeLog();
  const fake = new FakeAnswering(new Map(), () => clock.now());
  const loops = [dashboard()];
  const [wait] = needsYou(loops, [], clock.now()).waits;
  const [option] = wait?.options ?? [];
  assert.ok(wait && option);
  const told: string[] = [];
  /** Ends the hold that is under way: false where the person cancels. */
  let end: (goOn: boolean) => void = () => assert.fail('Nothing is held.');
  const held = new HeldOptions({
    ...fake.ports,
    model: new FakeModel(...loops),
    clock,
    log,
    hold: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
    teller: fake,
    tellUnsent: async ({ key }: Wait, { choice }: Draft) => void told.push(`${key} ${choice}`),
  });
  const click = async () => {
    const became = held.send(wait, option);
    await idle();
    return { became, end: (goOn: boolean) => end(goOn) };
  };
  const draft = (text: string, choice: string | null, notSent: Draft['notSent'] = null) =>
    fake.drafts.set(wait.key, { text, choice, notSent, savedAt: clock.now(), window: 'here' });
  return { held, fake, wait, option, told, clock, click, draft };
}

describe('an option clicked on a toast', () => {
  it('goes out when its time has run, and its draft with it', async () => {
    const { fake, wait, click } = setUp();
    const { became, end } = await click();
    assert.equal(fake.drafts.get(wait.key)?.notSent, 'window-closed');
    assert.deepEqual(fake.requests, []);
    end(true);
    assert.equal(await became, 'sent');
    assert.deepEqual(
      fake.requests.map(({ choice }) => choice),
      ['leads'],
    );
    assert.equal(fake.drafts.size, 0);
  });

  it('is a draft like any other where it was refused', async () => {
    const { fake, wait, click } = setUp();
    fake.becomes = async () => false;
    const { became, end } = await click();
    end(true);
    assert.equal(await became, 'not-sent');
    const { choice, notSent } = fake.drafts.get(wait.key) ?? {};
    assert.deepEqual([choice, notSent], ['leads', null]);
  });

  it('leaves things as they were where the person cancels', async () => {
    const { fake, wait, click, draft } = setUp();
    const first = await click();
    first.end(false);
    assert.equal(await first.became, 'cancelled');
    assert.equal(fake.drafts.size, 0);
    draft('', 'builders');
    const second = await click();
    second.end(false);
    assert.equal(await second.became, 'cancelled');
    assert.equal(fake.drafts.get(wait.key)?.choice, 'builders');
    assert.deepEqual(fake.requests, []);
  });

  it('sends nothing over words that were begun, before the click or after it', async () => {
    const { fake, wait, click, draft, held, option } = setUp();
    const { became, end } = await click();
    draft('no, wait', null);
    end(true);
    assert.equal(await became, 'replaced');
    assert.equal(await held.send(wait, option), 'begun');
    assert.equal(fake.drafts.get(wait.key)?.text, 'no, wait');
    assert.deepEqual(fake.requests, []);
  });

  it('is held once, however often it is clicked', async () => {
    const { fake, wait, option, click, held } = setUp();
    const { became, end } = await click();
    assert.equal(await held.send(wait, option), 'held');
    end(true);
    assert.equal(await became, 'sent');
    assert.equal(fake.requests.length, 1);
  });

  it('is told of where its window closed before it went, once it can be no other window’s', async () => {
    const { wait, told, clock, draft, held } = setUp();
    draft('', 'leads', 'window-closed');
    await held.start();
    assert.deepEqual(told, []);
    clock.advance(5000);
    assert.deepEqual(told, [`${wait.key} leads`]);
    held.dispose();
  });
});
