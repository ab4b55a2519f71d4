import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { contextText } from '../../../../src/acts/tasks/contextText.ts';
import { draftsFrom, draftsWith, draftsWithout, offered } from '../../../../src/acts/tasks/newTaskDrafts.ts';
import { nameOf } from '../../../../src/acts/tasks/personNameOf.ts';
import { resultOf } from '../../../../src/acts/tasks/resultText.ts';
import { submitOnce } from '../../../../src/acts/tasks/submitOnce.ts';
import {
  changesOf,
  contextFault,
  emptyForm,
  formFrom,
  isListable,
  newTaskOf,
  ofOneLine,
  onOneLine,
  priorityOf,
  tagsOf,
  titleFrom,
} from '../../../../src/acts/tasks/taskForm.ts';
import {
  boxText,
  firstUnfinished,
  type TypedField,
  typeInto,
} from '../../../../src/acts/tasks/typedFields.ts';
import { jsonFaultWords } from '../../../../src/text/jsonWords.ts';
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

  it('reads a draft of any shape, and keeps all that were begun, the newest first', () => {
    const form = formFrom({ title: 'T', priority: 'high', tags: [1], assignedTo: 3 }, emptyForm());
    assert.deepEqual(form, { ...emptyForm(), title: 'T' });
    const draft = (id: string, title: string) => ({ id: id.repeat(32), form: { ...emptyForm(), title } });
    let text = '';
    for (const id of ['1', '2', '3', '4', '5', '6']) text = draftsWith(draftsFrom(text), draft(id, `T${id}`));
    assert.deepEqual(
      draftsFrom(text).map(({ form: { title } }) => title),
      ['T6', 'T5', 'T4', 'T3', 'T2', 'T1'],
    );
    text = draftsWith(draftsFrom(text), draft('4', 'T4, more'));
    assert.equal(draftsFrom(text)[0]?.form.title, 'T4, more');
    assert.equal(draftsFrom(text).length, 6);
    assert.equal(draftsFrom(draftsWithout(draftsFrom(text), '4'.repeat(32))).length, 5);
    assert.deepEqual(draftsFrom('not json'), []);
    assert.equal(draftsWith([], draft('1', ' ')), '');
  });

  it('offers no draft that a window is sending, and drops it only as it was sent', () => {
    const [id, other] = ['1'.repeat(32), '2'.repeat(32)];
    const form = { ...emptyForm(), title: 'First' };
    const text = draftsWith(draftsFrom(draftsWith([], { id: other, form })), { id, form, sentAt: 5_000 });
    const ids = (now: number) => offered(draftsFrom(text), now).map((draft) => draft.id);
    assert.deepEqual(ids(5_100), [other]);
    // Its window is gone.
    assert.deepEqual(ids(100_000), [id, other]);
    assert.deepEqual(
      draftsFrom(draftsWithout(draftsFrom(text), id, form)).map((draft) => draft.id),
      [other],
    );
    const typed = draftsFrom(draftsWithout(draftsFrom(text), id, { ...form, title: 'Second' }));
    assert.equal(typed.length, 2);
  });
});

describe('what is typed into a field', () => {
  const opened = { form: { ...emptyForm(), title: 'T', description: 'a\r\nb' }, unfinished: {} };
  const typed = (field: TypedField, text: string) => typeInto(opened, field, text, false);

  it('is its value as it is typed, and what was left alone keeps its own breaks', () => {
    assert.equal(typed('description', 'a ⏎ b, and c').form.description, 'a\nb, and c');
    assert.equal(typed('description', 'a ⏎ b').form.description, 'a\r\nb');
    assert.deepEqual(typed('tags', 'web, a').form.tags, ['web', 'a']);
    assert.equal(typed('context', '{"a": 1}').form.context, '{"a": 1}');
  });

  it('is kept where it is no value yet, comes back in its box, and goes when it is one', () => {
    for (const [field, half, whole] of [
      ['context', '{"a": ', '{"a": 1}'],
      ['priority', '1', '10'],
      ['assignedTo', 'sco', 'scout'],
    ] as const) {
      const filled = typed(field, half);
      assert.deepEqual(filled.form, opened.form);
      assert.equal(boxText(filled, field), half);
      assert.equal(firstUnfinished(filled), field);
      const entered = typeInto(filled, field, whole, true);
      assert.equal(String(entered.form[field]), whole);
      assert.equal(firstUnfinished(entered), undefined);
      assert.equal(firstUnfinished(typeInto(filled, field, '', false)), undefined);
    }
  });

  it('survives a reload with its draft, also where nothing else was typed', () => {
    const draft = { id: '1'.repeat(32), form: emptyForm(), unfinished: { context: '{"a"' } };
    assert.deepEqual(draftsFrom(draftsWith([], draft)), [draft]);
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
    assert.equal(nameOf(' mira ', 'root'), 'mira');
    assert.equal(nameOf('', 'root'), 'root');
    assert.equal(nameOf('', 'DOMAIN\\mira'), undefined);
    assert.equal(nameOf('../mira', 'root'), undefined);
    assert.equal(nameOf('', null), undefined);
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

  it('is only what differs: of a context that was looked at and left, nothing', async () => {
    const context = '"context": {"ratio": 1.0, "big": 12345678901234567890}';
    const text = taskText('x').replace('"context": {}', context);
    const folder = makeWorkspace(root(), { 'inbox/x.json': text });
    const tasks = openFor(root(), folder);
    const workspace = await readTasks(folder, tasks);
    const row = workspace.row('inbox', 'x');
    assert.ok(row);
    const read = await contextText({ workspace, row });
    assert.deepEqual(read, { ok: true, text: '{"ratio": 1.0, "big": 12345678901234567890}' });
    assert.ok(read.ok);
    const before = { ...emptyForm(), title: 'A task', context: read.text };
    assert.deepEqual(
      changesOf(before, { ...before, context: ' {"ratio":1.0,"big":12345678901234567890}' }),
      {},
    );
    const change = changesOf(before, {
      ...before,
      context: read.text.replace('"ratio": 1.0', '"ratio": 1.50'),
    });
    const done = await tasks.edit('x', change, { seen: row.version });
    assert.ok(done.ok);
    assert.match(
      fs.readFileSync(path.join(folder, 'inbox/x.json'), 'utf8'),
      /"ratio": 1\.50,\s+"big": 12345678901234567890/,
    );
    const again = await contextText({ workspace, row });
    assert.deepEqual(again, { ok: false, code: 'changed' });
  });
});
