import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { initializeWorkspace } from '../../../../src/acts/tasks/initializeWorkspace.ts';
import { isRegistered, registerNewAgent } from '../../../../src/acts/tasks/registerNewAgent.ts';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import type { TaskFolder } from '../../../../src/protocol/tasks/taskModel.ts';
import { taskWorkspaceKey } from '../../../../src/workspace/tasks/taskWorkspace.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { makeWorkspace, openFor } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('an agent that a person registers', () => {
  const root = tempFolder();

  it('gets a file of its own, and never that of another', async () => {
    const folder = makeWorkspace(root(), { 'agents/Scout.json': 'half a fi' });
    const tasks = openFor(root(), folder);
    const workspace = await readTasks(folder, tasks);
    const store = { act: <T>(_: string, run: (of: TaskFolder) => Promise<T>) => run(tasks) };
    const register = (name: string, role: string) =>
      registerNewAgent(store, nodeFiles, workspace, { name, role });
    assert.equal(isRegistered(workspace, 'scout'), true);
    assert.equal(isRegistered(workspace, 'scribe'), false);
    const refused = await register('scout', 'worker');
    assert.deepEqual(!refused.ok && [refused.code, refused.args], ['exists', { folder: 'agents' }]);
    assert.equal(fs.readFileSync(path.join(folder, 'agents/Scout.json'), 'utf8'), 'half a fi');
    assert.ok((await register(' scribe ', ' ')).ok);
    const made = JSON.parse(fs.readFileSync(path.join(folder, 'agents/scribe.json'), 'utf8')) as object;
    assert.equal('role' in made && made.role, 'worker');
    const again = await register('scribe', 'boss');
    assert.equal(!again.ok && again.code, 'exists');
  });
});

describe('a folder that becomes a task workspace', () => {
  const root = tempFolder();

  it('has its folders, and it is told whether it will be seen', async () => {
    const real = fs.realpathSync(root());
    const folder = path.join(real, 'ops');
    fs.mkdirSync(folder);
    let looks = 0;
    const store = {
      get: () => undefined,
      refresh: async () => {
        looks += 1;
      },
    };
    const made = await initializeWorkspace(store, nodeFiles, folder);
    const value = { wasThere: false, key: taskWorkspaceKey(folder), known: false };
    assert.deepEqual(made, { ok: true, value });
    assert.equal(looks, 1);
    assert.equal(fs.readdirSync(folder).length, 7);
    const again = await initializeWorkspace(store, nodeFiles, folder);
    assert.deepEqual(again, { ok: true, value: { ...value, wasThere: true } });
    const gone = await initializeWorkspace(store, nodeFiles, path.join(folder, 'nowhere'));
    assert.equal(!gone.ok && gone.code, 'gone');
  });
});
