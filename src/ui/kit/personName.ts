/** The name under which the person submits, claims and withdraws. */
import { userInfo } from 'node:os';
import { authorNameOf } from '../../acts/tasks/authorName.ts';
import { askText } from '../../host/quickPick.ts';
import { isNewName } from '../../protocol/tasks/taskNames.ts';
import { ours } from '../../text/say.ts';
import type { Services } from './services.ts';

function systemName(): string | null {
  try {
    return userInfo().username;
  } catch (failure) {
    // A container's user may be known by number alone.
    if (failure instanceof Error && 'code' in failure) return null;
    throw failure;
  }
}

/** The name, if one is known without asking. */
export function knownName({ settings }: Pick<Services, 'settings'>): string | undefined {
  return authorNameOf(settings.taskName(), systemName());
}

/** The name; asked for once where none is known, and kept in the setting. Undefined: the person went away. */
export async function personName(services: Services): Promise<string | undefined> {
  const known = knownName(services);
  if (known !== undefined) return known;
  const { settings } = services;
  const typed = await askText({
    title: ours('Your name in task workspaces'),
    prompt: ours('Agents see it as the author of what you submit. It is kept in your settings.'),
    value: settings.taskName(),
    check: (text) =>
      isNewName(text.trim()) ? undefined : ours('A plain name: no slashes, quotes or colons'),
  });
  if (typed === undefined) return undefined;
  await settings.setTaskName(typed.trim());
  return typed.trim();
}
