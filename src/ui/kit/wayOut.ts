/** Out of not being allowed to send: trusts the workspace, or adds the folder. */
import { COMMANDS } from '../../contract.ts';
import { run } from '../../host/commands.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import { RowHandle } from './rowTree.ts';

export async function wayOut(code: string, place: WatchedLoop | TaskWorkspace): Promise<void> {
  if (code === 'restricted') await run(COMMANDS.manageTrust);
  else if (code === 'outside') {
    const folder = 'repository' in place ? place.repository : place.folder;
    const target = 'repository' in place ? { loopKey: place.key, folder } : { folder };
    await run(COMMANDS.addFolder, new RowHandle({ kind: 'place', id: folder, target }, undefined));
  }
}
