import assert from 'node:assert/strict';
import { COMMANDS } from '../../../../../src/contract.ts';
import { TASK_FOLDERS } from '../../../../../src/protocol/tasks/taskNames.ts';
import { noTransition } from '../../../../../src/ui/views/tasks/dropWords.ts';
import { dropOf } from '../../../../../src/ui/views/tasks/transitions.ts';

const task = (folder: string, workspaceKey = 'ops') => ({ workspaceKey, folder });

describe('a drop in the Tasks view', () => {
  it('is the command of the transition where there is one, else nothing but words', () => {
    const found = TASK_FOLDERS.flatMap((from) =>
      TASK_FOLDERS.filter((to) => to !== from).flatMap((to) => {
        const drop = dropOf([task(from)], { key: 'ops', folder: to });
        if (drop.code !== 'run') assert.match(noTransition(from, to), /^Nothing was moved: .+\.$/);
        return drop.code === 'run' ? [`${from} → ${to}: ${drop.command}`] : [];
      }),
    );
    assert.deepEqual(found, [
      `inbox → active: ${COMMANDS.claimTask}`,
      `inbox → blocked: ${COMMANDS.withdrawTask}`,
      `active → inbox: ${COMMANDS.reapStale}`,
      `active → done: ${COMMANDS.completeTask}`,
      `active → failed: ${COMMANDS.failTask}`,
      `active → blocked: ${COMMANDS.blockTask}`,
      `failed → inbox: ${COMMANDS.retryTask}`,
      `blocked → inbox: ${COMMANDS.unblockTask}`,
      `feedback → inbox: ${COMMANDS.answerFeedback}`,
    ]);
  });

  it('moves nothing out of its workspace, from several folders, or of what is no task', () => {
    const on = { key: 'ops', folder: 'active' };
    assert.equal(dropOf([task('inbox'), task('inbox', 'shop')], on).code, 'other-workspace');
    assert.equal(dropOf([task('inbox'), task('failed')], on).code, 'several-folders');
    assert.equal(dropOf([task('active')], on).code, 'same-folder');
    assert.equal(dropOf([], on).code, 'nothing');
    assert.equal(dropOf([task('inbox')], undefined).code, 'nothing');
  });
});
