import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { tasks } from '../../../../src/protocol/index.ts';
import { initializeTasks } from '../../../../src/protocol/tasks/initialize.ts';
import { JsonText } from '../../../../src/protocol/tasks/jsonValues.ts';
import { makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const SEVEN = ['active', 'agents', 'blocked', 'done', 'failed', 'feedback', 'inbox'];

describe('a folder that becomes a task workspace', () => {
  const root = tempFolder();

  it('gets the seven folders, those that are there left as they are', async () => {
    fs.mkdirSync(path.join(root(), 'inbox'));
    fs.writeFileSync(path.join(root(), 'inbox/x.json'), taskText('x'));
    const made = await tasks.initialize(root());
    assert.ok(made.ok);
    assert.deepEqual(
      made.value.sort(),
      SEVEN.filter((name) => name !== 'inbox'),
    );
    assert.deepEqual(fs.readdirSync(root()).sort(), SEVEN);
    assert.equal(fs.readFileSync(path.join(root(), 'inbox/x.json'), 'utf8'), taskText('x'));
    const again = await tasks.initialize(root());
    assert.ok(again.ok);
    assert.deepEqual(again.value, []);
  });

  it('is left alone where a file or a link has one of the names, and where there is none', async () => {
    fs.writeFileSync(path.join(root(), 'failed'), '');
    const file = await tasks.initialize(root());
    assert.ok(!file.ok);
    assert.deepEqual([file.code, file.args], ['exists', { folder: 'failed' }]);
    fs.rmSync(path.join(root(), 'failed'));
    fs.symlinkSync(path.join(root(), 'elsewhere'), path.join(root(), 'agents'));
    const link = await tasks.initialize(root());
    assert.ok(!link.ok);
    assert.deepEqual([link.code, link.args], ['link', { file: 'agents' }]);
    assert.deepEqual(fs.readdirSync(root()), ['agents']);
    const none = await tasks.initialize(path.join(root(), 'none'));
    assert.ok(!none.ok);
    assert.equal(none.code, 'gone');
    const ofFile = await tasks.initialize(import.meta.filename);
    assert.equal(ofFile.ok, false);
  });

  it('says what the system refused', async () => {
    const mkdir = async () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'mkdir' });
    };
    const made = await initializeTasks(root(), { files: { ...nodeFiles, mkdir } });
    assert.ok(!made.ok);
    assert.deepEqual([made.code, made.args], ['io', { errno: 'ENOSPC', call: 'mkdir' }]);
  });
});

describe('a value given as its JSON text', () => {
  const root = tempFolder();

  it('is written as it was spelled, and checked like any other', async () => {
    const folder = makeWorkspace(root(), { 'inbox/x.json': taskText('x') });
    const open = openFor(root(), folder);
    const context = JsonText.of('{"a": 1.0, "b": 1E5, "c": 10000000000000000000001}');
    assert.ok(context.ok);
    assert.ok((await open.edit('x', { context: context.value })).ok);
    assert.match(
      fs.readFileSync(path.join(folder, 'inbox/x.json'), 'utf8'),
      /"a": 1\.0,\s+"b": 1E5,\s+"c": 10000000000000000000001/,
    );
    const list = JsonText.of('[1]');
    assert.ok(list.ok);
    const refused = await open.edit('x', { context: list.value });
    assert.ok(!refused.ok);
    assert.deepEqual(refused.args, { field: 'context' });
    assert.equal(JsonText.of('{"a": 1,}').ok, false);
  });
});
