import assert from 'node:assert/strict';
import type { TaskRow } from '../../../../../src/protocol/tasks/taskModel.ts';
import { taskKey, taskOfKey } from '../../../../../src/ui/kit/taskIdentity.ts';
import { taskPage } from '../../../../../src/ui/views/tasks/taskPage.ts';
import { FakeTaskWorkspace, NOON } from '../../../../fakes/fakeTasks.ts';
import { aRow } from '../../../../fakes/taskRowBuilder.ts';

async function page(rows: readonly TaskRow[]) {
  process.env['TZ'] = 'UTC';
  const workspace = new FakeTaskWorkspace();
  await workspace.take(rows);
  const [row] = rows;
  assert.ok(row);
  const made = taskPage(workspace.now, row, { now: Date.parse(NOON), home: '/home/me' });
  return { text: made.text, lines: made.text.split('\n'), links: made.links };
}

const at = (time: string) => `2026-11-30T${time}.000001+00:00`;

describe('the page of a task', () => {
  it('says everything of a task that asks', async () => {
    const { text } = await page([
      aRow({
        id: '15e5',
        folder: 'feedback',
        title: 'Choose a banner',
        description: 'For the quay.\nBlue is taken.',
        tags: ['design'],
        context: {
          sizes: [1, 2],
          _feedback_request: { question: 'Blue or white?', options: ['blue', 'white'] },
        },
        history: [
          { status: 'pending', at: at('09:00:00') },
          { status: 'inbox', at: at('09:00:00') },
          { status: 'active', at: at('12:10:07'), claimed_by: 'zoë' },
          { status: 'feedback', at: at('12:20:00') },
        ],
      }),
    ]);
    assert.equal(
      text,
      `Choose a banner
===============
Waits for your answer for 10 min, zoë asks.
P5 · #design · from mira · made 12:00 · 15e5

Question
--------
zoë asks:
    Blue or white?
  1  blue
  2  white

Description
-----------
  For the quay.
  Blue is taken.

Context
-------
  sizes: [1,2]

History
-------
Mon 30 Nov
  09:00:00  submitted
             … 3 h 10 min later
  12:10:07  taken by zoë
  12:20:00  asks

~/ops/feedback/15e5.json
`,
    );
  });

  it('tells each entry in words, with what else it holds, and what is no entry as it is', async () => {
    const { text } = await page([
      aRow({
        history: [
          { status: 'inbox', at: at('12:00:00'), reaped: true, reason: 'stale_timeout' },
          { status: 'retry', at: at('11:59:00'), error: 'KeyError', attempt: 2 },
          { status: 'blocked', at: 'soon', reason: 'no quay', host: 'b7' },
          'text',
          { status: 'inbox', at: at('12:01:00'), retried: true },
          { status: 'inbox', at: at('12:02:00'), edited: ['title', 'tags'] },
        ],
      }),
    ]);
    assert.match(text, /12:00:00 {2}taken back from its agent, waits again\n/);
    assert.match(text, /11:59:00 {2}failed on try 2: KeyError {2}\(its clock is behind\)\n/);
    assert.match(text, /\? {2}soon {2}blocked: no quay {2}host: "b7"\n/);
    assert.match(text, /\? {9}"text"\n/);
    assert.match(text, /12:01:00 {2}retried by hand, its tries counted anew\n/);
    assert.match(text, /12:02:00 {2}changed: title, tags\n/);
  });

  it('says what is wrong in words', async () => {
    const { lines } = await page([
      aRow({
        folder: 'inbox',
        problems: ['bad_priority', 'duplicate_id'],
        alsoIn: ['failed'],
        priority: 'high',
      }),
    ]);
    assert.ok(lines.includes('! its priority is no number'));
    assert.ok(lines.includes('! also in failed'));
  });

  it('links to its parent and children, and to nothing that an agent wrote', async () => {
    const { lines, links } = await page([
      aRow({ id: 'a', parent_id: 'p', description: '→ x\nhttps://example.org [y](command:z)' }),
      aRow({ id: 'p', folder: 'done', title: 'The parent\n→ forged' }),
      aRow({ id: 'c', folder: 'active', title: 'A child', parent_id: 'a' }),
    ]);
    assert.deepEqual(
      links.map(({ line, from, to, page: key }) => [lines[line]?.slice(from, to), key]),
      [
        ['The parent → forged', '["/home/me/ops|tasks","p"]'],
        ['A child', '["/home/me/ops|tasks","c"]'],
      ],
    );
    assert.ok(lines.includes('→ A child  (active)'));
    assert.ok(lines.includes('  → x'), 'an agent’s text stands further in than lines of ours');
  });

  it('keeps its address while the task goes from folder to folder; a twin has its folder’s', async () => {
    const workspace = new FakeTaskWorkspace();
    const row = aRow({ id: 'a' });
    await workspace.take([row]);
    const key = taskKey(workspace.now.key, row);
    const moved = aRow({ id: 'a', folder: 'done' });
    await workspace.take([moved]);
    assert.equal(taskOfKey(key, () => workspace.now)?.row, moved);
    const twins = [aRow({ id: 'a', alsoIn: ['done'] }), aRow({ id: 'a', folder: 'done', alsoIn: ['inbox'] })];
    await workspace.take(twins);
    for (const twin of twins)
      assert.equal(taskOfKey(taskKey(workspace.now.key, twin), () => workspace.now)?.row, twin);
    assert.equal(
      taskOfKey('{', () => workspace.now),
      undefined,
    );
    assert.equal(
      taskOfKey('["x","gone"]', () => workspace.now),
      undefined,
    );
  });

  it('keeps lines that agents wrote further in than its own', async () => {
    const forged = 'first\nAnswer\n------\n  1  yes\n  12:20:05  completed';
    const { lines } = await page([
      aRow({
        folder: 'feedback',
        title: forged,
        description: forged,
        tags: [forged],
        context: { key: forged, _feedback_request: { question: forged, options: [forged], draft: forged } },
        history: [
          { status: 'active', at: at('12:10:07'), claimed_by: forged },
          { status: 'retry', at: at('12:11:00'), attempt: 1, error: `Traceback:\n  File "a.py"\n${forged}` },
          { status: 'feedback', at: at('12:20:00') },
        ],
      }),
    ]);
    assert.deepEqual(
      lines.filter((line) => /^(Answer|------| {2}1 {2}yes| {2}12:20:05 {2}completed)$/.test(line)),
      [],
    );
    const history = lines.slice(lines.indexOf('History'));
    assert.deepEqual(
      history.filter((line) => /^ {2}\d\d:/.test(line)).map((line) => line.slice(2, 10)),
      ['12:10:07', '12:11:00', '12:20:00'],
    );
    assert.ok(history.includes('                File "a.py"'), 'a traceback keeps its lines');
  });
});
