import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import type { Result } from '../../../../src/protocol/lib/result.ts';
import type { TaskFolder } from '../../../../src/protocol/tasks/taskModel.ts';
import { FaultyFiles, withoutSync } from '../../../fakes/faultyFiles.ts';
import { FAULT_CASES, runFaults } from '../../../fakes/taskFaults.ts';
import { claimed, filesOf, makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const ACTIVE = taskText('x', { history: [claimed('coder')] });

// All faults at all calls are for `npm test`: test/interop/taskFaults.test.ts.
describe('an act on a task that fails', () => {
  const root = tempFolder();

  for (const name of Object.keys(FAULT_CASES)) {
    it(`${name}: the next scan names what a crash or an error leaves, and mending loses nothing`, async () => {
      assert.ok((await runFaults(root(), name, false)) > 5);
    }).timeout(120_000);
  }

  it('is tried again where a scanner denies the rename twice and then lets go', async () => {
    const folder = makeWorkspace(root(), { 'active/x.json': ACTIVE });
    const fault = { at: 0, name: 'rename', cut: 'before', error: 'EPERM', times: 2 } as const;
    const files = new FaultyFiles(withoutSync(nodeFiles), fault);
    assert.ok((await openFor(root(), folder, {}, { files }).complete('x', 1)).ok);
    assert.ok(files.struck);
    assert.deepEqual(Object.keys(filesOf(folder)), ['done/x.json']);
  });

  it('says which call failed and why, and leaves the file as it was', async () => {
    const said: string[] = [];
    for (const [name, at, error] of [
      ['file.write', 1, 'ENOSPC'],
      ['open', 2, 'EROFS'],
      ['rename', 1, 'EXDEV'],
    ] as const) {
      const folder = makeWorkspace(root(), { 'active/x.json': ACTIVE });
      const files = new FaultyFiles(withoutSync(nodeFiles), { at, name, cut: 'before', error });
      const result = await openFor(root(), folder, {}, { files }).complete('x', 1);
      said.push(
        result.ok ? 'ok' : `${result.code} ${String(result.args['errno'])} ${String(result.args['call'])}`,
      );
      assert.deepEqual(filesOf(folder), { 'active/x.json': ACTIVE });
    }
    assert.deepEqual(said, ['io ENOSPC file.write', 'io EROFS open', 'io EXDEV rename']);
  });

  it('gives back what it could not write: a claim, a withdrawal, a change', async () => {
    const waiting = taskText('x');
    const acts: ((tasks: TaskFolder) => Promise<Result<unknown>>)[] = [
      (tasks) => tasks.claim('x', 'me'),
      (tasks) => tasks.withdraw('x', 'me'),
      (tasks) => tasks.edit('x', { title: 'Other' }),
      (tasks) => tasks.release('x'),
    ];
    for (const act of acts) {
      for (const name of ['file.write', 'rename']) {
        const folder = makeWorkspace(root(), { 'inbox/x.json': waiting });
        const files = new FaultyFiles(withoutSync(nodeFiles), { at: 1, name, cut: 'before', error: 'EIO' });
        const result = await act(openFor(root(), folder, {}, { files }));
        assert.equal(result.ok || result.code, 'io');
        assert.deepEqual(filesOf(folder), { 'inbox/x.json': waiting });
      }
    }
  });

  it('leaves a change aside where something else took its place meanwhile', async () => {
    const folder = makeWorkspace(root(), { 'inbox/x.json': taskText('x') });
    const link = async (from: string, to: string) => {
      fs.writeFileSync(to, taskText('x', { title: 'Sent again' }));
      await nodeFiles.link(from, to);
    };
    const tasks = openFor(root(), folder, {}, { files: { ...nodeFiles, link } });
    const result = await tasks.edit('x', { title: 'Other' });
    assert.deepEqual(result.ok || [result.code, result.args], ['exists', { folder: 'inbox' }]);
    const titles = (await tasks.scan()).tasks.map(({ task, problem }) => [task?.['title'], problem]);
    assert.deepEqual(titles.sort(), [
      ['Other', 'edit_interrupted'],
      ['Sent again', null],
    ]);
  });
});
