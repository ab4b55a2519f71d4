import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentLoop } from './agentLoop.ts';
import { EDITOR, useEditor } from './story.ts';

describe('a toast', () => {
  const story = useEditor();

  it('is not pressed into an answer by the key for a comment', async () => {
    const folder = await story.folder();
    await writeFile(join(folder, 'main.c'), 'int main;\n');
    await story.writeKey();
    const loop = await agentLoop(folder, 'nightly');
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await window.openFile('main.c');
    await loop.ask('audience', 'Who reads it?', ['Leads', 'Devs']);
    await window.toast('Who reads it?').waitFor();
    await window.picture(`toast-${EDITOR}`);
    assert.equal((await window.toasts())[0]?.buttons[0], 'Answer…');
    await window.focusEditor();
    await window.press('Control+Shift+A');
    // 1.103 presses the toast's first button, which opens the pick; the newest comments the line.
    if (EDITOR === 'floor') await window.quickRow('Leads');
    else await window.page.locator('.view-line', { hasText: '/*' }).waitFor();
    // Longer than an option on a toast is held before it is sent.
    await window.page.waitForTimeout(4_000);
    assert.deepEqual(await loop.inbox(), []);
  });

  it('sends an option only after it was held, and not when cancelled', async () => {
    const folder = await story.folder();
    await story.writeKey();
    const loop = await agentLoop(folder, 'nightly');
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await loop.ask('audience', 'Who reads it?', ['Leads', 'Devs']);
    await window.clickToast('Who reads it?', 'Devs');
    await window.clickToast('Sending', 'Cancel');
    await window.page.waitForTimeout(4_000);
    assert.deepEqual(await loop.inbox(), []);
    await loop.emit('question_closed', { question: 'audience', reason: 'withdrawn', answer: '' });
    await loop.ask('when', 'When does it start?', ['Now', 'Later']);
    await window.clickToast('When does it start?', 'Later');
    await window.rowIs('Needs You', 'Nothing waits');
    const inbox = await loop.inbox();
    assert.deepEqual(
      inbox.map((entry) => [entry['kind'], entry['question'], entry['choice']]),
      [['reply', 'when', 'b']],
    );
  });

  it('says what is asked as text: no link, no icon, no button of the agent’s', async () => {
    const folder = await story.folder();
    const loop = await agentLoop(folder, 'nightly');
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await loop.ask('x', 'Read [this](command:workbench.action.quit) $(zap) https://example.com now', [
      '[a](b:c)',
      '$(bell)',
    ]);
    await window.toast('Read').waitFor();
    const [toast] = await window.toasts();
    assert.deepEqual([toast?.links, toast?.icons, toast?.buttons[0]], [0, 0, 'Answer…']);
    assert.equal(await window.toast('Read').locator('.monaco-button .codicon').count(), 0);
    await window.picture(`toast-hostile-${EDITOR}`);
  });
});
