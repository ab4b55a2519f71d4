import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Demo, demos } from './demos.ts';
import { EDITOR, useEditor } from './story.ts';
import type { Workbench } from './workbench.ts';

const PACE = 0.4;

for (const demo of demos()) {
  describe(`${demo.id}, watched and answered`, () => {
    const story = useEditor();
    const running: ChildProcess[] = [];
    afterEach(() => {
      for (const child of running.splice(0)) child.kill();
    });

    async function begin(): Promise<{ folder: string; window: Workbench; live: ChildProcess }> {
      const folder = await story.folder('harbour');
      // The loop and the editor are of one person, on one machine: one home, one key.
      const env = { ...process.env, HOME: story.server.home, USERPROFILE: story.server.home };
      await story.writeKey();
      await demo.make(folder, env);
      const window = await story.window({ open: folder });
      await window.openContainer();
      await window.rowIs('Loops', demo.id);
      const live = await demo.run(folder, env, PACE);
      running.push(live);
      return { folder, window, live };
    }

    it('is answered by two keys, and a note kept meanwhile goes out after it went on', async () => {
      const { folder, window, live } = await begin();
      await window.rowIs('Needs You', demo.id);
      await keepNote(window, demo, 'Say which beacon is lit.');
      await window.press('Control+K A');
      await window.quickRow(demo.options[1]);
      await window.type('2');
      await window.quickRow(demo.options[1]);
      await window.picture(`${demo.id}-${EDITOR}-pick`);
      await window.press('Enter');
      await once(live, 'exit');

      const page = await readFile(join(folder, demo.page), 'utf8');
      assert.ok(page.includes(demo.options[1]), page);
      const inbox = await lines(join(folder, '.loops', demo.id, 'inbox.jsonl'));
      assert.deepEqual(
        inbox.map((entry) => [entry['kind'], entry['choice'] === undefined ? entry['text'] : 'option']),
        [
          ['reply', 'option'],
          ['reply', 'Say which beacon is lit.'],
        ],
      );
      const events = await lines(join(folder, '.loops', demo.id, 'events.jsonl'));
      const noteId = inbox[1]?.['id'];
      const at = events.findIndex(
        (event) => event['event'] === 'inbox_read' && (event['ids'] as unknown[]).includes(noteId),
      );
      const round = events.slice(at).find((event) => event['event'] === 'round_started')?.['round'];
      assert.equal(round, 4, 'the note is read before round 4');
      await window.rowIs('Loops', 'done');
      await window.expand('Loops', demo.id);
      await window.picture(`${demo.id}-${EDITOR}-done`);
    });

    it('is answered from its toast, and Stop in round 3 ends it before round 4', async () => {
      const { folder, window, live } = await begin();
      await window.clickToast(demo.question, demo.options[0]);
      await window.rowIs('Loops', 'running', 30_000);
      await window.pickMenu('Loops', demo.id, 'Stop…');
      const { buttons } = await window.dialogText();
      await window.clickDialog(buttons.find((button) => /stop/i.test(button)) ?? 'Stop');
      await once(live, 'exit');

      const events = await lines(join(folder, '.loops', demo.id, 'events.jsonl'));
      assert.equal(events.at(-1)?.['event'], 'loop_stopped');
      assert.equal(events.at(-1)?.['stop_reason'], 'person');
      assert.ok(!events.some((event) => event['round'] === 4));
      const inbox = await lines(join(folder, '.loops', demo.id, 'inbox.jsonl'));
      assert.deepEqual(
        inbox.map((entry) => entry['kind']),
        ['reply', 'stop'],
      );
      await window.rowIs('Loops', 'stopped');
      await window.picture(`${demo.id}-${EDITOR}-stopped`);
    });
  });
}

/** Steers while the question is open, and has the note kept. */
async function keepNote(window: Workbench, demo: Demo, text: string): Promise<void> {
  await window.pickMenu('Loops', demo.id, 'Steer…');
  await window.quickInput.waitFor();
  await window.type(text);
  await window.press('Enter');
  await (await window.quickRow('Keep the note')).click();
}

async function lines(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
