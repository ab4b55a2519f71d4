import { isNewName } from '../../protocol/tasks/taskNames.ts';

/** The setting's name, else the system's; undefined where neither can be a name in a task workspace. */
export function authorNameOf(setting: string, system: string | null): string | undefined {
  const named = setting.trim();
  // A name that was set on purpose is not replaced in silence.
  if (named !== '') return isNewName(named) ? named : undefined;
  return isNewName(system) ? system : undefined;
}
