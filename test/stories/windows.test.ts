import assert from 'node:assert/strict';
import { agentLoop } from './agentLoop.ts';
import { useEditor } from './story.ts';

describe('two windows on one folder', () => {
  const story = useEditor();

  it('tell of a question once, in the one that has the focus, and leave one answer', async () => {
    const folder = await story.folder();
    await story.writeKey();
    const loop = await agentLoop(folder, 'nightly');
    const first = await story.window({ open: folder });
    const second = await story.window({ open: folder, context: first.context });
    for (const window of [first, second]) {
      await window.openContainer();
      await window.expand('Loops', 'nightly');
      await window.oneOfSeveral();
    }
    await first.front();
    await second.front();
    assert.deepEqual([await first.hasFocus(), await second.hasFocus()], [false, true]);
    // VS Code asks the extension for the rows of the round after it has told it of the focus.
    await loop.emit('round_started', { round: 1 });
    for (const window of [first, second]) await window.rowIs('Loops', 'Round 1');
    await loop.ask('audience', 'Who reads it?', ['Leads', 'Devs']);
    await second.toast('Who reads it?').waitFor();
    await first.rowIs('Needs You', 'nightly');

    for (const [window, keys] of [
      [first, '1'],
      [second, '2'],
    ] as const) {
      await window.front();
      await window.press('Control+K A');
      await window.quickRow('Devs');
      await window.type(keys);
    }
    await Promise.all([first.press('Enter'), second.press('Enter')]);
    await first.rowIs('Needs You', 'Nothing waits');
    await second.rowIs('Needs You', 'Nothing waits');
    assert.equal((await loop.inbox()).length, 1);
    assert.equal(await first.toast('Who reads it?').count(), 0);
  });
});
