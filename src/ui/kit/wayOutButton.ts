/** The ways out of a refusal, and the commands behind them. */
import { type WayOut, wayOutOf } from '../../acts/refusalWayOut.ts';
import { COMMANDS } from '../../contract.ts';
import { run } from '../../host/commands.ts';
import type { Refusal } from '../../protocol/lib/result.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import type { Button } from './offer.ts';
import { RowHandle } from './rowTree.ts';
import { wayOutTitle } from './words/wayOutWords.ts';

/** In a message, where the folder is asked for. */
export function wayOutButton(refusal: Refusal): Button[] {
  const way = wayOutOf(refusal);
  return way === null ? [] : [{ title: wayOutTitle(way), press: () => run(COMMAND_OF[way]) }];
}

export async function goWayOut(place: WatchedLoop | TaskWorkspace): Promise<void> {
  const way = place.writable.ok ? null : wayOutOf(place.writable);
  if (way === null) return;
  const isLoop = 'repository' in place;
  const folder = isLoop ? place.repository : place.folder;
  const target = isLoop ? { loopKey: place.key, folder } : { folder };
  const row = new RowHandle({ kind: 'place', id: folder, target }, undefined);
  await run(COMMAND_OF[way], way === 'add-folder' ? row : undefined);
}

const COMMAND_OF: Readonly<Record<WayOut, string>> = {
  'manage-trust': COMMANDS.manageTrust,
  'add-folder': COMMANDS.addFolder,
  'make-key-private': COMMANDS.makeKeyPrivate,
};
