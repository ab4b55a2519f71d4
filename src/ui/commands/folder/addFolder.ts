import { info } from '../../../host/messages.ts';
import { askFolder } from '../../../host/openFile.ts';
import { ours, say } from '../../../text/say.ts';
import { loopOf } from '../../kit/pickLoop.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';

/** Adds a folder to the person's own list of places: of the row, else one that is asked for. */
export async function addFolder(
  { model, settings }: Pick<Services, 'model' | 'settings'>,
  argument: unknown,
): Promise<void> {
  const folder =
    loopOf(model, argument)?.repository ??
    targetOf(argument)?.folder ??
    (await askFolder(ours('Watch the loops of which folder?'), ours('Watch This Folder')));
  if (folder === undefined) return;
  await settings.addRoot(folder);
  void info(say('toast', '{0} is watched from now on, in every window.', folder));
}
