import { initializeWorkspace } from '../../../acts/tasks/initializeWorkspace.ts';
import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { info, warn } from '../../../host/messages.ts';
import { askFolder } from '../../../host/openFile.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { type Refusal, refuse } from '../../../protocol/lib/result.ts';
import { ours, say } from '../../../text/say.ts';
import { rowForTask, targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { tellTaskRefusal } from './tellTasks.ts';

/** Makes the seven folders of a task workspace in a folder that is there: the row's, else one that is asked for. */
export async function initializeTasks(
  services: Pick<Services, 'settings' | 'tasks' | 'trust'>,
  argument: unknown,
): Promise<void> {
  const { trust, tasks, settings } = services;
  if (!trust.trusted()) {
    await tellTaskRefusal({
      refusal: refuse('restricted', 'Not trusted.'),
      title: '',
      workspace: '',
      head: ours('Nothing was made:'),
    });
    return;
  }
  const folder =
    (typeof argument === 'string' ? argument : targetOf(argument)?.folder) ??
    (await askFolder(ours('Which folder becomes a task workspace?'), ours('Make It a Task Workspace')));
  if (folder === undefined) return;
  const made = await initializeWorkspace(await tasks.store(), nodeFiles, folder);
  if (!made.ok) {
    await warn(notMade(made, folder));
    return;
  }
  const { wasThere, key, known } = made.value;
  const words = wasThere
    ? say('toast', '{0} is a task workspace already. Nothing was made.', folder)
    : say('toast', '{0} is a task workspace now.', folder);
  // Where it is not looked for it would be made and never seen.
  if (known) {
    const pressed = await info(words, [ours('Submit Task…')]);
    if (pressed === 0)
      await run(COMMANDS.submitTask, rowForTask({ workspaceKey: key, folder: 'inbox', id: '' }));
    return;
  }
  const pressed = await info(words, [ours('Watch This Folder')]);
  if (pressed === 0) await settings.addRoot(folder);
}

function notMade(refusal: Refusal, folder: string): ReturnType<typeof say<'toast'>> {
  const name = (key: string): string => {
    const value = refusal.args[key];
    return typeof value === 'string' ? value : '';
  };
  switch (refusal.code) {
    case 'exists':
      return say('toast', 'Nothing was made: in {0} a file is called “{1}”.', folder, name('folder'));
    case 'link':
      return say(
        'toast',
        'Nothing was made: “{1}” in {0} is a link, and could lead elsewhere.',
        folder,
        name('file'),
      );
    case 'gone':
      return say('toast', 'Nothing was made: {0} is not there.', folder);
    default:
      return say(
        'toast',
        'Not made in {0}: the system refused ({1}).',
        folder,
        name('errno') || refusal.message,
      );
  }
}
