import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../fakes/until.ts';
import { agentLoop } from './agentLoop.ts';
import { asking, lines, openAsking, openPick } from './asking.ts';
import { useEditor } from './story.ts';

describe('steering, stopping and starting', () => {
  const story = useEditor();

  it('keeps a note while the loop asks, and sends it once the loop has gone on', async () => {
    const folder = await story.folder('webshop');
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.press('Control+K G');
    await window.page.locator('.quick-input-message', { hasText: 'would count as the answer' }).waitFor();
    await window.type('use British spelling');
    await window.press('Enter');
    await window.activeRow('Keep the note until the loop has gone on');
    await window.moment('would-answer');
    await window.press('Enter');
    await window.toast('Kept, not sent').waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await openPick(window);
    await window.type('1');
    await window.press('Enter');
    const [answer] = await lines(loop, 1);
    assert.equal(answer?.['choice'], 'a');
    await loop.emit('inbox_read', { ids: [answer?.['id']] });
    await window.statusItem.filter({ hasText: 'dashboard: read' }).waitFor();
    const wentOn = Date.now();
    await loop.emit('step_started', { round: 3, step: 'build' });
    const [, note] = await lines(loop, 2);
    assert.ok(Date.parse(String(note?.['ts'])) >= wentOn, 'read alone, it stays');
    assert.deepEqual(
      [note?.['text'], note?.['question'], note?.['choice']],
      ['use British spelling', undefined, undefined],
    );
  });

  it('sends a kept note from its row as the answer, or drops it', async () => {
    const folder = await story.folder('webshop');
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.openContainer();
    const keep = async (text: string) => {
      await window.press('Control+K G');
      await window.quickInput.waitFor();
      await window.type(text);
      await window.press('Enter');
      await window.activeRow('Keep the note until the loop has gone on');
      await window.press('Enter');
      await window.toast('Kept, not sent').waitFor();
      await window.clearToasts();
    };
    await keep('use British spelling');
    await window.expand('Loops', 'dashboard');
    await window.rowIs('Loops', 'held: goes out once');
    await window.pickMenu('Loops', 'use British spelling', 'Drop Note');
    await window.toast('The kept note is dropped').waitFor();
    await window.row('Loops', 'use British spelling').waitFor({ state: 'detached' });
    await keep('for everybody');
    await window.rowIs('Loops', 'for everybody');
    assert.equal((await loop.inbox()).length, 0);
    await window.pickMenu('Loops', 'for everybody', 'Send as Answer');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['text'], entry?.['question']], ['for everybody', 'audience']);
    await window.row('Loops', 'held: goes out once').waitFor({ state: 'detached' });
    // Nothing of it goes out again once the loop has gone on: what is kept goes before what is said after it.
    await loop.emit('inbox_read', { ids: [entry?.['id']] });
    await loop.emit('step_started', { round: 3, step: 'build' });
    await window.statusItem.filter({ hasText: /taken|1 runs/ }).waitFor();
    await window.press('Control+K G');
    await window.quickInput.waitFor();
    await window.type('and shorter');
    await window.press('Enter');
    assert.equal((await lines(loop, 2))[1]?.['text'], 'and shorter');
  });

  it('sends a note as the answer only where the person says so', async () => {
    const folder = await story.folder();
    const loop = await asking(folder);
    const window = await story.window({ open: folder });
    await openAsking(window);
    await window.press('Control+K G');
    await window.quickInput.waitFor();
    await window.type('for everybody');
    await window.press('Enter');
    await (await window.quickRow('Cancel')).click();
    await window.press('Control+K G');
    await until(
      'the words in the box',
      async () => (await window.quickInput.inputValue()) === 'for everybody',
    );
    assert.equal((await loop.inbox()).length, 0);
    await window.press('Enter');
    await (await window.quickRow('Answer “Who should')).click();
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['text'], entry?.['question']], ['for everybody', 'audience']);
  });

  it('shows a note with the selection in an editor before it is sent', async () => {
    const folder = await story.folder();
    const loop = await agentLoop(folder, 'dashboard');
    await loop.emit('round_started', { round: 1 });
    await writeFile(join(folder, 'main.c'), 'int one;\nint two;\nint three;\n');
    const window = await story.window({ open: folder });
    await window.statusItem.waitFor({ timeout: 60_000 });
    await window.openFile('main.c');
    await window.focusEditor();
    await window.press('Control+Home');
    await window.press('Shift+ArrowDown Shift+ArrowDown');
    await window.command('Quarterdeck: Steer with Selection…');
    await window.page.locator('.tab.active', { hasText: 'note to dashboard' }).waitFor();
    await window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await window.page.locator('.view-line', { hasText: 'main.c:1-2' }).waitFor();
    await window.type('rename these');
    await window.page.locator('.view-line', { hasText: 'rename these' }).waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await window.press('Control+Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['text'], 'main.c:1-2\n```c\nint one;\nint two;\n```\nrename these');
  });

  it('stops a loop after one confirmation that names it', async () => {
    const folder = await story.folder('webshop');
    const loop = await agentLoop(folder, 'dashboard');
    await loop.emit('round_started', { round: 1 });
    const window = await story.window({ open: folder });
    await window.statusItem.filter({ hasText: '1 runs' }).waitFor({ timeout: 60_000 });
    await window.press('Control+K X');
    const { message, detail, buttons } = await window.dialogText();
    assert.equal(message, 'Stop dashboard in webshop?');
    assert.match(detail, /when it next looks at its inbox.*Nothing is killed/);
    assert.deepEqual(buttons.toSorted(), ['Cancel', 'Stop']);
    await window.moment('stop');
    await window.clickDialog('Cancel');
    assert.equal((await loop.inbox()).length, 0);
    await window.press('Control+K X');
    await window.clickDialog('Stop');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['kind'], 'stop');
  });

  it('gives the shell exactly the bytes of the start command that were shown', async () => {
    const folder = await story.folder('webshop');
    // sh prints what it was given: nothing in it may have been replaced on the way.
    const command = `printf '%s|' '\${command:workbench.action.quit}' "$HOME" 'a"b' > got.txt; cat "$0" > ran.txt`;
    const loop = await agentLoop(folder, 'dashboard', { commands: { start: command } });
    await loop.emit('loop_stopped', { stop_reason: 'person' });
    const window = await story.window({ open: folder });
    // Nothing runs, so the status bar says nothing: that the loop is known is seen in its view.
    await window.openContainer();
    await window.rowIs('Loops', 'dashboard', 60_000);
    await window.command('Quarterdeck: Start…');
    const { detail } = await window.dialogText();
    assert.ok(detail.replaceAll('\u2060', '').includes(command));
    await window.moment('start');
    await window.clickDialog('Run');
    await until('the command to have run', async () =>
      assert.equal(await readFile(join(folder, 'ran.txt'), 'utf8'), command),
    );
    assert.equal(
      await readFile(join(folder, 'got.txt'), 'utf8'),
      `\${command:workbench.action.quit}|${story.server.home}|a"b|`,
    );
  });

  it('shows a start command of several lines in a document first, and runs it only when told', async () => {
    const folder = await story.folder('webshop');
    const command = 'echo "one" > got.txt\n# \u202ehidden\necho "$HOME" >> got.txt\ncat "$0" > ran.txt\n';
    const loop = await agentLoop(folder, 'dashboard', { commands: { start: command } });
    await loop.emit('loop_stopped', { stop_reason: 'person' });
    const window = await story.window({ open: folder });
    // Nothing runs, so the status bar says nothing: that the loop is known is seen in its view.
    await window.openContainer();
    await window.rowIs('Loops', 'dashboard', 60_000);
    await window.command('Quarterdeck: Start…');
    await window.quickRow('Don’t run it');
    await until('the document', async () => /<U\+202E>hidden/.test(await window.editorText()));
    await window.moment('start-document');
    await window.press('Enter');
    await until('the pick is closed', async () => !(await window.quickOpen()));
    await window.command('Quarterdeck: Start…');
    await window.quickRow('Don’t run it');
    assert.equal(await window.page.locator('.terminal-wrapper').count(), 0);
    assert.equal(existsSync(join(folder, 'got.txt')), false);
    // Another command while one reads: neither is it shown in the place of the first, nor is it run.
    await agentLoop(folder, 'dashboard', {
      title: 'Later',
      cost_cap_usd: 7,
      commands: { start: 'echo later\n: > later.txt' },
    });
    await loop.emit('step_finished', { round: 1, step: 'build', label: '', status: 'ok', cost: { usd: 3 } });
    await window.rowIs('Loops', '$3/7');
    assert.doesNotMatch(await window.editorText(), /later/);
    await (await window.quickRow('all of it, as the document shows it')).click();
    await until('the command to have run', async () =>
      assert.equal(await readFile(join(folder, 'ran.txt'), 'utf8'), command),
    );
    assert.equal(existsSync(join(folder, 'later.txt')), false);
    await window.page.locator('.view-line', { hasText: '<U+202E>hidden' }).waitFor();
    assert.doesNotMatch(await window.editorText(), /later/);
  });
});
