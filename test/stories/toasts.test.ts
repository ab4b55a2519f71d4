import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentLoop, agentLoop } from './agentLoop.ts';
import { ASK, lines, OPTIONS, openAsking } from './asking.ts';
import { eventually, never } from './eventually.ts';
import { EDITOR, useEditor } from './story.ts';
import type { Workbench } from './workbench.ts';

/** A window that knows a loop which then begins to ask. */
async function beginsToAsk(window: Workbench, folder: string): Promise<AgentLoop> {
  const loop = await agentLoop(folder, 'dashboard', { round_cap: 6 });
  await loop.emit('round_started', { round: 3 });
  await window.statusItem.waitFor({ timeout: 60_000 });
  await loop.ask('audience', ASK, OPTIONS, { round: 3 });
  await openAsking(window);
  return loop;
}

async function toastUp(window: Workbench): Promise<void> {
  await window.toast(`dashboard in webshop asks: ${ASK}`).waitFor({ timeout: 30_000 });
}

describe('toasts', () => {
  const story = useEditor();

  it('hold a clicked option for three seconds, and then send it', async () => {
    const folder = await story.folder('webshop');
    const window = await story.window({ open: folder });
    const loop = await beginsToAsk(window, folder);
    await toastUp(window);
    const [toast] = await window.toasts();
    assert.deepEqual(toast?.buttons, ['Answer…', ...OPTIONS]);
    await window.moment('toast-asks');
    await window.clickToast(ASK, 'The engineers');
    await window.toast('Sending “The engineers” to dashboard in webshop').waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await window.moment('toast-held');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['choice'], entry?.['text']], ['b', 'The engineers']);
  });

  it('send nothing when the held option is cancelled', async () => {
    const folder = await story.folder('webshop');
    const window = await story.window({ open: folder });
    const loop = await beginsToAsk(window, folder);
    await toastUp(window);
    await window.clickToast(ASK, 'Team leads');
    await window.clickToast('Sending', 'Cancel');
    await window.toast('Sending').waitFor({ state: 'detached' });
    await never(async () => (await loop.inbox()).length > 0, 4000);
    assert.match((await window.statusItem.textContent()) ?? '', /dashboard asks/);
  });

  it('send nothing when other words are begun while the option is held, and keep these', async () => {
    const folder = await story.folder('webshop');
    const window = await story.window({ open: folder });
    const loop = await beginsToAsk(window, folder);
    await toastUp(window);
    await window.clickToast(ASK, 'Team leads');
    await window.press('Control+K A');
    await window.quickRow(ASK);
    await window.type('neither of them');
    await window.toast('you began another answer meanwhile').waitFor();
    assert.equal((await loop.inbox()).length, 0);
    await window.quickRow('neither of them');
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.deepEqual([entry?.['choice'], entry?.['text']], [undefined, 'neither of them']);
  });

  it('open the pick with Answer…, which writes nothing', async () => {
    const folder = await story.folder('webshop');
    const window = await story.window({ open: folder });
    const loop = await beginsToAsk(window, folder);
    await toastUp(window);
    await window.clickToast(ASK, 'Answer…');
    await window.quickRow(ASK);
    assert.match(await window.quickTitle(), /^dashboard asks/);
    await never(async () => (await loop.inbox()).length > 0);
  });

  it('write nothing when the key for block comment is struck in an editor', async () => {
    const folder = await story.folder('webshop');
    await writeFile(join(folder, 'main.c'), 'int main(void) { return 0; }\n');
    const window = await story.window({ open: folder });
    await window.openFile('main.c');
    const loop = await beginsToAsk(window, folder);
    await window.focusEditor();
    await toastUp(window);
    await window.press('Control+Shift+A');
    if (EDITOR === 'floor') await window.quickRow(ASK);
    else await eventually(async () => assert.match(await window.editorText(), /\/\*/));
    await never(async () => (await loop.inbox()).length > 0, 4000);
  });

  it('say what became of a question when they are clicked late', async () => {
    const folder = await story.folder('webshop');
    const window = await story.window({ open: folder });
    const loop = await beginsToAsk(window, folder);
    await toastUp(window);
    await loop.emit('question_closed', { question: 'audience', reason: 'answered', answer: 'Team leads' });
    await window.statusItem.filter({ hasText: 'dashboard asks' }).waitFor({ state: 'detached' });
    await window.clickToast(ASK, 'The engineers');
    await window.toast('Nothing was sent').waitFor();
    assert.match((await window.toasts())[0]?.text ?? '', /Team leads/);
    assert.equal((await loop.inbox()).length, 0);
  });

  it('come once for several that ask at once, and not again after a reload', async () => {
    const folder = await story.folder('webshop');
    const loops = await Promise.all(['a', 'b', 'c'].map((id) => agentLoop(folder, id)));
    for (const loop of loops) await loop.emit('round_started', { round: 1 });
    const window = await story.window({ open: folder });
    await window.statusItem.waitFor({ timeout: 60_000 });
    for (const loop of loops) await loop.ask('q', 'Which one?', OPTIONS);
    await window.toast('3 loops ask. First: ').waitFor({ timeout: 30_000 });
    const [toast, ...more] = await window.toasts();
    assert.deepEqual(toast?.buttons, ['Answer…', 'Show All']);
    assert.equal(more.length, 0);
    await window.reload();
    await window.statusItem.filter({ hasText: 'asks' }).waitFor({ timeout: 60_000 });
    await never(async () => (await window.toasts()).length > 0, 8000);
  });

  it('come in the window in front, and in no other, even when that is in front later', async () => {
    const folder = await story.folder('webshop');
    const behind = await story.window({ open: folder });
    const front = await story.window({ open: folder, context: behind.context });
    await behind.oneOfSeveral();
    await front.oneOfSeveral();
    await front.front();
    await beginsToAsk(front, folder);
    await toastUp(front);
    assert.equal((await behind.toasts()).length, 0);
    await behind.front();
    await openAsking(behind);
    await never(async () => (await behind.toasts()).length > 0, 8000);
  });

  it('say in the next window what a closed one held and did not send', async () => {
    const folder = await story.folder('webshop');
    const window = await story.window({ open: folder });
    const loop = await beginsToAsk(window, folder);
    await toastUp(window);
    await window.clickToast(ASK, 'Team leads');
    await window.toast('Sending “Team leads”').waitFor();
    await window.page.goto('about:blank');
    const next = await story.window({ open: folder, context: window.context });
    await openAsking(next);
    await next.toast('“Team leads” to dashboard in webshop was not sent').waitFor({ timeout: 40_000 });
    assert.equal((await loop.inbox()).length, 0);
    await next.clickToast('was not sent', 'Answer…');
    await next.quickRow('Team leads');
    await next.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'a');
  });
});
