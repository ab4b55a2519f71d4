import assert from 'node:assert/strict';
import { openTasks } from '../../../../src/protocol/tasks/taskFolder.ts';
import type { TaskRecord, TaskRow } from '../../../../src/protocol/tasks/taskModel.ts';
import { taskFacts } from '../../../../src/workspace/tasks/taskStates.ts';
import { usualTimes } from '../../../../src/workspace/tasks/usualTimes.ts';
import { aRow } from '../../../fakes/taskRowBuilder.ts';
import { copyWorkspace, taskFixture } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 30, 12, 0, second)).toISOString();
const millis = (second: number): number => Date.UTC(2026, 10, 30, 12, 0, second);

function stateOf(folder: string, ...entries: object[]): string {
  return taskFacts(aRow({ folder, history: entries })).state;
}

describe('what a row means', () => {
  it('says why a task waits', () => {
    assert.equal(stateOf('inbox', { status: 'pending', at: at(0) }), 'new');
    assert.equal(stateOf('inbox', { status: 'inbox', at: at(0) }), 'new');
    assert.equal(stateOf('inbox', { status: 'retry', at: at(0), error: 'x', attempt: 1 }), 'retry');
    assert.equal(stateOf('inbox', { status: 'inbox', at: at(0), feedback_received: true }), 'answered');
    assert.equal(stateOf('inbox', { status: 'inbox', at: at(0), unblocked: true }), 'unblocked');
    assert.equal(stateOf('inbox', { status: 'inbox', at: at(0), reaped: true }), 'reaped');
    assert.equal(stateOf('inbox', { status: 'inbox', at: at(0), released: true }), 'released');
    assert.equal(stateOf('inbox', { status: 'inbox', at: at(0), retried: true }), 'retried');
    assert.equal(stateOf('inbox', { status: 'done', at: at(0) }), 'waiting');
    assert.equal(stateOf('inbox'), 'new');
  });

  it('looks past changes of the text', () => {
    const row = aRow({
      folder: 'inbox',
      history: [
        { status: 'retry', at: at(1), error: 'x', attempt: 1 },
        { status: 'retry', at: at(9), edited: ['priority'] },
      ],
    });
    const { state, since } = taskFacts(row);
    assert.deepEqual([state, since], ['retry', millis(1)]);
  });

  it('calls what is on its way so, and interrupted once the protocol says it', () => {
    assert.equal(stateOf('active', { status: 'inbox', at: at(0) }), 'between');
    assert.equal(stateOf('active', { status: 'done', at: at(0) }), 'between');
    assert.equal(stateOf('feedback', { status: 'inbox', at: at(0), feedback_received: true }), 'between');
    assert.equal(stateOf('failed', { status: 'inbox', at: at(0), retried: true }), 'between');
    const moved = aRow({
      folder: 'active',
      problems: ['move_interrupted'],
      history: [{ status: 'done', at: at(0) }],
    });
    assert.deepEqual([taskFacts(moved).state, taskFacts(moved).movesTo], ['move-interrupted', 'done']);
    const claim = aRow({ folder: 'active', problems: ['claim_interrupted'] });
    assert.equal(taskFacts(claim).state, 'claim-interrupted');
    const edit = aRow({ folder: 'inbox', problems: ['edit_interrupted'] });
    assert.equal(taskFacts(edit).state, 'edit-interrupted');
  });

  it('tells the unreadable in failed/, where Python puts them, from others', () => {
    assert.equal(
      taskFacts(aRow({ folder: 'failed', task: null, problems: ['invalid_json'] })).state,
      'quarantined',
    );
    assert.equal(
      taskFacts(aRow({ folder: 'inbox', task: null, problems: ['invalid_json'] })).state,
      'unreadable',
    );
  });

  it('says who runs it since when, which attempt it is and what went wrong before', () => {
    const facts = taskFacts(
      aRow({
        folder: 'active',
        assigned_to: 'stale-note',
        retry_count: 1,
        max_retries: 3,
        history: [
          { status: 'inbox', at: at(0) },
          { status: 'active', at: at(1), claimed_by: 'scout' },
          { status: 'retry', at: at(2), error: 'RateLimitError', attempt: 1 },
          { status: 'active', at: at(3), claimed_by: 'scout' },
          { status: 'inbox', at: at(4), reaped: true, reason: 'stale_timeout' },
          { status: 'inbox', at: at(5), reaped: true, reason: 'stale_timeout' },
          { status: 'active', at: at(6), claimed_by: 'zoë' },
        ],
      }),
    );
    const { state, agent, since, attempt, lastError, reaped, boundTo } = facts;
    assert.deepEqual(
      { state, agent, since, attempt, lastError, reaped, boundTo },
      {
        state: 'active',
        agent: 'zoë',
        since: millis(6),
        attempt: { number: 2, of: 4 },
        lastError: 'RateLimitError',
        reaped: 2,
        boundTo: null,
      },
    );
  });

  it('counts attempts: at least one, the last one of a failed task', () => {
    const attempt = (folder: string, failures: number, repeats: number) =>
      taskFacts(aRow({ folder, retry_count: failures, max_retries: repeats })).attempt;
    assert.deepEqual(attempt('inbox', 0, 3), { number: 1, of: 4 });
    assert.deepEqual(attempt('failed', 4, 3), { number: 4, of: 4 });
    assert.deepEqual(attempt('failed', 1, -5), { number: 1, of: 1 });
    assert.equal(taskFacts(aRow({ folder: 'inbox', retry_count: 'two' })).attempt, null);
  });

  it('binds a waiting task to its agent, and no other', () => {
    assert.equal(taskFacts(aRow({ folder: 'inbox', assigned_to: 'zoë' })).boundTo, 'zoë');
    assert.equal(taskFacts(aRow({ folder: 'inbox', assigned_to: '' })).boundTo, null);
    assert.equal(taskFacts(aRow({ folder: 'inbox', assigned_to: null })).boundTo, null);
    assert.equal(taskFacts(aRow({ folder: 'done', assigned_to: 'zoë' })).boundTo, null);
  });

  it('reads a question in every shape that agents give it', () => {
    const asked = (request: unknown) => {
      const context = { _feedback_request: request };
      return taskFacts(aRow({ folder: 'feedback', context, history: [{ status: 'feedback', at: at(0) }] }))
        .question;
    };
    assert.deepEqual(asked({ question: 'Blue?', options: ['blue', 'white'], draft: 'Blue, then.' }), {
      text: 'Blue?',
      options: [
        { id: 'blue', label: 'blue' },
        { id: 'white', label: 'white' },
      ],
      draft: 'Blue, then.',
    });
    assert.deepEqual(asked('May I?'), { text: 'May I?', options: [], draft: null });
    assert.deepEqual(asked(['a', 1]), { text: '["a",1]', options: [], draft: null });
    assert.deepEqual(asked({ why: 'x' }), { text: '{"why":"x"}', options: [], draft: null });
    assert.equal(asked(undefined), null);
    assert.deepEqual(
      asked({ question: 5, options: [1, null, { id: 'y', label: 'Yes' }, { a: 1 }, ['b']] })?.options,
      [
        { id: '1', label: '1' },
        { id: 'null', label: 'null' },
        { id: 'y', label: 'Yes' },
        { id: '{"a":1}', label: '{"a":1}' },
        { id: '["b"]', label: '["b"]' },
      ],
    );
    assert.deepEqual(asked({ question: 'q', options: { y: 'Yes' } })?.options, [{ id: 'y', label: 'Yes' }]);
    assert.deepEqual(asked({ question: 'q', options: 'blue' })?.options, []);
  });

  it('knows an answer only where it follows the last question', () => {
    const context = { _feedback_request: 'q', _feedback_response: 'yes' };
    const asks = { status: 'feedback', at: at(0) };
    const answered = { status: 'inbox', at: at(1), feedback_received: true };
    const answer = (...history: object[]) => taskFacts(aRow({ folder: 'inbox', context, history })).answer;
    assert.equal(answer(asks, answered), 'yes');
    assert.equal(answer(asks, answered, { status: 'active', at: at(2) }, asks), null);
    assert.equal(answer(), null);
  });

  it('says also in done only of the copy that agents leave by habit', () => {
    assert.equal(taskFacts(aRow({ folder: 'feedback', alsoIn: ['done'] })).alsoDone, true);
    assert.equal(
      taskFacts(aRow({ folder: 'inbox', alsoIn: ['done'], problems: ['duplicate_id'] })).alsoDone,
      false,
    );
    assert.equal(taskFacts(aRow({ folder: 'inbox' })).alsoDone, false);
  });

  it('survives whatever stands in a file', () => {
    const strange = [
      { history: 'text', context: 7, tags: 'web', title: null, created_by: { a: 1 }, priority: 'high' },
      { history: [1, null, 'x', { at: 5, status: 9 }], context: [], tags: [1, null], title: ['a'] },
      { history: [{ status: 'active', at: 'soon', claimed_by: 5 }], retry_count: null, max_retries: {} },
    ];
    for (const fields of strange) {
      for (const folder of ['inbox', 'active', 'done', 'failed', 'blocked', 'feedback']) {
        assert.equal(typeof taskFacts(aRow({ folder, ...fields })).title, 'string');
      }
    }
    assert.deepEqual(taskFacts(aRow({ folder: 'inbox', tags: [1, 'a'] })).tags, ['1', 'a']);
  });
});

