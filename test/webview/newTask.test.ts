import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TaskFields } from '../../src/acts/tasks/taskFields.ts';
import { ok, refuse } from '../../src/protocol/lib/result.ts';
import type { NewTaskContract } from '../../src/ui/panels/newTask/newTaskMessages.ts';
import { newTaskTexts } from '../../src/ui/panels/newTask/newTaskPanelWords.ts';
import { type FakeNewTask, NEW_ID, opsAndWeb } from '../fakes/fakeNewTask.ts';
import { agentRow, taskRow, taskWorkspace } from '../fakes/shownTasks.ts';
import { until } from '../fakes/until.ts';
import { type PanelOptions, PanelPage } from './panelPage.ts';
import { inPseudoLocale } from './pseudoLocale.ts';
import { themeNames } from './themes.ts';

const HOSTILE =
  '</script><img src="https://example.org/x.png" onerror="document.title = \'run\'">\u202e $(zap)';

const WAITING = {
  title: 'Fix invoice rounding',
  description: 'Half a cent is lost on every invoice in euros.',
  assigned_to: 'scribe',
  priority: 2,
  tags: ['web', 'money'],
};
const WAITING_FIELDS: TaskFields = {
  title: WAITING.title,
  description: WAITING.description,
  assignedTo: 'scribe',
  priority: '2',
  tags: 'web, money',
  parent: '',
  context: '{"currency": "EUR"}',
};

