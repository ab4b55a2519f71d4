import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { authorNameOf } from '../../../../src/acts/tasks/authorName.ts';
import { draftsFrom, draftsWith, draftsWithout, offered } from '../../../../src/acts/tasks/newTaskDrafts.ts';
import { resultOf } from '../../../../src/acts/tasks/resultText.ts';
import { submitOnce } from '../../../../src/acts/tasks/submitOnce.ts';
import { fieldsOf, type TaskFields } from '../../../../src/acts/tasks/taskFields.ts';
import {
  contextFault,
  emptyForm,
  isListable,
  lastValuesFrom,
  NO_VALUES,
  newTaskOf,
  ofOneLine,
  onOneLine,
  priorityOf,
  tagsOf,
  titleFrom,
} from '../../../../src/acts/tasks/taskForm.ts';
import { jsonFaultWords } from '../../../../src/ui/commands/tasks/jsonWords.ts';
import { overDrafts } from '../../../../src/ui/commands/tasks/overDrafts.ts';
import { valuesLine } from '../../../../src/ui/kit/words/taskFormWords.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('the form of a task', () => {
  it('reads what people type', () => {
    assert.deepEqual(['5', ' p1 ', '-2', '0', 'high', '1.5', ''].map(priorityOf), [
      5,
      1,
      -2,
      0,
      null,
      null,
      null,
    ]);
    assert.deepEqual(tagsOf('web, #api ,, two words '), ['web', 'api', 'two words']);
    assert.equal(isListable(['web', 'a,b']), false);
    assert.equal(titleFrom('  // TODO: round invoices '), 'TODO: round invoices');
    assert.equal(titleFrom('# Heading'), 'Heading');
    assert.equal(titleFrom('/* note */'), 'note');
  });

  it('keeps the lines of a text in a box of one line', () => {
    const text = 'one\n\n  two ⟶ three\nfour';
    assert.equal(ofOneLine(onOneLine(text)), text);
  });

  it('says in one row what the next task takes from the last', () => {
    assert.equal(
      valuesLine(emptyForm({ assignedTo: null, priority: 5, tags: ['web'] }), 'ops'),
      'for anyone · P5 · #web · ops',
    );
    const form = { ...emptyForm(), assignedTo: 'scout', description: 'x', context: '{"a": 1}' };
    assert.equal(valuesLine(form, 'ops'), 'for scout · P5 · with a description · with a context · ops');
  });

  it('says where a context stops being JSON', () => {
    const text = '{"sizes": [1, 2}';
    const fault = contextFault(text);
    assert.ok(fault !== null && fault.fault !== 'not-an-object');
    assert.equal(jsonFaultWords(text, fault.fault, fault.at), 'Not JSON at character 16: “izes": [1, 2▸}”');
    assert.deepEqual(contextFault('[1]'), { fault: 'not-an-object' });
    assert.equal(contextFault(''), null);
    assert.equal(contextFault('{"n": 1e400}'), null);
    const open = '{"a": ';
    const early = contextFault(open);
    assert.ok(early !== null && early.fault !== 'not-an-object');
    assert.equal(jsonFaultWords(open, early.fault, early.at), 'Not JSON yet: it stops too early');
  });

  const blank = fieldsOf(emptyForm());
  const typed = (fields: Partial<TaskFields>): TaskFields => ({ ...blank, ...fields });

  it('takes of the last task only what can be a value', () => {
    const last = { assignedTo: 'scout', priority: 2, tags: ['web'] };
    assert.deepEqual(lastValuesFrom({ ...last, title: 'T' }), last);
    assert.deepEqual(lastValuesFrom({ assignedTo: 3, priority: 'high', tags: [1] }), NO_VALUES);
    assert.deepEqual(lastValuesFrom(undefined), NO_VALUES);
  });

  it('reads a draft of any shape, and keeps all that were begun, the newest first', () => {
    const draft = (id: string, title: string) => ({ id: id.repeat(32), fields: typed({ title }) });
    let text = '';
    for (const id of ['1', '2', '3', '4', '5', '6']) text = draftsWith(draftsFrom(text), draft(id, `T${id}`));
    assert.deepEqual(
      draftsFrom(text).map(({ fields: { title } }) => title),
      ['T6', 'T5', 'T4', 'T3', 'T2', 'T1'],
    );
    text = draftsWith(draftsFrom(text), draft('4', 'T4, more'));
    assert.equal(draftsFrom(text)[0]?.fields.title, 'T4, more');
    assert.equal(draftsFrom(text).length, 6);
    assert.equal(draftsFrom(draftsWithout(draftsFrom(text), '4'.repeat(32))).length, 5);
    assert.deepEqual(draftsFrom('not json'), []);
    assert.deepEqual(draftsFrom('[{"id": 3}, null, {"id": "../x", "fields": {}}]'), []);
    assert.equal(draftsWithout(draftsFrom(draftsWith([], draft('1', 'T'))), '1'.repeat(32)), '');
  });

  it('survives a reload with what is half typed', () => {
    const draft = { id: '1'.repeat(32), fields: typed({ context: '{"a"', priority: 'P', parent: 'Invo' }) };
    assert.deepEqual(draftsFrom(draftsWith([], draft)), [draft]);
  });

  it('offers no draft that a window is sending, and drops it only as it was sent', () => {
    const [id, other] = ['1'.repeat(32), '2'.repeat(32)];
    const fields = typed({ title: 'First' });
    const text = draftsWith(draftsFrom(draftsWith([], { id: other, fields })), { id, fields, sentAt: 5_000 });
    const ids = (now: number) => offered(draftsFrom(text), now).map((draft) => draft.id);
    assert.deepEqual(ids(5_100), [other]);
    // Its window is gone.
    assert.deepEqual(ids(100_000), [id, other]);
    assert.deepEqual(
      draftsFrom(draftsWithout(draftsFrom(text), id, fields)).map((draft) => draft.id),
      [other],
    );
    const more = draftsFrom(draftsWithout(draftsFrom(text), id, { ...fields, title: 'Second' }));
    assert.equal(more.length, 2);
  });
});

