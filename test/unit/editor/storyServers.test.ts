import assert from 'node:assert/strict';
import type { Server } from '../../editor/server.ts';
import { StoryServers } from '../../stories/storyServers.ts';

describe('the servers of the stories', () => {
  interface Started {
    kind: object;
    /** Ends it by itself. */
    die: (code: number) => void;
    stopped: boolean;
  }
  let started: Started[];
  let said: string[];
  let fails: boolean;
  let servers: StoryServers;

  beforeEach(() => {
    started = [];
    said = [];
    fails = false;
    servers = new StoryServers(
      async (kind) => {
        if (fails) throw new Error('no port');
        const ended = Promise.withResolvers<number>();
        const one: Started = { kind, die: ended.resolve, stopped: false };
        started.push(one);
        const stop = async () => {
          one.stopped = true;
        };
        return { ended: ended.promise, log: () => 'its last words', stop } as Partial<Server> as Server;
      },
      (text, log) => said.push(`${text}: ${log}`),
    );
  });

  it('are one for all stories that ask for the same, and end together', async () => {
    const first = await servers.get({});
    assert.equal(await servers.get({ trust: false, lean: true }), first);
    const asking = await servers.get({ trust: true });
    assert.notEqual(asking, first);
    assert.equal(await servers.get({}), first);
    await servers.get({ lean: false });
    assert.deepEqual(
      started.map(({ kind }) => kind),
      [
        { trust: false, lean: true },
        { trust: true, lean: true },
        { trust: false, lean: false },
      ],
    );
    await servers.close();
    assert.deepEqual(
      started.map(({ stopped }) => stopped),
      [true, true, true],
    );
    assert.deepEqual(said, []);
  });

  it('are started anew where one has died, and that is said', async () => {
    const first = await servers.get({});
    started[0]?.die(137);
    await first.ended;
    assert.notEqual(await servers.get({}), first);
    assert.deepEqual(said, [
      'a server of the stories (trusting, lean) ended with 137 and was started anew: its last words',
    ]);
    assert.equal(started[0]?.stopped, true, 'its folders go away');
    assert.equal(said.length, 1);
    await servers.get({});
    assert.equal(started.length, 2);
  });

  it('are tried again where one could not be started', async () => {
    fails = true;
    await assert.rejects(servers.get({}), /no port/);
    fails = false;
    await servers.get({});
    assert.equal(started.length, 1);
  });
});
