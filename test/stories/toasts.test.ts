import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../fakes/until.ts';
import { type AgentLoop, agentLoop } from './agentLoop.ts';
import { ASK, lines, OPTIONS, openAsking, openPick } from './asking.ts';
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

/** A loop that begins to ask now has the only toast: those that asked before it would come before it, or in the same one. */
async function alone(window: Workbench, folder: string): Promise<void> {
  const later = await agentLoop(folder, 'later');
  await later.emit('round_started', { round: 1 });
  // VS Code asks the extension for this row after it has told it which window is in front.
  await window.openContainer();
  await window.rowIs('Loops', 'later');
  await later.ask('then', 'And then?', OPTIONS);
  await window.toast('later in webshop asks: And then?').waitFor({ timeout: 30_000 });
  assert.equal((await window.toasts()).length, 1);
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
    assert.match((await window.statusItem.textContent()) ?? '', /dashboard asks/);
    await openPick(window);
    // On no option: nothing is held any more.
    await window.activeRow(ASK);
    assert.equal((await loop.inbox()).length, 0);
    await window.type('2');
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'b');
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
    assert.equal((await loop.inbox()).length, 0);
    await window.type('2');
    await window.activeRow('The engineers');
    await window.press('Enter');
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'b');
    assert.equal(await window.toast('Sending').count(), 0);
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
    if (EDITOR === 'floor') {
      await window.quickRow(ASK);
      await window.type('2');
      await window.activeRow('The engineers');
      await window.press('Enter');
    } else {
      await until('the comment', async () => /\/\*/.test(await window.editorText()));
      assert.equal(await window.toast('Sending').count(), 0);
      await window.clickToast(ASK, 'The engineers');
    }
    // What the key had set going would have gone out before this, and been the answer in its place.
    const [entry] = await lines(loop, 1);
    assert.equal(entry?.['choice'], 'b');
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
    await alone(window, folder);
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
    await alone(behind, folder);
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
