import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { loops } from '../../../../src/protocol/index.ts';
import { at, makeLoop, started } from '../../../fakes/loopFolder.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('validating', () => {
  const root = tempFolder();

  it('tells of a repository, a .loops folder and one loop, each relative to what was asked', async () => {
    const folder = await makeLoop(root(), [started], 'a');
    await makeLoop(root(), [started], 'b');
    assert.deepEqual(await loops.validate(root()), []);
    await fs.appendFile(path.join(folder, 'events.jsonl'), 'x\n');
    for (const [given, file] of [
      [root(), '.loops/a/events.jsonl'],
      [path.join(root(), '.loops'), 'a/events.jsonl'],
      [folder, 'events.jsonl'],
    ] as const) {
      assert.deepEqual(
        (await loops.validate(given)).map((problem) => [problem.file, problem.line, problem.column]),
        [[file, 2, 1]],
      );
    }
  });

  it('points at the field that is wrong, in loop.json and in a line', async () => {
    const folder = await makeLoop(root(), [{ ts: at(1), event: 'round_started', round: 0 }], 'a');
    const manifest = '{\n  "id": "a",\n  "steps": [\n    {"id": "plan", "kind": "tea"}\n  ]\n}\n';
    await fs.writeFile(path.join(folder, 'loop.json'), manifest);
    const [first, second] = await loops.validate(folder);
    assert.deepEqual([first?.file, first?.line, first?.column, first?.endColumn], ['loop.json', 4, 28, 33]);
    assert.equal(first?.offset, manifest.indexOf('    {'));
    const line = JSON.stringify({ ts: at(1), event: 'round_started', round: 0 });
    assert.deepEqual(
      [second?.file, second?.column, second?.endColumn],
      ['events.jsonl', line.length - 1, line.length],
    );
  });

  it('says that what was asked for is not there, and nothing of a folder without loops', async () => {
    assert.deepEqual(await loops.validate(root()), []);
    const gone = await loops.validate(path.join(root(), 'gone'));
    assert.deepEqual(
      gone.map(({ code, file }) => [code, file]),
      [['missing', '']],
    );
    await fs.writeFile(path.join(root(), 'file'), '');
    const file = await loops.validate(path.join(root(), 'file'));
    assert.deepEqual(
      file.map(({ code }) => code),
      ['not-a-folder'],
    );
  });
});
