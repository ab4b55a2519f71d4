import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { AnswerFiles } from '../../../../src/workspace/kept/answerFiles.ts';
import { FaultyFiles } from '../../../fakes/faultyFiles.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

interface Target {
  key: string;
  name: string;
}

describe('the documents that answers are written in', () => {
  const temp = tempFolder();

  function open(files = nodeFiles): AnswerFiles<Target> {
    return new AnswerFiles<Target>({
      folder: join(temp(), 'answers'),
      files,
      extension: '.answer',
      nameOf: ({ name }) => name,
      parse: (value) =>
        typeof value === 'object' && value !== null && 'key' in value ? (value as Target) : null,
    });
  }

  it('are for their person alone, named so that no id leads elsewhere, and say what they are about after a reload', async () => {
    const files = open();
    const target = { key: 'w', name: 'answer to ../a:b' };
    assert.equal((await files.write(target, 'above\nbelow')).ok, true);
    const path = files.path(target);
    assert.equal(basename(path), 'answer to ..-a-b.answer');
    assert.equal(files.owns(path), true);
    assert.equal(await fs.readFile(path, 'utf8'), 'above\nbelow');
    assert.equal((await fs.stat(path)).mode & 0o777, 0o600);
    assert.equal((await fs.stat(dirname(path))).mode & 0o777, 0o700);
    assert.deepEqual(await open().target(path), target);
  });

  it('leave nothing behind when they go', async () => {
    const files = open();
    const target = { key: 'w', name: 'note' };
    await files.write(target, 'x');
    await files.remove(files.path(target));
    assert.deepEqual(await fs.readdir(join(temp(), 'answers')), []);
    assert.equal(await files.target(files.path(target)), undefined);
  });

  it('are none of ours elsewhere, and where what they are about cannot be told', async () => {
    const files = open();
    const target = { key: 'w', name: 'note' };
    await files.write(target, 'x');
    const path = files.path(target);
    assert.equal(files.owns(join(temp(), 'note.answer')), false);
    await files.remove(join(temp(), 'note.answer'));
    await fs.writeFile(join(dirname(path), 'target.json'), '{');
    assert.equal(await files.target(path), undefined);
  });

  it('are refused where the disk is full', async () => {
    const full = new FaultyFiles(nodeFiles, { at: 0, name: 'file.write', cut: 'before', error: 'ENOSPC' });
    const written = await open(full).write({ key: 'w', name: 'note' }, 'x');
    assert.equal(written.ok === false && written.args['errno'], 'ENOSPC');
  });
});
