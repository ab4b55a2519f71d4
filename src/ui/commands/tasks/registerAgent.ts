import { isRegistered, registerNewAgent } from '../../../acts/tasks/registerNewAgent.ts';
import { info } from '../../../host/messages.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { isNewName } from '../../../protocol/tasks/taskNames.ts';
import { ours, say } from '../../../text/say.ts';
import { repositoryInFront } from '../../kit/selectedTask.ts';
import type { Services } from '../../kit/services.ts';
import { askKept } from './askKept.ts';
import { tellTaskRefusal } from './tellTasks.ts';
import { workspaceFor } from './workspaceChoice.ts';

/** An agent gets a file of its own. One that is registered already is left alone. */
export async function registerAgent(services: Services, argument: unknown): Promise<void> {
  const workspace = await workspaceFor(services, argument, repositoryInFront());
  if (workspace === undefined) return;
  const typedName = await askKept(services, `tasks|agent|${workspace.key}`, {
    title: say('pick', 'Register an agent in {0}', workspace.name),
    prompt: ours('Its name, under which it claims tasks'),
    check: (text) => {
      if (!isNewName(text.trim())) return ours('A plain name: no slashes, quotes or colons');
      return isRegistered(workspace, text.trim()) ? ours('Registered already') : undefined;
    },
  });
  if (typedName === undefined) return;
  const name = typedName.text;
  const typedRole = await askKept(services, `tasks|role|${workspace.key}`, {
    title: say('pick', 'Register {0} in {1}', name.trim(), workspace.name),
    prompt: ours('Its role, as others see it'),
    value: 'worker',
  });
  if (typedRole === undefined) return;
  const made = await registerNewAgent(services.tasks, nodeFiles, workspace, { name, role: typedRole.text });
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
