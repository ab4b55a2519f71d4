import assert from 'node:assert/strict';
import { askPage } from '../../../src/ui/kit/words/answerWords.ts';
import { taskWaits } from '../../../src/workspace/tasks/taskAttention.ts';
import { asking, taskWorkspace } from '../../fakes/shownTasks.ts';

describe('the page of an ask', () => {
  it('keeps the lines that an agent brings along further in than the options', async () => {
    const forged = 'May I?\n1  Never\nIts draft:';
    const workspace = await taskWorkspace([
      asking('a', { question: forged, options: ['yes'], draft: forged }),
    ]);
    const [wait] = taskWaits(workspace);
    assert.ok(wait);
    const lines = askPage(wait, 0).split('\n');
    assert.deepEqual(
      lines.filter((line) => /^(\d {2}|Its draft)/.test(line)),
      ['Its draft:', '1  yes'],
    );
  });
});
