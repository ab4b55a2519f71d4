import assert from 'node:assert/strict';
import type { Result } from '../../../../src/protocol/lib/result.ts';
import type { NewTask, TaskFolder } from '../../../../src/protocol/tasks/taskModel.ts';
import { filesOf, makeWorkspace, openFor, taskFixture } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

interface Arguments {
  name: string;
  role: string;
  meta: object;
  id: string;
  agent: string;
  error: string;
  question: unknown;
  response: unknown;
  reason: string;
  result: unknown;
  timeout_seconds: number;
  expect: string[];
  title: string;
  created_by: string;
  description: string;
  assigned_to: string;
  priority: number;
  context: object;
  tags: string[];
  parent_id: string;
  max_retries: number;
}

interface Step {
  op: string;
  args: Arguments;
  clock: string[];
  before: Record<string, string>;
  after: Record<string, string>;
}

function newTask(args: Arguments): NewTask {
  const { id, title, created_by, description, assigned_to, priority, context, tags, parent_id, max_retries } =
    args;
  const given = {
    id,
    title,
    createdBy: created_by,
    description,
    assignedTo: assigned_to,
    priority,
    context,
    tags,
    parentId: parent_id,
    maxRetries: max_retries,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

const OPERATIONS: Record<string, (tasks: TaskFolder, args: Arguments) => Promise<Result<unknown>>> = {
  register_agent: (tasks, { name, role, meta }) => tasks.registerAgent(name, role, meta),
  heartbeat: (tasks, { name }) => tasks.heartbeat(name),
  submit: (tasks, args) => tasks.submit(newTask(args)),
  claim: (tasks, { id, agent }) => tasks.claim(id, agent),
  complete: (tasks, { id, result }) => tasks.complete(id, result),
  fail: (tasks, { id, error }) => tasks.fail(id, error),
  request_feedback: (tasks, { id, question }) => tasks.requestFeedback(id, question),
  respond_feedback: (tasks, { id, response }) => tasks.respondFeedback(id, response),
  block: (tasks, { id, reason }) => tasks.block(id, reason),
  unblock: (tasks, { id }) => tasks.unblock(id),
  reap_stale: (tasks, { timeout_seconds }) => tasks.reapStale(timeout_seconds),
};

describe('operations that the peer has too', () => {
  const root = tempFolder();
  const { steps } = taskFixture<{ steps: Step[] }>('ops.json');

  it('are all 19 of the fixture', () => assert.equal(steps.length, 19));

  steps.forEach(({ op, args, clock, before, after }, index) => {
    it(`${index + 1}. ${op}: writes byte for byte what the peer writes, with its readings of the clock`, async () => {
      const folder = makeWorkspace(root(), before);
      const left = [...clock];
      const tasks = openFor(root(), folder, {
        now: () => left.shift() ?? assert.fail('the clock was read too often'),
      });
      const result = await OPERATIONS[op]?.(tasks, args);
      assert.ok(result?.ok, JSON.stringify(result));
      assert.deepEqual(filesOf(folder), after);
      assert.deepEqual(left, []);
      if (op === 'submit') assert.equal(result.value, args.id);
      if (op === 'reap_stale') assert.deepEqual(result.value, { reaped: args.expect, skipped: [] });
    });
  });
});
