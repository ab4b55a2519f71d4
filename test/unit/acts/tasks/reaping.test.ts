import assert from 'node:assert/strict';
import { allTasksOf } from '../../../../src/acts/tasks/chosenTasks.ts';
import { reapables, reapScope, reapSeconds } from '../../../../src/acts/tasks/reaping.ts';
import { reapLine } from '../../../../src/ui/commands/tasks/reapWords.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { claimed, makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const minute = 60_000;
const now = Date.parse('2026-11-30T12:00:00Z');
const iso = (minutesAgo: number) =>
  new Date(now - minutesAgo * minute).toISOString().replace('Z', '000+00:00');

function active(id: string, agent: string, minutesAgo: number, more: object[] = []): string {
  return taskText(id, {
    title: `Task ${id}`,
    status: 'active',
    assigned_to: agent,
    history: [...more, claimed(agent, iso(minutesAgo))],
  });
}

function done(id: string, agent: string, minutes: number): string {
  const history = [claimed(agent, iso(1000)), { status: 'done', at: iso(1000 - minutes) }];
  return taskText(id, { status: 'done', assigned_to: agent, history });
}

function agent(name: string, seenMinutesAgo: number): string {
  const times = { registered_at: iso(5000), last_seen: iso(seenMinutesAgo) };
  return JSON.stringify({ name, role: 'worker', ...times });
}

describe('what may be reaped', () => {
  const root = tempFolder();

  it('is nothing of others where the rows that were given have gone on', async () => {
    const folder = makeWorkspace(root(), {
      'active/theirs.json': active('theirs', 'ghost', 600),
      'done/gone.json': done('gone', 'scout', 18),
    });
    const workspace = await readTasks(folder, openFor(root(), folder));
    const tasks = { workspaces: () => [workspace], workspace: () => workspace };
    const gone = { workspaceKey: workspace.key, folder: 'active', id: 'gone' };
    const { scope, missed } = reapScope([gone], tasks);
    assert.deepEqual([scope.length, missed.length], [0, 1]);
    assert.equal(reapScope([], tasks).scope.length, 2);
    assert.equal(reapScope(null, tasks).scope.length, 2);
    const theirs = { ...gone, id: 'theirs' };
    assert.deepEqual(
      reapScope([gone, theirs], tasks).scope.map(({ row }) => row.id),
      ['theirs'],
    );
  });

  async function list() {
    const reaped = { status: 'inbox', at: iso(70), reaped: true, reason: 'stale_timeout' };
    const folder = makeWorkspace(root(), {
      // Usually 18 minutes: 48 are long, but not three times as long.
      'done/s1.json': done('s1', 'scout', 18),
      'active/slow.json': active('slow', 'scout', 48),
      'agents/scout.json': agent('scout', 48),
      // Runs for as long, and its agent was seen just now.
      'active/alive.json': active('alive', 'scribe', 120),
      'agents/scribe.json': agent('scribe', 1),
      'active/dead.json': active('dead', 'ghost', 60, [reaped]),
      'inbox/waits.json': taskText('waits'),
    });
    const workspace = await readTasks(folder, openFor(root(), folder));
    return reapables(allTasksOf([workspace]), now);
  }

  it('is every active task, longest first, and only those are marked whose agents seem to be gone', async () => {
    const found = await list();
    assert.deepEqual(
      found.map(({ task, abandoned }) => [task.row.id, abandoned]),
      [
        ['alive', false],
        ['dead', true],
        ['slow', false],
      ],
    );
  });

  it('says for each how long, how long usually, when its agent was last seen, how often before', async () => {
    assert.deepEqual(
      (await list()).map(({ task, moment }) => reapLine(task.facts, moment, { now })),
      [
        'agent seen 1 min ago · scribe · runs 2 h',
        'agent never seen · ghost · runs 1 h · reaped once before',
        'agent seen 48 min ago · scout · runs 48 min, usually 18 min',
      ],
    );
  });

  it('says when one is the person’s own, and when it is refused yet since its file has just changed', async () => {
    const tasks = (await list()).map(({ task }) => task);
    const changed = reapables(tasks, now, ({ row }) => now - (row.id === 'dead' ? 2 : 60) * minute);
    assert.deepEqual(
      changed.map(({ task, readyIn }) => [task.row.id, readyIn]),
      [
        ['alive', 0],
        ['dead', 3 * minute],
        ['slow', 0],
      ],
    );
    const [alive, dead] = changed;
    assert.ok(alive && dead);
    assert.equal(
      reapLine(alive.task.facts, alive.moment, { now, me: 'scribe' }),
      'claimed by you · runs 2 h',
    );
    assert.match(
      reapLine(dead.task.facts, dead.moment, { now, readyIn: dead.readyIn }),
      /^not yet, in 3 min: file just changed · agent never seen · ghost/,
    );
  });

  it('waits no longer than the tasks ran, and as long as the peer’s reaper where they ran longer', async () => {
    const found = await list();
    assert.equal(reapSeconds(found), 300);
    const [first] = found;
    assert.ok(first);
    assert.equal(reapSeconds([{ ...first, moment: { ...first.moment, lasts: 42_900 } }]), 42);
  });
});
