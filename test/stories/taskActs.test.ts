import assert from 'node:assert/strict';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorkspace, taskText } from '../fakes/taskWorkspace.ts';
import { until } from '../fakes/until.ts';
import { useEditor } from './story.ts';
import type { Workbench } from './workbench.ts';

interface Written {
  title: string;
  description: string;
  created_by: string;
  priority: number;
  history: { status: string; reason?: string; error?: string; edited?: string[] }[];
}

const at = '2026-11-30T12:02:00.000001+00:00';
const failed = { history: [{ status: 'failed', at, error: 'RateLimitError 429' }] };

async function tasksOf(folder: string, name: string): Promise<Written[]> {
  const files = await readdir(join(folder, name));
  const texts = files.filter((file) => file.endsWith('.json')).map((file) => join(folder, name, file));
  return Promise.all(texts.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Written));
}

/** The editor has read the workspace: its commands are in the palette. */
async function known(window: Workbench): Promise<void> {
  await window.hasCommand('Quarterdeck: Find Task…');
}

describe('acts on tasks', () => {
  const story = useEditor();

  it('submits what is selected with two keys, keeps what was begun, and takes back what was sent', async () => {
    const folder = await story.folder('webshop');
    const ops = makeWorkspace(folder);
    await writeFile(join(folder, 'invoice.ts'), '// Round invoices half up\nexport const cents = 100;\n');
    const window = await story.window({ open: folder });
    await known(window);
    await window.openFile('invoice.ts');
    await window.focusEditor();
    await window.press('Control+A');
    await window.press('Control+K N');
    await window.quickRow('for anyone · P5');
    await window.moment('new-task');
    await window.press('Enter');
    const sent = await until('the task', async () => {
      const [task] = await tasksOf(ops, 'inbox');
      assert.ok(task);
      return task;
    });
    assert.equal(sent.title, 'Round invoices half up');
    assert.match(sent.description, /^invoice\.ts:1-2\n```typescript\n\/\/ Round invoices/);

    await window.command('Quarterdeck: Submit Task…');
    await window.quickRow('for anyone · P5');
    // Keys that come before its text stands in the box would be struck beside it.
    const box = window.page.locator('.quick-input-widget input.input').first();
    await until('the title in the box', async () => (await box.inputValue()) === 'Round invoices half up');
    await window.press('Control+A');
    await until('all of it selected', () =>
      box.evaluate((element) => {
        const input = element as unknown as { selectionStart: number; selectionEnd: number; value: string };
        return input.selectionStart === 0 && input.selectionEnd === input.value.length;
      }),
    );
    await window.type('Begun and left');
    await window.press('Escape');
    const offer = window.page.locator('.statusbar-item', { hasText: 'Submitted to ws: ' });
    await offer.click();
    await offer.waitFor({ state: 'detached' });
    await until('the withdrawn task', async () => {
      const [withdrawn] = await tasksOf(ops, 'blocked');
      assert.ok(withdrawn);
      assert.equal(withdrawn.history.at(-1)?.reason, `withdrawn by ${withdrawn.created_by}`);
    });
    assert.deepEqual(await tasksOf(ops, 'inbox'), []);

    await window.command('Quarterdeck: Submit Task…');
    await window.quickRow('Go on with “Begun and left”');
    // The last row: what the pick holds is in the form, and can be gone on with there.
    await (await window.quickRow('All the rest, in New Task: for anyone · P5')).click();
    const title = window.panel().getByLabel('Title', { exact: true });
    await until('the title in the form', async () =>
      assert.equal(await title.inputValue(), 'Round invoices half up'),
    );
    const description = window.panel().getByLabel('Description', { exact: true });
    assert.match(await description.inputValue(), /^invoice\.ts:1-2\n```typescript\n\/\/ Round invoices/);
    await window.panel().getByLabel('Priority', { exact: true }).fill('2');
    await window.panel().getByText('for anyone · P2').waitFor();
    await title.press('Control+Enter');
    await window.panel().getByRole('heading', { name: 'Round invoices half up' }).waitFor();
    assert.deepEqual(
      (await tasksOf(ops, 'inbox')).map((task) => [task.title, task.priority]),
      [['Round invoices half up', 2]],
    );
  });

  it('retries several with one line about all, and says of one that it was taken meanwhile', async () => {
    const folder = await story.folder();
    const ops = makeWorkspace(
      folder,
      Object.fromEntries(
        ['a', 'b', 'c'].map((id) => [`failed/${id}.json`, taskText(id, { title: `Task ${id}`, ...failed })]),
      ),
    );
    const window = await story.window({ open: folder });
    await known(window);
    await window.command('Quarterdeck: Retry');
    await window.quickRow('Task c');
    for (const title of ['Task a', 'Task b', 'Task c']) await (await window.quickRow(title)).click();
    await window.page.locator('.quick-input-count', { hasText: '3' }).waitFor();
    await rename(join(ops, 'failed/b.json'), join(ops, 'active/b.json'));
    await window.press('Enter');
    await window.toast('2 retried, 1 refused: taken meanwhile').waitFor();
    assert.deepEqual((await tasksOf(ops, 'inbox')).map(({ title }) => title).sort(), ['Task a', 'Task c']);
  });

  it('loses no text when an agent is faster', async () => {
    const folder = await story.folder();
    const ops = makeWorkspace(folder, { 'inbox/a.json': taskText('a', { title: 'Fix rounding' }) });
    const window = await story.window({ open: folder });
    await known(window);
    await window.command('Quarterdeck: Edit Task…');
    await window.quickRow('Fix rounding');
    await window.press('Enter');
    const panel = window.panel();
    const title = panel.getByLabel('Title', { exact: true });
    await until('the title in the form', async () => assert.equal(await title.inputValue(), 'Fix rounding'));
    await title.fill('Fix rounding of invoices');
    await panel.getByText('Changes the title.').waitFor();
    await window.moment('edit-task-form');
    await rename(join(ops, 'inbox/a.json'), join(ops, 'active/a.json'));
    await panel.getByText('an agent has taken “Fix rounding” meanwhile: it is active now.').waitFor();
    await panel.getByRole('button', { name: 'Copy Text' }).click();
    await until('the text in the clipboard', async () =>
      assert.equal(await window.clipboard(), 'Fix rounding of invoices'),
    );
    // It waits again: what was typed is saved, and it says which fields are others.
    await rename(join(ops, 'active/a.json'), join(ops, 'inbox/a.json'));
    await panel.getByText('an agent has taken').waitFor({ state: 'detached' });
    await title.press('Control+Enter');
    await panel.getByRole('button', { name: 'Edit Again' }).waitFor();
    const [saved] = await tasksOf(ops, 'inbox');
    assert.equal(saved?.title, 'Fix rounding of invoices');
    assert.deepEqual(saved?.history.at(-1)?.edited, ['title']);
  });
});

describe('acts on tasks in Restricted Mode', () => {
  const story = useEditor({ trust: true });

  it('say why before anything is typed, and write nothing', async () => {
    const folder = await story.folder();
    const ops = makeWorkspace(folder, { 'failed/a.json': taskText('a', { title: 'Task a', ...failed }) });
    const window = await story.window({ open: folder });
    await window.restricted();
    await known(window);
    for (const command of ['Submit Task…', 'Retry', 'Initialize Task Workspace…']) {
      await window.command(`Quarterdeck: ${command}`);
      await window.toast('Restricted Mode').waitFor();
      // The palette may still be closing; a pick of ours would stay.
      await until(`no pick after ${command}`, async () => !(await window.quickOpen()));
      await window.clearToasts();
    }
    assert.deepEqual((await tasksOf(ops, 'failed')).length, 1);
    assert.deepEqual(await tasksOf(ops, 'inbox'), []);
  });
});
