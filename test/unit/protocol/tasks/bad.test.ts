import assert from 'node:assert/strict';
import * as path from 'node:path';
import { copyWorkspace, digestsOf, openFor, taskFixture } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

interface BadEntry {
  path: string;
  show: string;
  accept: string[];
  reason: string | null;
  actions: boolean;
  title?: string;
}

describe('a workspace full of bad entries', () => {
  const root = tempFolder();
  const { files, stats_by_python } = taskFixture<{
    files: BadEntry[];
    stats_by_python: Record<string, number>;
  }>('bad/expected.json');

  it('shows each of the 25 as it should be, and touches none', async () => {
    assert.equal(files.length, 25);
    const folder = copyWorkspace('bad', root());
    const before = digestsOf(folder);
    const tasks = openFor(root(), folder);
    const scan = await tasks.scan();
    const rows = [
      ...scan.tasks.map(({ file, task, problem, problems }) => ({ file, read: task, problem, problems })),
      ...scan.agents.map(({ file, agent, problem }) => ({ file, read: agent, problem, problems: [problem] })),
    ];
    for (const entry of files) {
      const row = rows.find(({ file }) => file === entry.path);
      const shown = !row ? 'ignored' : row.read === null ? 'unreadable' : row.problem ? 'warning' : 'ok';
      assert.ok(entry.accept.includes(shown), `${entry.path}: ${shown} ${row?.problem}`);
      if (entry.reason !== null) {
        assert.equal(row?.problem, entry.reason, entry.path);
        const problem = scan.problems.find(({ file }) => file === entry.path);
        assert.equal(problem?.code, entry.reason);
      }
      if (entry.title !== undefined) assert.equal(row?.read?.['title'], entry.title);
    }
    assert.equal(rows.length, files.filter(({ show }) => show !== 'ignored').length);
    assert.deepEqual(await tasks.stats(), stats_by_python);
    for (const { path: file } of files) await tasks.get(path.basename(file, '.json'));
    for (const name of ['inbox', 'active', 'done', 'failed', 'blocked', 'feedback', 'agents'])
      await tasks.list(name);
    assert.deepEqual(digestsOf(folder), before);
  });

  it('lists the good ones whatever the bad ones are, unreadable ones last by name', async () => {
    const folder = copyWorkspace('bad', root());
    const { tasks } = await openFor(root(), folder).scan();
    const inbox = tasks.filter((row) => row.folder === 'inbox');
    const readable = inbox.filter((row) => row.task !== null).map(({ id }) => id);
    assert.deepEqual(readable, [
      'good-2',
      'good-1',
      'other-name',
      'wrong-types',
      'crlf',
      'twin',
      'escape',
      'bad-priority',
    ]);
    const unreadable = inbox.slice(readable.length).map(({ id }) => id);
    assert.deepEqual(unreadable, [...unreadable].sort());
    assert.equal(inbox.find(({ id }) => id === 'truncated')?.version.length, 64);
    assert.equal(tasks.find(({ id }) => id === 'big')?.version, '');
  });

  it('refuses to act on what has no actions, and says why', async () => {
    const folder = copyWorkspace('bad', root());
    const before = digestsOf(folder);
    const tasks = openFor(root(), folder);
    const said: Record<string, string> = {};
    for (const { path: file, actions } of files) {
      const [where, name = ''] = file.split('/');
      if (where !== 'inbox' || actions || !name.endsWith('.json')) continue;
      const result = await tasks.claim(name.slice(0, -5), 'me');
      said[name] = result.ok ? 'ok' : `${result.code} ${JSON.stringify(result.args)}`;
    }
    assert.deepEqual(said, {
      'truncated.json': 'unreadable {"reason":"invalid_json"}',
      'empty.json': 'unreadable {"reason":"empty"}',
      'missing-id.json': 'unreadable {"reason":"missing_field"}',
      'other-name.json': 'invalid {"reason":"id_mismatch"}',
      'wrong-types.json': 'invalid {"reason":"wrong_type"}',
      'bom.json': 'unreadable {"reason":"bom"}',
      'latin1.json': 'unreadable {"reason":"not_utf8"}',
      'folder.json': 'unreadable {"reason":"is_directory"}',
      'dangling.json': 'link {"file":"inbox/dangling.json"}',
      'array.json': 'unreadable {"reason":"not_object"}',
      'escape.json': 'invalid {"reason":"unsafe_id"}',
    });
    assert.deepEqual(digestsOf(folder), before);
  });
});
