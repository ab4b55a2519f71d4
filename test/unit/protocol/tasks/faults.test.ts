import assert from 'node:assert/strict';
import { nodeFiles } from '../../../../src/protocol/files/port.ts';
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
});