describe('what was typed for an act on a task', () => {
  const root = tempFolder();

  it('is of no use once the task is done and stands nowhere else', async () => {
    const folder = makeWorkspace(root(), {
      'done/x.json': taskText('x'),
      'done/twin.json': taskText('twin'),
      'inbox/twin.json': taskText('twin'),
      'inbox/waits.json': taskText('waits'),
    });
    const workspace = await readTasks(folder, openFor(root(), folder));
    const key = (verb: string, id: string) => `tasks|${verb}|${workspace.key}|${id}`;
    const keys = ['x', 'twin', 'waits', 'unknown'].map((id) => key('edit', id));
    assert.deepEqual(overDrafts([...keys, key('agent', 'x'), 'tasks|new'], [workspace]), [key('edit', 'x')]);
  });
});

describe('a result', () => {
  it('is JSON where it begins so, else text, and nothing where it is empty', () => {
    const value = (typed: string): unknown => {
      const result = resultOf(typed);
      return result.ok ? result.value : 'fault';
    };
    assert.equal(value('  '), null);
    assert.equal(value('42 files'), '42 files');
    assert.equal(value(' {not json'), '{not json');
    assert.equal(value('{not json'), 'fault');
    assert.equal(typeof value('{"files": 42}'), 'object');
  });
});

describe('the person’s name', () => {
  it('is the setting’s, else the system’s, and never one that could not be a file’s', () => {
    assert.equal(authorNameOf(' mira ', 'root'), 'mira');
    assert.equal(authorNameOf('', 'root'), 'root');
    assert.equal(authorNameOf('', 'DOMAIN\\mira'), undefined);
    assert.equal(authorNameOf('../mira', 'root'), undefined);
    assert.equal(authorNameOf('', null), undefined);
  });
});

describe('what a form writes', () => {
  const root = tempFolder();

  it('is a task as it was filled in, numbers as they were typed', async () => {
    const folder = makeWorkspace(root());
    const tasks = openFor(root(), folder);
    const form = {
      ...emptyForm(),
      title: ' Choose ',
      tags: ['web'],
      context: '{"sizes": [1.0, 12345678901234567890]}',
    };
    const sent = await tasks.submit(newTaskOf(form, 'x', 'mira'));
    assert.ok(sent.ok);
    const text = fs.readFileSync(path.join(folder, 'inbox/x.json'), 'utf8');
    assert.match(text, /1\.0,\s+12345678901234567890/);
    assert.match(text, /"title": "Choose"/);
  });

  it('is one task, however often it is sent, also once an agent has taken it', async () => {
    const folder = makeWorkspace(root());
    const tasks = openFor(root(), folder);
    const form = { ...emptyForm(), title: 'Once', tags: ['web'], context: '{"sizes": [1.0]}' };
    const newId = () => assert.fail('It has its id.');
    assert.deepEqual(await submitOnce(tasks, form, 'x', 'mira', newId), { ok: true, value: 'x' });
    assert.deepEqual(await submitOnce(tasks, form, 'x', 'mira', newId), { ok: true, value: 'x' });
    assert.ok((await tasks.claim('x', 'scout')).ok);
    assert.deepEqual(await submitOnce(tasks, form, 'x', 'mira', newId), { ok: true, value: 'x' });
    assert.deepEqual(await tasks.list('inbox'), []);
    assert.deepEqual(await tasks.list('active'), ['x']);
    const refused = await submitOnce(tasks, form, '../x', 'mira', newId);
    assert.ok(!refused.ok);
    assert.equal(refused.code, 'invalid-id');
  });

  it('gets an id of its own where another task has the one that was meant', async () => {
    const folder = makeWorkspace(root());
    const tasks = openFor(root(), folder);
    const first = { ...emptyForm(), title: 'First' };
    const send = (form: typeof first, id: string) => submitOnce(tasks, form, 'x', 'mira', () => id);
    assert.deepEqual(await send(first, 'no'), { ok: true, value: 'x' });
    assert.deepEqual(await send({ ...first, title: 'Second' }, 'y'), { ok: true, value: 'y' });
    assert.deepEqual(await send({ ...first, description: 'More' }, 'z'), { ok: true, value: 'z' });
    assert.deepEqual(await send({ ...first, priority: 1 }, 'u'), { ok: true, value: 'u' });
    assert.deepEqual(new Set(await tasks.list('inbox')), new Set(['x', 'y', 'z', 'u']));
    assert.equal((await tasks.get('x'))?.task['title'], 'First');
  });
});