/** What each of the fixtures is, by the name that says how it was made. */
const EXPECTED: Record<string, string[]> = {
  active: ['active'],
  active_after_answer: ['active'],
  active_after_retry: ['active'],
  answered: ['answered'],
  any: ['new'],
  assigned_high: ['new'],
  blocked: ['blocked'],
  chain_child: ['done'],
  chain_grandchild: ['new'],
  chain_parent: ['done'],
  cli_default: ['new'],
  cli_full: ['new'],
  dotted: ['new'],
  failed_now: ['failed'],
  failed_retries: ['failed'],
  feedback: ['asks'],
  feedback_second: ['asks'],
  loop_fail: ['retry'],
  low_unicode: ['new'],
  reaped: ['reaped'],
  reaped_then_done: ['done'],
  retry: ['retry'],
  'tie-a': ['new'],
  'tie-a b': ['new'],
  'tie-b': ['new'],
  'tie-later': ['new'],
  twin_feedback_done: ['done', 'asks'],
  unblocked: ['unblocked'],
};

describe('what the rows of the fixtures mean', () => {
  const temp = tempFolder();

  it('is what their names say', async () => {
    const folder = copyWorkspace('workspace', temp());
    const { tasks } = await openTasks(folder).scan();
    const names = taskFixture<Record<string, string>>('names.json');
    const byName = (name: string): TaskRow[] => tasks.filter(({ id }) => id === names[name]);
    const states = Object.keys(names).map((name) => [name, byName(name).map((row) => taskFacts(row).state)]);
    assert.deepEqual(Object.fromEntries(states), EXPECTED);
  });
});

describe('usual times', () => {
  function done(agent: string, ...seconds: number[]): TaskRow[] {
    return seconds.map((took) =>
      aRow({
        folder: 'done',
        history: [
          { status: 'active', at: at(0), claimed_by: 'another' },
          { status: 'inbox', at: at(1), reaped: true },
          { status: 'active', at: at(2), claimed_by: agent },
          { status: 'done', at: at(2 + took) },
        ],
      }),
    );
  }

  it('are the median from the last claim to the end, for each agent by itself', () => {
    const times = usualTimes([...done('scout', 30, 10, 20), ...done('zoë', 4, 8)]);
    assert.deepEqual([...times].sort(), [
      ['scout', 20_000],
      ['zoë', 6000],
    ]);
  });

  it('are not known of who has finished nothing', () => {
    const record: TaskRecord = { history: [{ status: 'active', at: at(0), claimed_by: 'scout' }] };
    assert.equal(usualTimes([aRow({ folder: 'done', ...record })]).size, 0);
  });
});
