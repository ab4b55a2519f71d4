import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorkspace, taskText } from '../fakes/taskWorkspace.ts';
import { until } from '../fakes/until.ts';
import { ensurePython } from '../interop/python.ts';
import { useEditor } from './story.ts';

const FOLDERS = ['inbox', 'active', 'done', 'failed', 'blocked', 'feedback', 'agents'];

interface Task {
  title: string;
  assigned_to: string | null;
  result: unknown;
  context: Record<string, unknown>;
  history: { status: string; at: string; claimed_by?: string }[];
}

/** The only task in one folder of a workspace, once it is there. */
function taskIn(workspace: string, folder: string): Promise<Task> {
  return until(
    `a task in ${folder}`,
    async () => {
      const names = (await readdir(join(workspace, folder))).filter((name) => name.endsWith('.json'));
      assert.equal(names.length, 1);
      return JSON.parse(await readFile(join(workspace, folder, names[0] ?? ''), 'utf8')) as Task;
    },
    60_000,
  );
}

describe('tasks', () => {
  const story = useEditor();
  const agents: ChildProcess[] = [];

  /** Agents on the peer's own library, until the test ends. */
  async function startAgents(workspace: string, names: readonly string[], step: number): Promise<void> {
    const python = await ensurePython();
    for (const name of names) {
      const script = join(import.meta.dirname, 'taskAgents.py');
      agents.push(
        spawn(python, [script, workspace, name, String(step)], { stdio: ['ignore', 'ignore', 'inherit'] }),
      );
    }
  }

  afterEach(() => {
    for (const agent of agents.splice(0)) agent.kill();
  });

  it('go from the palette to agents of the peer, ask, are answered by the toast’s option, and are done', async () => {
    const folder = await story.folder('webshop');
    const workspace = join(folder, 'ops');
    for (const name of FOLDERS) await mkdir(join(workspace, name), { recursive: true });
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Tasks', 'Waiting');
    await window.command('Quarterdeck: Submit Task…');
    await window.quickRow('for anyone · P5');
    await window.type('Choose a banner');
    await window.press('Enter');
    await window.rowIs('Tasks', 'Waiting 1');
    assert.equal((await taskIn(workspace, 'inbox')).title, 'Choose a banner');
    await startAgents(workspace, ['scout', 'scribe'], 1);
    await window.rowIs('Tasks', 'Active 1');
    await window.rowIs('Tasks', 'Waits for you 1');
    await window.rowIs('Needs You', 'Blue or white?');
    await window.toast('Blue or white?').waitFor({ timeout: 30_000 });
    await window.picture('tasks-toast');
    await window.clickToast('Blue or white?', 'white');
    const done = await taskIn(workspace, 'done');
    assert.deepEqual(done.result, { by: done.assigned_to, colour: 'white' });
    assert.equal(done.context['_feedback_response'], 'white');
    assert.deepEqual(
      done.history.map((entry) => entry.status),
      ['pending', 'inbox', 'active', 'feedback', 'inbox', 'active', 'done'],
    );
    await window.rowIs('Tasks', 'Done 1');
    await window.picture('tasks-done');
  });

  it('are dragged to where there is a way, and elsewhere stay and hear why', async () => {
    const folder = await story.folder('webshop');
    const at = '2026-11-30T12:02:00.000001+00:00';
    const history = [{ status: 'failed', at, error: 'RateLimitError 429' }];
    const ops = makeWorkspace(folder, {
      'failed/a.json': taskText('a', { title: 'Fix rounding', status: 'failed', history }),
      'blocked/b.json': taskText('b', { title: 'Ask the bank' }),
    });
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Tasks', 'Failed 1');
    await window.expand('Tasks', 'Failed');
    await window.rowIs('Tasks', 'Fix rounding');
    const before = await readFile(join(ops, 'failed/a.json'), 'utf8');
    await window.drag('Tasks', 'Fix rounding', 'Done');
    await window.toast('only an active task can be completed').waitFor();
    assert.equal(await readFile(join(ops, 'failed/a.json'), 'utf8'), before);
    await window.drag('Tasks', 'Fix rounding', 'Waiting');
    const retried = await taskIn(ops, 'inbox');
    assert.equal(retried.title, 'Fix rounding');
    assert.deepEqual((await readdir(join(ops, 'failed'))).length, 0);
    await window.rowIs('Tasks', 'Waiting 1');
  });

  it('open a page that goes on with them, and their file for reading only', async () => {
    const folder = await story.folder('webshop');
    const title = 'Fix rounding [x](command:quarterdeck.view.refresh) $(zap)';
    const ops = makeWorkspace(folder, { 'inbox/a.json': taskText('a', { title, tags: ['web'] }) });
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.expand('Tasks', 'Waiting');
    await window.row('Tasks', 'Fix rounding').click();
    await window.page.locator('.view-line', { hasText: '#web' }).waitFor();
    assert.equal(await window.page.locator('.detected-link, .codicon-zap').count(), 0);
    const task = JSON.parse(await readFile(join(ops, 'inbox/a.json'), 'utf8')) as Task;
    task.history.push({ status: 'active', at: new Date().toISOString(), claimed_by: 'scout' });
    await writeFile(join(ops, 'active/a.tmp'), JSON.stringify(task, null, 2));
    await rename(join(ops, 'active/a.tmp'), join(ops, 'active/a.json'));
    await rm(join(ops, 'inbox/a.json'));
    await window.page.locator('.view-line', { hasText: 'scout' }).first().waitFor();
    await window.rowIs('Tasks', 'Active 1');
    await window.expand('Tasks', 'Active');
    await window.pickMenu('Tasks', 'Fix rounding', 'Open JSON');
    await window.page.locator('.view-line', { hasText: '"claimed_by"' }).waitFor();
    await window.focusEditor();
    await window.type('x');
    await window.page.locator('.monaco-editor-overlaymessage', { hasText: 'Edit Task… changes' }).waitFor();
  });
});
