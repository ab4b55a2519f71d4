import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { info } from '../../../host/messages.ts';
import { errnoOf } from '../../../protocol/files/errno.ts';
import { refuse } from '../../../protocol/lib/result.ts';
import { AGENTS_FOLDER, foldName, isNewName, SUFFIX } from '../../../protocol/tasks/taskNames.ts';
import { ours, say } from '../../../text/say.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { Acting } from '../../kit/services.ts';
import { askKept } from './askKept.ts';
import { tellTaskRefusal } from './tellTasks.ts';
import { repositoryInFront, workspaceFor } from './workspaceChoice.ts';

/** An agent gets a file of its own. One that is registered already is left alone. */
export async function registerAgent(acting: Acting, argument: unknown): Promise<void> {
  const workspace = await workspaceFor(acting, argument, repositoryInFront());
  if (workspace === undefined) return;
  const typedName = await askKept(acting, `tasks|agent|${workspace.key}`, {
    title: say('pick', 'Register an agent in {0}', workspace.name),
    prompt: ours('Its name, under which it claims tasks'),
    check: (text) => {
      if (!isNewName(text.trim())) return ours('A plain name: no slashes, quotes or colons');
      return isKnown(workspace, text.trim()) ? ours('Registered already') : undefined;
    },
  });
  if (typedName === undefined) return;
  const name = typedName.text;
  const typedRole = await askKept(acting, `tasks|role|${workspace.key}`, {
    title: say('pick', 'Register {0} in {1}', name.trim(), workspace.name),
    prompt: ours('Its role, as others see it'),
    value: 'worker',
  });
  if (typedRole === undefined) return;
  const role = typedRole.text;
  const store = await acting.parts.tasks.store();
  const made = await store.act(workspace.key, async (folder) =>
    // Since the name was typed it may have registered itself.
    (await isThere(workspace.folder, name.trim()))
      ? refuse('exists', 'It is registered already.', { folder: 'agents' })
      : folder.registerAgent(name.trim(), role.trim() === '' ? 'worker' : role.trim()),
  );
  if (made.ok) {
    await Promise.all([typedName.used(), typedRole.used()]);
    void info(say('toast', '{0} is registered in {1}.', name.trim(), workspace.name));
  } else
    await tellTaskRefusal({
      refusal: made,
      title: '',
      workspace: workspace.name,
      text: name,
      head: ours('Not registered:'),
    });
}

/** Also by a file that can't be read, and by a name that differs only in case: on some disks it is the same file. */
function isKnown(workspace: TaskWorkspace, name: string): boolean {
  return workspace.scan.agents.some((agent) => foldName(agent.name) === foldName(name));
}

async function isThere(workspace: string, name: string): Promise<boolean> {
  try {
    const files = await readdir(join(workspace, AGENTS_FOLDER));
    return files.some((file) => foldName(file) === foldName(`${name}${SUFFIX}`));
  } catch (failure) {
    if (errnoOf(failure) === null) throw failure;
    // What keeps it from being read keeps it from being written, and is told then.
    return false;
  }
}
