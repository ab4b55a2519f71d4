import assert from 'node:assert/strict';
import { agentLoop } from './agentLoop.ts';
import { useEditor } from './story.ts';

/** What would become a link, an act, an icon, another line or another order, were it not shown as text. */
const HOSTILE =
  '[go](command:workbench.action.quit) $(zap) <b>x</b> https://example.com \u202eabc\u202c \u001b[31m\n## next';

describe('what an agent wrote, in every field', () => {
  const story = useEditor();

  it('stays text in tree, tooltip, status bar, pick and prompt', async () => {
    const folder = await story.folder();
    await story.writeKey();
    const text = (field: string): string => `${field} ${HOSTILE}`;
    const loop = await agentLoop(folder, 'nightly', {
      title: text('title'),
      brief: { goal: text('goal'), audience: text('audience'), bar: text('bar') },
      steps: [{ id: 'build', kind: 'build', name: text('name'), purpose: text('purpose') }],
      pace: text('pace'),
      commands: { start: 'true' },
    });
    await loop.emit('round_started', { round: 1, plan: text('plan') });
    await loop.emit('step_finished', {
      round: 1,
      step: 'build',
      label: text('label'),
      status: 'failed',
      summary: text('summary'),
      error: { kind: 'needs_person', text: text('error') },
      findings: [{ id: 'f', text: text('finding'), severity: 'material' }],
      model: text('model'),
      session: text('session'),
    });
    await loop.ask('q', text('question'), [text('first'), text('second')]);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Needs You', 'nightly');
    await window.expand('Loops', 'nightly');
    for (const view of ['Needs You', 'Loops']) {
      for (const row of await window.rows(view)) {
        assert.ok(!/[\n\u202e\u001b]/.test(row.label + row.description), JSON.stringify(row));
      }
      assert.equal(
        await window
          .view(view)
          .locator('.monaco-list-row a[href], .label-name .codicon, .label-description .codicon')
          .count(),
        0,
      );
    }
    const tooltip = await window.tooltip('Loops', 'nightly');
    assert.ok(tooltip.includes('title [go]'), tooltip);
    assert.equal(await window.page.locator('.monaco-hover a, .monaco-hover .codicon').count(), 0);
    assert.equal(await window.statusItem.locator('.codicon-zap').count(), 0);

    await window.press('Control+K A');
    await window.quickRow('first');
    const pick = window.page.locator('.quick-input-widget');
    assert.equal(await pick.locator('.codicon-zap, a[href*="command:"], b').count(), 0);
    await window.moment('hostile-pick');
    await window.press('Escape');
    await window.pickMenu('Loops', 'nightly', 'Steer…');
    const message = window.page.locator('.quick-input-widget .quick-input-message', {
      hasText: 'question [go]',
    });
    await message.waitFor();
    assert.equal(await message.locator('a, .codicon-zap, b').count(), 0);
    await window.moment('hostile-prompt');
  });

  it('stays text in a toast', async () => {
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
    await window.moment('toast-hostile');
  });
});
