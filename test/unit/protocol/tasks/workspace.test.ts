import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { copyWorkspace, digestsOf, openFor, taskFixture } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

interface Expected {
  stats: Record<string, number>;
  lists: Record<string, string[]>;
  getTask: Record<string, { foundIn: string; task: object }>;
  missing: Record<string, null>;
  twins: Record<string, string[]>;
  filters: { folder: string; agent: string | null; tags: string[] | null; ids: string[] }[];
  agents: Record<string, object>;
}

describe('a workspace that the peer wrote', () => {
  const root = tempFolder();
  const expected = taskFixture<Expected>('expected.json');

  it('reads as the peer itself answers, and is not touched by it', async () => {
    const folder = copyWorkspace('workspace', root());
    const before = digestsOf(folder);
    const tasks = openFor(root(), folder);
    assert.deepEqual(await tasks.stats(), expected.stats);
    assert.deepEqual(Object.keys(await tasks.stats()), Object.keys(expected.stats));
    for (const [name, ids] of Object.entries(expected.lists))
      assert.deepEqual(await tasks.list(name), ids, name);
    for (const { folder: name, agent, tags, ids } of expected.filters) {
      const filter = { ...(agent === null ? {} : { agent }), ...(tags === null ? {} : { tags }) };
      assert.deepEqual(await tasks.list(name, filter), ids, JSON.stringify({ name, agent, tags }));
    }
    for (const [id, answer] of Object.entries(expected.getTask))
      assert.deepEqual(await tasks.get(id), answer);
    for (const id of Object.keys(expected.missing)) assert.equal(await tasks.get(id), null);
    const scan = await tasks.scan();
    assert.deepEqual(
      Object.fromEntries(scan.agents.map(({ name, agent }) => [name, agent])),
      expected.agents,
    );
    assert.deepEqual(digestsOf(folder), before);
  });

  it('scans in the order of the folders, then in the peer’s', async () => {
    const folder = copyWorkspace('workspace', root());
    const { tasks } = await openFor(root(), folder).scan();
    assert.deepEqual(
      tasks.map((row) => `${row.folder}/${row.id}`),
      Object.entries(expected.lists).flatMap(([name, ids]) => ids.map((id) => `${name}/${id}`)),
    );
    const twins = tasks.filter((row) => row.alsoIn.length > 0);
    assert.deepEqual(
      Object.fromEntries(twins.map((row) => [row.id, [row.folder, ...row.alsoIn].sort()])),
      expected.twins,
    );
    // The peer's own habit: an asking task that is also done is nothing to look into.
    assert.deepEqual(
      tasks.filter((row) => row.problems.includes('duplicate_id')).map(({ id }) => id),
      [],
    );
  });

  it('tells no other folder’s names and nothing that is not there', async () => {
    const folder = copyWorkspace('workspace', root());
    const tasks = openFor(root(), folder);
    assert.deepEqual(await tasks.list('agents'), []);
    assert.deepEqual(await tasks.list('../inbox'), []);
    assert.equal(await tasks.get('mira'), null);
    assert.equal(await tasks.get('../inbox/tie-a'), null);
    const nowhere = openFor(root(), path.join(root(), 'nowhere'));
    assert.deepEqual(await nowhere.scan(), { tasks: [], agents: [], problems: [] });
    assert.equal(fs.existsSync(path.join(root(), 'nowhere')), false);
  });
});
