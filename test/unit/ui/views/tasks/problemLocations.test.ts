import assert from 'node:assert/strict';
import { linesOf, problemLocations } from '../../../../../src/ui/views/tasks/problemLocations.ts';
import { taskFileOf } from '../../../../../src/ui/views/tasks/taskFile.ts';
import { FakeTaskWorkspace } from '../../../../fakes/fakeTasks.ts';

const text = `{
  "id": "a",
  "id": "b",
  "priority": "high",
  "tags": "web",
  "history": [
    {"status": "inbox", "at": "soon"}
  ],
  "context": {"x": -Infinity, "text": "NaN"}
}`;
const task = {
  id: 'b',
  priority: 'high',
  tags: 'web',
  history: [{ status: 'inbox', at: 'soon' }],
  context: {},
};

const found = (code: string) => {
  const places = problemLocations(text, code, { ...base, ...task });
  return linesOf(text, places).map(({ line, column, end }) => {
    const line1 = text.split('\n')[line - 1] ?? '';
    return `${line}: ${line1.slice(column - 1, end - 1)}`;
  });
};
const base = {
  title: 't',
  created_by: 'm',
  status: 'inbox',
  description: '',
  assigned_to: null,
  parent_id: null,
  retry_count: 0,
  max_retries: 3,
  created_at: null,
  updated_at: null,
};

describe('where the problems of a task’s file stand', () => {
  it('is at the value that is wrong', () => {
    assert.deepEqual(found('bad_priority'), ['4: "high"']);
    assert.deepEqual(found('wrong_type'), ['5: "web"']);
    assert.deepEqual(found('bad_time'), ['7: "soon"']);
    assert.deepEqual(found('duplicate_keys'), ['3: "id"']);
    assert.deepEqual(found('nonstandard_number'), ['9: -Infinity']);
    assert.deepEqual(found('duplicate_id'), ['3: "b"']);
    assert.deepEqual(found('not_utf8'), []);
  });

  it('counts lines however they end', () => {
    assert.deepEqual(linesOf('a\r\nb\rc\nd', [{ start: 7, end: 8 }]), [{ line: 4, column: 1, end: 2 }]);
  });
});

describe('the task that a path is', () => {
  it('is found by its workspace and folder, through its real path too, and nothing else is one', () => {
    const workspace = { ...new FakeTaskWorkspace().now, folder: '/link/ops/', key: '/real/ops|tasks' };
    const of = (path: string) => {
      const file = taskFileOf(path, [workspace]);
      return file === undefined ? undefined : `${file.folder} ${file.id}`;
    };
    assert.equal(of('/link/ops/inbox/a.b.json'), 'inbox a.b');
    assert.equal(of('/real/ops/agents/scout.json'), 'agents scout');
    assert.equal(of('/real/ops/inbox/a.tmp'), undefined);
    assert.equal(of('/real/ops/other/a.json'), undefined);
    assert.equal(of('/real/ops/x/inbox/a.json'), undefined);
    assert.equal(of('/elsewhere/inbox/a.json'), undefined);
  });
});
