import assert from 'node:assert/strict';
import { countAskers, needsYou } from '../../../src/workspace/needsYou.ts';
import type { TaskWorkspace } from '../../../src/workspace/tasks/taskWorkspace.ts';
import { agentRow, asking, failing, stamp, taskRow, taskWorkspace } from '../../fakes/shownTasks.ts';
import { looks, question, watched } from '../../fakes/snapshots.ts';

const now = Date.parse('2026-03-02T09:00:00Z');

function waitsOf(workspaces: TaskWorkspace[], loops = [] as Parameters<typeof needsYou>[0]): string[] {
  return needsYou(loops, workspaces, now).waits.map(
    (wait) => `${wait.asker} ${wait.text} ×${wait.same.length}`,
  );
}

describe('what tasks ask, in Needs You', () => {
  it('stands after everything that loops ask, by priority, then by age; no priority comes last', async () => {
    const workspace = await taskWorkspace([
      asking('a', 'Third?', { priority: 2, minutes: 3 }),
      asking('b', 'Last?', { priority: 'high', minutes: 99 }),
      asking('c', 'Second?', { priority: 2, minutes: 9 }),
      asking('d', 'First?', { priority: 1, minutes: 1 }),
    ]);
    const loops = [
      watched('idle', { questions: [question({ text: 'When you can?', blocks: false })] }),
      watched('stuck', { questions: [question({ text: 'Now?' })] }),
    ];
    assert.deepEqual(waitsOf([workspace], loops), [
      'stuck Now? ×1',
      'idle When you can? ×1',
      'scribe First? ×1',
      'scribe Second? ×1',
      'scribe Third? ×1',
      'scribe Last? ×1',
    ]);
  });

  it('is one row where one agent asks the same, and as many tasks as it is', async () => {
    const ask = { question: 'May I write?', options: ['Yes', 'No'] };
    const alike = Array.from({ length: 12 }, (_, index) => asking(`t${index}`, ask, { minutes: index }));
    const workspace = await taskWorkspace([
      ...alike,
      asking('other-options', { ...ask, options: ['Yes'] }),
      asking('other-agent', ask, { by: 'zoë' }),
    ]);
    const elsewhere = await taskWorkspace([asking('t0', ask)], { folder: '/home/me/drops/dev' });
    const { waits } = needsYou([], [workspace, elsewhere], now);
    assert.deepEqual(waits.map((wait) => `${wait.asker} ×${wait.same.length}`).sort(), [
      'scribe ×1',
      'scribe ×1',
      'scribe ×12',
      'zoë ×1',
    ]);
    assert.equal(waits.find((wait) => wait.same.length === 12)?.since, Date.parse(stamp(11)));
    assert.deepEqual(countAskers(waits), { loops: 0, tasks: 15 });
  });

  it('asks anew under a key of its own when the agent asks again', async () => {
    const [first] = needsYou([], [await taskWorkspace([asking('a', 'Which?', { minutes: 9 })])], now).waits;
    const [again] = needsYou([], [await taskWorkspace([asking('a', 'Which?', { minutes: 1 })])], now).waits;
    assert.notEqual(first?.key, again?.key);
  });

  it('is worked out once for each state of a workspace', async () => {
    const workspace = await taskWorkspace([asking('a', 'Which?')]);
    assert.equal(needsYou([], [workspace], now).waits[0], needsYou([], [workspace], now + 1000).waits[0]);
  });
});

describe('tasks that need a look', () => {
  it('stand with what loops have of the same kind, the newest first', async () => {
    const workspace = await taskWorkspace(
      [
        failing('f', 'boom'),
        taskRow('active', 's', { history: [{ status: 'active', at: stamp(200), claimed_by: 'scout' }] }),
        taskRow('inbox', 'b', { assigned_to: 'zoë', history: [{ status: 'inbox', at: stamp(300) }] }),
        taskRow('inbox', 'u', {}, { task: null, problem: 'not_utf8', problems: ['not_utf8'] }),
        taskRow('active', 'i', {}, { problem: 'claim_interrupted', problems: ['claim_interrupted'] }),
        taskRow(
          'blocked',
          't',
          {},
          { problem: 'duplicate_id', problems: ['duplicate_id'], alsoIn: ['inbox'] },
        ),
      ],
      {},
      [agentRow('scout', 199), agentRow('zoë', 4000)],
    );
    const loops = (
      ['over-cap', 'failed', 'stalled', 'no-progress', 'unread', 'decided', 'problem'] as const
    ).map((code) => watched(code, looks(code)));
    assert.deepEqual(
      needsYou(loops, [workspace], now).looks.map((look) => look.code),
      [
        'over-cap',
        'failed',
        'task-failed',
        'stalled',
        'task-stale',
        'no-progress',
        'unread',
        'task-interrupted',
        'decided',
        'task-bound',
        'problem',
        'task-unreadable',
        'task-twin',
      ],
    );
  });

  it('are one row where one agent failed alike, and where all wait for one agent that is gone', async () => {
    const workspace = await taskWorkspace(
      [
        ...Array.from({ length: 37 }, (_, index) =>
          failing(`f${index}`, 'RateLimitError 429', 'scout', index),
        ),
        failing('g', 'RateLimitError 429', 'scribe', 50),
        failing('h', 'no space', 'scout', 60),
        ...['x', 'y'].map((id) =>
          taskRow('inbox', id, { assigned_to: 'zoë', history: [{ status: 'inbox', at: stamp(300) }] }),
        ),
      ],
      {},
      [agentRow('zoë', 4000)],
    );
    assert.deepEqual(
      needsYou([], [workspace], now).looks.map((look) => `${look.code} ×${look.same.length}`),
      ['task-failed ×37', 'task-failed ×1', 'task-failed ×1', 'task-bound ×2'],
    );
  });

  it('change by time alone, though the workspace is the same', async () => {
    const workspace = await taskWorkspace([
      failing('f', 'boom', 'scout', 23 * 60),
      taskRow('active', 's', { history: [{ status: 'active', at: stamp(29), claimed_by: 'scout' }] }),
    ]);
    const codes = (at: number) => needsYou([], [workspace], at).looks.map((look) => look.code);
    assert.deepEqual(codes(now), ['task-failed']);
    assert.deepEqual(codes(now + 2 * 60_000), ['task-failed', 'task-stale']);
    assert.deepEqual(codes(now + 61 * 60_000), ['task-stale']);
  });
});