describe('the New Task panel', () => {
  let fake: FakeNewTask;
  const opened: PanelPage<NewTaskContract>[] = [];
  const open = async (options: Partial<PanelOptions<NewTaskContract>> = {}) => {
    const panel = await PanelPage.open<NewTaskContract>({
      script: 'newTask',
      texts: newTaskTexts(),
      handlers: fake.handlers(),
      ...options,
    });
    fake.changed = () => panel.channel.changed();
    // What came while it was being opened.
    fake.changed();
    opened.push(panel);
    return panel;
  };
  /** The form of a task that waits in ops. */
  const edit = async (file?: FakeNewTask['file'], options: Partial<PanelOptions<NewTaskContract>> = {}) => {
    await stands('inbox', {}, {});
    if (file !== undefined) fake.file = file;
    return open({ handlers: fake.editing('aaaa1111').handlers, ...options });
  };
  const stands = async (folder: string, task: Record<string, unknown>, fields: Partial<TaskFields>) => {
    const given = { ...WAITING, ...task };
    fake.list = [await taskWorkspace([taskRow(folder, 'aaaa1111', given)], {}, [agentRow('scout', 1)])];
    fake.file = { fields: { ...WAITING_FIELDS, ...fields }, locked: {} };
    fake.changed();
  };
  const box = (page: Page, name: string) => page.getByLabel(name, { exact: true });
  const says = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
  const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

  beforeEach(async () => {
    fake = await opsAndWeb();
  });

  afterEach(async () => {
    for (const panel of opened.splice(0)) {
      assert.deepEqual(panel.faults, []);
      assert.deepEqual(panel.logged, []);
      await panel.close();
    }
  });

  it('submits what was filled in, by keyboard, then offers to show it and to take it back', async () => {
    const { page } = await open();
    await box(page, 'Title').fill('Fix invoice rounding on the web');
    await box(page, 'Description').fill('Half a cent is lost.');
    await box(page, 'For whom').fill('scribe');
    await box(page, 'Priority').fill('2');
    await page.getByRole('button', { name: '#web' }).click();
    await page.getByText('for scribe · P2 · #web').waitFor();
    await box(page, 'Parent').fill('Invoice export');
    await page.locator('.meant', { hasText: 'Invoice export' }).waitFor();
    await box(page, 'Context').fill('{"currency": "EUR"}');
    await box(page, 'Context').press('Control+Enter');
    await page.getByRole('heading', { name: 'Fix invoice rounding on the web' }).waitFor();
    await says(page, 'Submitted. waits in ops · for scribe · P2');
    assert.equal(fake.done.length, 1);
    assert.match(fake.done[0] ?? '', /"parentId":"aaaa2222","context":"{\\"currency\\": \\"EUR\\"}"/);
    assert.equal(
      await page.evaluate(() => document.activeElement?.id),
      'heading',
      'the focus is at what became of it',
    );
    await page.getByRole('button', { name: 'Show Task' }).click();
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('button', { name: 'Another Task' }).click();
    await until('what was pressed', () =>
      assert.deepEqual(fake.done.slice(1), ['show inbox/0123', 'withdraw 0123', 'another']),
    );
  });

  it('says what is wrong where it is wrong, and not before one has been there', async () => {
    const { page } = await open();
    assert.equal(await page.locator('.field-error').count(), 0);
    await submit(page).click();
    await says(page, 'Not submitted: A task has a title.');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'title');
    await page.locator('.title .field-error', { hasText: 'A task has a title.' }).waitFor();
    assert.equal(await box(page, 'Title').getAttribute('aria-invalid'), 'true');
    await page.keyboard.type('x');
    await page.locator('.title .field-error').waitFor({ state: 'detached' });
    await box(page, 'Context').fill('{\n  "a": nope\n}');
    await submit(page).click();
    await page.locator('.context .field-error', { hasText: 'Line 2, column 8' }).waitFor();
    await page.getByRole('button', { name: 'Go There' }).click();
    const place = await box(page, 'Context').evaluate(
      (field) => (field as HTMLTextAreaElement).selectionStart,
    );
    assert.equal(place, 9);
    assert.deepEqual(fake.done, []);
  });

  it('submits once, and leaves all as it was where that failed', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refuse>>();
    fake.submitting = () => promise;
    const { page } = await open();
    await box(page, 'Title').fill('Fix it');
    await box(page, 'Title').press('Control+Enter');
    const button = page.getByRole('button', { name: 'Submitting…' });
    await button.waitFor();
    await page.keyboard.press('Control+Enter');
    await button.click({ force: true });
    assert.equal(await box(page, 'Title').getAttribute('readonly'), '');
    resolve(refuse('io', 'No space left on the device.'));
    await page.locator('#refusal', { hasText: 'No space left on the device.' }).waitFor();
    assert.equal(await box(page, 'Title').inputValue(), 'Fix it');
    assert.equal(fake.done.length, 1);
    fake.submitting = async () => ok(NEW_ID);
    await submit(page).click();
    await page.getByRole('heading', { name: 'Fix it' }).waitFor();
    assert.equal(fake.done[0], fake.done[1], 'the same task, with the same id');
  });

  it('keeps caret and text while the workspace changes', async () => {
    const { page } = await open();
    await box(page, 'Title').click();
    await page.keyboard.type('a careful title');
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('ArrowLeft');
    fake.list = [
      await taskWorkspace([taskRow('inbox', 'cccc', { tags: ['fresh'] })], {}, [agentRow('scout', 1)]),
      ...fake.list.slice(1),
    ];
    fake.changed();
    await page.getByRole('button', { name: '#fresh' }).waitFor();
    await page.keyboard.type('XY');
    assert.equal(await box(page, 'Title').inputValue(), 'a careful tiXYtle');
  });

  it('is as it was after hiding and a reload, and takes over what is typed elsewhere', async () => {
    const panel = await open();
    const { page } = panel;
    await box(page, 'Title').fill('Fix it');
    await box(page, 'Tags').fill('web, mon');
    await page.getByText('kept ').waitFor();
    await panel.hide();
    await panel.load();
    await page.waitForFunction(
      () => (document.getElementById('title') as HTMLInputElement).value === 'Fix it',
    );
    assert.equal(await box(page, 'Tags').inputValue(), 'web, mon');
    fake.typeElsewhere({ title: 'From the pick' });
    await page.waitForFunction(
      () => (document.getElementById('title') as HTMLInputElement).value === 'From the pick',
    );
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForFunction(() => (document.getElementById('title') as HTMLInputElement).value === '');
    assert.equal(fake.keptFields, undefined);
  });

  it('goes to the workspace that is chosen', async () => {
    const { page } = await open();
    await page.getByLabel('Workspace').selectOption({ label: 'web' });
    await page.getByText('~/drops/web').waitFor();
    await box(page, 'Title').fill('Fix it');
    await box(page, 'Title').press('Control+Enter');
    await page.getByRole('heading', { name: 'Fix it' }).waitFor();
    assert.match(fake.done[0] ?? '', /^submit 0123 to web/);
  });

  it('says before one types that nothing can be submitted', async () => {
    fake.list = [await taskWorkspace([], { writable: { ok: false, code: 'outside', args: {} } })];
    const { page } = await open();
    await page.locator('.notice', { hasText: 'neither open nor watched' }).waitFor();
    await box(page, 'Title').fill('Fix it');
    await box(page, 'Title').press('Control+Enter');
    await says(page, /neither open nor watched/);
    await page.getByRole('button', { name: 'Add This Folder…' }).click();
    assert.deepEqual(fake.done, ['way out of ops']);
  });

  it('offers to make a workspace where there is none', async () => {
    fake.list = [];
    const { page } = await open();
    await page.getByRole('heading', { name: 'No task workspace is known.' }).waitFor();
    await page.getByRole('button', { name: 'Initialize Task Workspace…' }).click();
    assert.deepEqual(fake.done, ['initialize']);
  });

  it('shows what agents wrote as text and nothing else', async () => {
    const rows = [taskRow('inbox', 'dddd', { title: HOSTILE, tags: [HOSTILE] })];
    fake.list = [
      await taskWorkspace(rows, { folder: `/home/me/${HOSTILE.replaceAll('/', '-')}` }, [
        agentRow('scout', 1),
      ]),
    ];
    const { page, reached } = await open();
    await page.getByRole('button', { name: '#</script><img' }).waitFor();
    await box(page, 'Parent').fill('dddd');
    await page.locator('.meant', { hasText: '<U+202E>' }).waitFor();
    assert.equal(await page.locator('main img, main a, main script').count(), 0);
    assert.notEqual(await page.title(), 'run');
    assert.deepEqual(reached, []);
  });

  it('changes a waiting task: says which, sends what differs, and stands as it was where that failed', async () => {
    const { page } = await edit();
    await page.getByRole('heading', { name: 'Edit task' }).waitFor();
    await page.locator('.edited', { hasText: 'waits in ops · for scribe · P2 · id aaaa1111' }).waitFor();
    assert.equal(await box(page, 'Title').inputValue(), 'Fix invoice rounding');
    assert.equal(await box(page, 'Parent').count(), 0);
    assert.equal(await page.getByLabel('Workspace').count(), 0);
    await page.getByText('Nothing is changed yet.').waitFor();
    await box(page, 'Priority').fill('1');
    await page.getByText('Changes the priority.').waitFor();
    fake.saving = async () => refuse('io', 'No space left on the device.');
    await box(page, 'Priority').press('Control+Enter');
    await page.locator('#refusal', { hasText: 'Not saved: No space left on the device.' }).waitFor();
    assert.equal(await box(page, 'Priority').inputValue(), '1');
    fake.saving = async () => ok(null);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await says(page, 'Saved. waits in ops · for scribe · P2');
    assert.match(fake.done[1] ?? '', /: \{"priority":1\}$/);
    await page.getByRole('button', { name: 'Edit Again' }).click();
    await page.getByRole('heading', { name: 'Edit task' }).waitFor();
  });

  it('says what differs where a task that is changed is another by now, and keeps what was typed', async () => {
    const { page } = await edit();
    await box(page, 'Title').fill('Mine');
    await page.getByText('Changes the title.').waitFor();
    await stands('inbox', { priority: 4 }, { priority: '4' });
    await page.locator('.notice li', { hasText: 'Priority: “2” is “4” by now' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await says(page, /has changed since you began/);
    assert.equal(await box(page, 'Priority').inputValue(), '2');
    await page.getByRole('button', { name: 'Take Over What Changed' }).click();
    await page.locator('.notice').waitFor({ state: 'detached' });
    assert.equal(await box(page, 'Priority').inputValue(), '4');
    assert.equal(await box(page, 'Title').inputValue(), 'Mine');
    await stands('active', {}, {});
    await page
      .locator('.notice', { hasText: 'an agent has taken “Fix invoice rounding” meanwhile' })
      .waitFor();
    await page.getByRole('button', { name: 'Copy Text' }).click();
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await page.getByText('Only a task that waits can be changed.', { exact: true }).waitFor();
    assert.deepEqual(fake.done, ['copy Mine']);
  });

  it('lets nothing be typed where a box can’t hold what is in the file', async () => {
    const file = {
      fields: { ...WAITING_FIELDS, context: '' },
      locked: { context: 'not-an-object' as const },
    };
    const { page } = await edit(file);
    await page.getByText('It is no JSON object: to be changed in its file.').waitFor();
    assert.equal(await box(page, 'Context').getAttribute('readonly'), '');
    assert.equal(await box(page, 'Title').getAttribute('readonly'), null);
  });

  it('can be walked by keyboard alone', async () => {
    const { page } = await open();
    await submit(page).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'title');
    await page.getByLabel('Workspace').focus();
    const ids: string[] = ['workspace'];
    for (let at = 0; at < 10; at += 1) {
      await page.keyboard.press('Tab');
      ids.push(
        await page.evaluate(() => {
          const { activeElement: element } = document;
          return element?.id || (element?.textContent ?? '').replace(/^\p{Co}/u, '');
        }),
      );
    }
    assert.deepEqual(ids, [
      'workspace',
      'title',
      'description',
      'assignedTo',
      'priority',
      'tags',
      '#web',
      '#money',
      'parent',
      'context',
      'Submit',
    ]);
  });

  it('has every word from the host, in the person’s language', async () => {
    await inPseudoLocale(async () => {
      const panel = await open({ texts: newTaskTexts() });
      await panel.page.getByRole('button', { name: '#web' }).waitFor();
      assert.deepEqual(await panel.untranslated(), []);
    });
  });

  for (const name of themeNames()) {
    it(`has no fault that axe finds, in ${name}`, async () => {
      const panel = await open({ theme: name, height: 860 });
      const { page } = panel;
      await box(page, 'Title').fill('Fix invoice rounding on the web');
      await box(page, 'Description').fill(
        'Half a cent is lost on every invoice in euros.\nSee src/money.ts.',
      );
      await box(page, 'For whom').fill('scribe');
      await page.getByRole('button', { name: '#web' }).click();
      await box(page, 'Parent').fill('aaaa2222');
      await box(page, 'Context').fill('{\n  "currency": EUR\n}');
      await box(page, 'Tags').focus();
      await page.locator('.context .field-error').waitFor();
      assert.deepEqual(await panel.axe(), []);
      await panel.picture(`newTask-${name}`);
    });
  }

  for (const name of themeNames()) {
    it(`has no fault that axe finds where a task is changed, in ${name}`, async () => {
      const panel = await edit(undefined, { theme: name, height: 900 });
      const { page } = panel;
      await box(page, 'Title').fill('Fix invoice rounding on the web');
      await box(page, 'Priority').fill('high');
      await box(page, 'Tags').focus();
      await stands('inbox', { assigned_to: 'scout' }, { assignedTo: 'scout' });
      await page.locator('.notice li').waitFor();
      assert.deepEqual(await panel.axe(), []);
      await panel.picture(`editTask-${name}`);
    });
  }

  it('fits 300 pixels and 1600, 200 % zoom, a person’s own colours and fewer movements', async () => {
    for (const [width, forcedColors, scale] of [
      [300, false, 1],
      [450, false, 2],
      [1600, false, 1],
      [640, true, 1],
    ] as const) {
      const panel = await open({ width, forcedColors, scale, reducedMotion: true });
      await panel.page.getByRole('button', { name: '#web' }).waitFor();
      assert.equal(await panel.widerThanPage(), false, String(width));
      await panel.picture(`newTask-${width}`);
      const edited = await edit(undefined, { width, forcedColors, scale, reducedMotion: true });
      await box(edited.page, 'Title').fill('Mine');
      await stands('active', {}, {});
      await edited.page.locator('.notice').waitFor();
      assert.equal(await edited.widerThanPage(), false, String(width));
      await edited.picture(`editTask-${width}`);
    }
  });
});
