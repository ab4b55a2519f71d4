import assert from 'node:assert/strict';
import { everyWait, findWait, groupOf, indexOfWait } from '../../../../src/ui/kit/findWait.ts';
import { needsYou } from '../../../../src/workspace/needsYou.ts';
import { asking, taskWorkspace } from '../../../fakes/shownTasks.ts';
import { question, watched } from '../../../fakes/snapshots.ts';

const open = question({ text: 'Open?', offset: 10 });
const expired = question({ text: 'Expired?', offset: 20, state: 'expired' });
const overtaken = question({ text: 'Overtaken?', offset: 30, state: 'expired', overtaken: true });
const loop = watched('dashboard', { questions: [open, expired, overtaken] });
const { waits } = needsYou([watched('other', { questions: [open] }), loop], [], 0);

const textOf = (target: Parameters<typeof findWait>[2]) => findWait(waits, loop, target)?.text;

describe('the wait of a row', () => {
  it('is the one that its key names', () => {
    const other = waits.find((wait) => wait.asker === 'other');
    assert.ok(other);
    assert.equal(findWait(waits, loop, { waitKey: other.key }), other);
    assert.equal(findWait(waits, loop, { waitKey: 'gone' }), undefined);
  });

  it('is the first of the loop on the loop’s own row', () => {
    assert.equal(textOf({ loopKey: loop.key }), 'Open?');
    assert.equal(findWait(waits, watched('quiet'), { loopKey: 'x' }), undefined);
  });

  it('is a question whose time has run out, on its row, but none that the loop has passed', () => {
    assert.equal(textOf({ loopKey: loop.key, question: expired.key }), 'Expired?');
    assert.equal(textOf({ loopKey: loop.key, question: overtaken.key }), undefined);
  });

  it('is what the task of a row asks, whichever of several alike it is', async () => {
    const workspace = await taskWorkspace([asking('a', 'May I?'), asking('b', 'May I?')]);
    const tasks = needsYou([], [workspace], 0).waits;
    const task = { workspaceKey: workspace.key, folder: 'feedback', id: 'b' };
    const found = findWait(tasks, undefined, { task });
    assert.equal(found?.kind === 'feedback' && found.row.id, 'b');
    assert.equal(findWait(tasks, undefined, { task: { ...task, workspaceKey: 'other' } }), undefined);
  });

  it('behind an ask alike still waits, at the place of the row that stands for it', () => {
    const same = [40, 50].map((offset) => question({ text: 'Alike?', offset }));
    const grouped = needsYou([loop, watched('scribe', { questions: same })], [], 0).waits;
    const second = everyWait(grouped).filter((wait) => wait.text === 'Alike?')[1];
    assert.ok(second);
    assert.equal(groupOf(grouped, second.key)?.same.length, 2);
    assert.equal(grouped[indexOfWait(grouped, second.key)]?.asker, 'scribe');
    assert.equal(indexOfWait(grouped, 'gone'), -1);
  });
});
