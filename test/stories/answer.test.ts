import assert from 'node:assert/strict';
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verify } from '../../src/protocol/loops/signing.ts';
import { until } from '../fakes/until.ts';
import { agentLoop } from './agentLoop.ts';
import { ASK, asking, lines, OPTIONS, openAsking, openPick } from './asking.ts';
import { EDITOR, useEditor } from './story.ts';
import type { Workbench } from './workbench.ts';

/** The answer's document is there and takes keys. */
async function editorReady(window: Workbench): Promise<void> {
  await window.page.locator('.tab.active', { hasText: /^(answer|note) to/ }).waitFor();
  await window.page.locator('.view-line', { hasText: 'Write below' }).waitFor();
  await window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
}

describe('answering', () => {
  const story = useEditor();

  it('takes an option by its number, signed, and says sent, read and taken', async () => {
    const key = await story.writeKey();
    const folder = await story.folder('webshop');
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    assert.match(await window.quickTitle(), /^dashboard asks · waits .* · r3\/6 · webshop$/);
    await window.moment('answer-pick');
    await window.type('2');
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual(
      [entry?.['choice'], entry?.['text'], entry?.['question'], entry?.['loop']],
      ['b', 'The engineers', 'audience', 'dashboard'],
    );
    const raw = (await readFile(join(loop.folder, 'inbox.jsonl'), 'utf8')).trimEnd();
    assert.equal(verify(raw, key, 'dashboard'), true);
    await window.statusItem.filter({ hasText: /dashboard: sent \d\d:\d\d:\d\d/ }).waitFor();
    await loop.emit('inbox_read', { ids: [entry?.['id']] });
    await window.statusItem.filter({ hasText: /dashboard: read \d\d:\d\d:\d\d/ }).waitFor();
    await loop.emit('step_started', { round: 3, step: 'build' });
    await window.statusItem.filter({ hasText: /dashboard: taken \d\d:\d\d:\d\d/ }).waitFor();
    await window.badgeIs('');
  });

  it('sends own words that begin with a digit as they were typed', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    await window.type('2 retries, then $(zap)');
    // The pick follows what is typed a moment later.
    await until('the words in the pick', async () => {
      const [first, , second] = await window.quickRows();
      assert.match(first?.description ?? '', /^“2 retries, then \$\u2060?\(zap\)”/);
      assert.equal(first?.focused, true);
      assert.match(second?.description ?? '', /\+ “2 retries, then \$\u2060?\(zap\)”/);
    });
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['text'], entry?.['choice']], ['2 retries, then $(zap)', undefined]);
  });

  it('sends an option with words when its row is chosen', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    await window.type('but mention leads');
    await window.quickRow('+ “but mention leads”');
    await window.press('ArrowDown');
    await window.activeRow('Team leads');
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['text'], entry?.['choice']], ['Team leads. but mention leads', 'a']);
  });

  it('keeps what was typed on Esc, says so once, and shows it in the other window too', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    await window.type('half an ans');
    await window.press('Escape');
    await window.toast('Your text is kept').waitFor();
    await window.clearToasts();
    await openPick(window);
    await until('the draft', async () => (await window.quickInput.inputValue()) === 'half an ans');
    await window.press('Escape');
    const other = await story.window({ open: folder, context: window.context });
    await openAsking(other);
    await openPick(other);
    await until('the draft', async () => (await other.quickInput.inputValue()) === 'half an ans');
    await other.type('wer');
    await other.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['text'], 'half an answer');
    assert.equal(await window.toast('Your text is kept').count(), 0);
  });

  it('stays open when the person looks elsewhere, and opens the artifact beside it', async () => {
    const folder = await story.folder();
    await writeFile(join(folder, 'plan.md'), 'the plan of round 3\n');
    const loop = await agentLoop(folder, 'dashboard');
    await loop.emit('step_finished', { round: 3, step: 'build', artifact: 'plan.md' });
    await symlink('/etc/hostname', join(folder, 'outside.md'));
    await loop.emit('step_finished', { round: 3, step: 'build', label: 'x', artifact: 'outside.md' });
    await loop.ask('audience', ASK, OPTIONS, { round: 3 });
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    await window.type('my words');
    await (await window.quickRow('plan.md')).click();
    await until('the plan', async () => (await window.tabs()).includes('plan.md'));
    assert.equal(await window.quickInput.inputValue(), 'my words');
    await (await window.quickRow('outside.md')).click();
    await window.toast('“outside.md” leads out of the loop’s repository').waitFor();
    assert.equal((await loop.inbox()).length, 0);
  });

  it('sends what stands below the line of the editor, with the option at its start', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    await (await window.quickRow('Write in an editor')).click();
    await editorReady(window);
    await window.type('2: first line');
    await window.press('Enter');
    await window.type('second line');
    await until('the second line', async () => /second line/.test(await window.editorText()));
    await window.moment('answer-editor');
    await window.press('Control+Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['text'], entry?.['choice']], ['The engineers. first line\nsecond line', 'b']);
    await window.page.locator('.tab', { hasText: 'answer to dashboard' }).waitFor({ state: 'detached' });
  });

  it('keeps the editor’s text over closing and a reload', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.command('Quarterdeck: Write in an Editor');
    await editorReady(window);
    await window.type('one');
    await window.press('Enter');
    await window.type('two');
    await until('both lines', async () => /one\ntwo/.test(await window.editorText()));
    await window.page.locator('.tab.active:not(.dirty)', { hasText: 'answer to dashboard' }).waitFor();
    await window.command('Developer: Reload Window');
    await window.statusItem.waitFor({ state: 'detached' });
    await openAsking(window);
    await window.page.locator('.view-line', { hasText: 'two' }).waitFor();
    await window.command('View: Close Editor');
    await window.page.locator('.tab', { hasText: 'answer to dashboard' }).waitFor({ state: 'detached' });
    assert.equal(await window.dialog.count(), 0);
    await openPick(window);
    await window.quickRow('Go on with your draft of 2 lines');
    await window.type('three');
    await window.quickRow('“three”  added to your draft of 2 lines');
    await window.press('Escape');
    await window.toast('Your text is kept').waitFor();
    await window.clearToasts();
    await openPick(window);
    await window.quickRow('Go on with your draft of 3 lines');
    await window.type('2');
    await window.activeRow('The engineers  added to your draft of 3 lines');
    await window.press('Enter');
    await window.page.locator('.view-line', { hasText: '2: one' }).waitFor();
    await window.page.locator('.view-line', { hasText: 'three' }).waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await window.press('Control+Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['text'], entry?.['choice']], ['The engineers. one\ntwo\nthree', 'b']);
  });

  it('puts the selection below the line of the answer’s document, and sends it only from there', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    await writeFile(join(folder, 'main.c'), 'int one;\nint two;\n');
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.openFile('main.c');
    await window.focusEditor();
    await window.press('Control+Home');
    await window.press('Shift+ArrowDown');
    await window.command('Quarterdeck: Answer with Selection');
    await editorReady(window);
    await window.page.locator('.view-line', { hasText: 'main.c:1' }).waitFor();
    await window.type('keep this');
    await window.page.locator('.view-line', { hasText: 'keep this' }).waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await window.press('Control+Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual(
      [entry?.['text'], entry?.['question']],
      ['main.c:1\n```c\nint one;\n```\nkeep this', 'audience'],
    );
  });

  it('answers all asks alike at once after their list, and says in one line what became of them', async () => {
    const folder = await story.folder();
    const loop = await agentLoop(folder, 'scribe');
    await loop.emit('round_started', { round: 1 });
    const ask = `${ASK}\nIt is the first page that they see.`;
    for (const id of ['one', 'two', 'three', 'four']) await loop.ask(id, ask, OPTIONS, { round: 1 });
    const window = await story.window({ open: folder });
    await openAsking(window, 'scribe');
    await openPick(window);
    // What stands beside begins below the pick.
    const page = window.page.locator('.view-line', { hasText: 'scribe asks' });
    await until('the page below the pick', async () => {
      const [text, pick] = await Promise.all([
        page.boundingBox(),
        window.page.locator('.quick-input-widget').boundingBox(),
      ]);
      const isBelow = text !== null && pick !== null && text.y >= pick.y + pick.height;
      assert.ok(isBelow, JSON.stringify([text, pick]));
    });
    await (await window.quickRow('All 4 alike')).click();
    await (await window.quickRow('two')).click();
    await window.page.locator('.quick-input-count', { hasText: '3' }).waitFor();
    await window.moment('answer-alike');
    await window.press('Enter');
    await window.page
      .locator('.quick-input-title', { hasText: 'your answer goes to 3 asks alike' })
      .waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await window.type('2');
    await window.quickRow('Goes to 3 of 4 alike');
    await window.activeRow('The engineers');
    await loop.emit('question_closed', { question: 'four', reason: 'withdrawn' });
    await window.press('Enter');
    const entries = await lines(loop, 2);
    assert.deepEqual(entries.map((entry) => [entry['question'], entry['choice']]).toSorted(), [
      ['one', 'b'],
      ['three', 'b'],
    ]);
    await window.toast('scribe: 2 answered, 1 refused: withdrawn meanwhile').waitFor();
    // The one that was left out goes on waiting, and is answered alone.
    await openPick(window);
    // The pick before it may still be going away.
    await window.page.locator('.quick-input-title', { hasText: /^scribe asks · waits/ }).waitFor();
    await window.type('1');
    await window.press('Enter');
    assert.equal((await lines(loop, 3))[2]?.['question'], 'two');
  });

  it('takes two keys for an option’s row in Needs You: one opens the pick, one sends', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.command('Quarterdeck: Go to Needs You');
    await window.rowIs('Needs You', 'The engineers');
    await window.keysGoTo('Needs You');
    const focused = window.view('Needs You').locator('.monaco-list-row.focused');
    await window.press('Home');
    for (let step = 0; step < 8 && !(await focused.textContent())?.includes('engineers'); step += 1)
      await window.press('ArrowDown');
    await window.press('Enter');
    await window.quickRow(ASK);
    await until('the option’s row to be active', async () => {
      const active = (await window.quickRows()).find((row) => row.focused);
      assert.deepEqual([active?.label, active?.description], ['2', 'The engineers']);
    });
    assert.equal((await loop.inbox()).length, 0);
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'b');
    await window.statusItem.filter({ hasText: 'dashboard: sent' }).waitFor();
    assert.equal((await loop.inbox()).length, 1);
  });

  it('asks once before it answers a question whose time has run out', async () => {
    const folder = await story.folder();
    const loop = await agentLoop(folder, 'dashboard');
    await loop.emit('round_started', { round: 1 });
    const window = await story.window({ open: folder });
    await window.statusItem.waitFor({ timeout: 60_000 });
    await loop.ask('audience', ASK, OPTIONS, { timeout_s: 15 });
    await openAsking(window);
    await openPick(window);
    await window.type('late words');
    await window.page
      .locator('.quick-input-title', { hasText: 'dashboard asked, its time has run out' })
      .waitFor({ timeout: 40_000 });
    await window.press('Enter');
    const { message, detail } = await window.dialogText();
    assert.match(message, /Answer dashboard all the same/);
    assert.match(detail, /It gave itself until \d\d:\d\d/);
    await window.clickDialog('Send');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['text'], 'late words');
  });

  it('says why an answer was refused, and keeps its text', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    await window.type('too late');
    await window.quickRow('“too late”');
    await loop.emit('question_closed', { question: 'audience', reason: 'withdrawn' });
    await window.page.locator('.quick-input-title', { hasText: 'no longer waits' }).waitFor();
    await window.press('Enter');
    await window.toast('Not sent').waitFor();
    const [toast] = await window.toasts();
    assert.match(toast?.text ?? '', /Your text is kept/);
    assert.deepEqual(toast?.buttons, ['Copy Text', 'Send as Steering…']);
    await window.clickToast('Not sent', 'Copy Text');
    await until('the text in the clipboard', async () => (await window.clipboard()) === 'too late');
    assert.equal((await loop.inbox()).length, 0);
  });

  it('signs nothing with a key that others can read, until the person closes it', async () => {
    const folder = await story.folder();
    await story.writeKey();
    await chmod(story.keyPath, 0o644);
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await openPick(window);
    await window.type('1');
    await window.press('Enter');
    await window.toast('others can read your key').waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await window.clickToast('others can read your key', 'Make Key Private…');
    assert.match((await window.dialogText()).message, /Make .*inbox\.key readable for you alone\?/);
    await window.clickDialog('Make Private');
    await window.toast('is yours alone now').waitFor();
    assert.equal((await stat(story.keyPath)).mode & 0o777, 0o600);
    await openPick(window);
    await window.activeRow('Team leads');
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'a');
  });

  it('writes one line when two windows answer at once', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const first = await story.window({ open: folder });
    const second = await story.window({ open: folder, context: first.context });
    for (const window of [first, second]) {
      await openAsking(window);
      await openPick(window);
    }
    await first.type('1');
    await second.type('2');
    await Promise.all([first.press('Enter'), second.press('Enter')]);
    const refused = await until('one refusal', async () => {
      const windows = await Promise.all(
        [first, second].map((window) => window.toast('Nothing was sent').isVisible()),
      );
      assert.deepEqual(windows.toSorted(), [false, true]);
      return windows;
    });
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], refused[0] ? 'b' : 'a');
  });

  it('lets no text of a loop become a link, an icon or a command', async () => {
    const folder = await story.folder();
    const hostile = '$(zap) [click](command:workbench.action.quit) <a href="x">y</a>\u202e';
    const loop = await agentLoop(folder, 'dashboard', { title: hostile });
    await loop.emit('round_started', { round: 1 });
    await loop.ask('q', `${hostile}\n# second ${hostile}`, [hostile, '$(trash)']);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.press('Control+K A');
    const widget = window.page.locator('.quick-input-widget');
    await window.quickRow('[click]');
    const found = await widget.locator('.quick-input-list').evaluate((list) => ({
      links: list.querySelectorAll('a[href], a[data-href]').length,
      icons: list.querySelectorAll('.codicon-zap, .codicon-trash').length,
      hidden: (list.textContent ?? '').includes('\u202e'),
    }));
    assert.deepEqual(found, { links: 0, icons: 0, hidden: false });
    await window.page.locator('.tab', { hasText: 'dashboard asks' }).waitFor();
    await window.press('Escape');
    await window.command('Quarterdeck: Steer…');
    await window.page.locator('.quick-input-message', { hasText: '[click]' }).waitFor();
    assert.equal(
      await widget.locator('.quick-input-message a, .quick-input-message .codicon-zap').count(),
      0,
    );
    assert.equal(await window.page.locator('.detected-link').count(), 0);
  });
});

describe(`answering in Restricted Mode (${EDITOR})`, () => {
  const story = useEditor({ trust: true });

  it('reads everything, and says why it does not write before anything is typed', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await window.restricted();
    await openAsking(window);
    await window.press('Control+K A');
    await window.toast('Restricted Mode').waitFor();
    assert.equal(await window.quickOpen(), false);
    assert.deepEqual((await window.toasts())[0]?.buttons, ['Manage Trust']);
    assert.equal((await loop.inbox()).length, 0);
    await window.clearToasts();
    await window.trust();
    await window.openContainer();
    await window.rowIs('Needs You', 'Team leads');
    await window.row('Needs You', 'Trust this workspace').waitFor({ state: 'detached' });
    await openPick(window);
    await window.type('1');
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'a');
  });
});
