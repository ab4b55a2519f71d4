import assert from 'node:assert/strict';
import { agentLoop } from './agentLoop.ts';
import { lines } from './asking.ts';
import { useEditor } from './story.ts';

describe('Restricted Mode', () => {
  const story = useEditor({ trust: true });

  it('shows what waits and offers no answer, until the folder is trusted', async () => {
    const folder = await story.folder();
    await story.writeKey();
    const loop = await agentLoop(folder, 'nightly');
    await loop.ask('audience', 'Who reads it?', ['Leads', 'Devs']);
    const window = await story.window({ open: folder });
    await window.restricted();
    await window.openContainer();
    await window.rowIs('Needs You', 'nightly');
    const before = await window.menu('Loops', 'nightly');
    assert.deepEqual(
      before.filter((entry) => /answer|steer|stop|start/i.test(entry)),
      [],
    );
    await window.press('Control+K A');
    await window.toast('Restricted Mode').waitFor();
    assert.equal(
      await window.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Devs' }).isVisible(),
      false,
    );
    await window.moment('restricted');
    await window.press('Escape');
    await window.command('Quarterdeck: Create Demo Loop');
    await window.toast('Nothing was created: this workspace is in Restricted Mode').waitFor();

    await window.trust();
    await window.openContainer();
    await window.rowIs('Needs You', 'Leads');
    await window.row('Needs You', 'Trust this workspace').waitFor({ state: 'detached' });
    await window.press('Control+K A');
    await window.quickRow('Devs');
    await window.type('2');
    await window.press('Enter');
    await window.rowIs('Needs You', 'Nothing waits');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'b');
  });
});
