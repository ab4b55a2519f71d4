/** From a finding to what it is about: the files that its text names, if they are in its repository. Only when asked. */

import { openFile } from '../../../host/openFile.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { ok, type Result, refuse } from '../../../protocol/lib/result.ts';
import { shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { type ExistingLocation, existingLocations } from './namedLocations.ts';

interface LocationRow extends PickRow {
  location: ExistingLocation;
}

export async function goToLocation(loop: WatchedLoop, text: string): Promise<Result<null>> {
  const locations = await existingLocations(nodeFiles, loop.repository, text);
  const [only] = locations;
  if (only === undefined) return refuse('no-place', 'Nothing that it names is there.');
  const rows = locations.map(
    (location): LocationRow => ({
      location,
      label: shown(location.path, 'pick'),
      ...(location.line === null ? {} : { description: ours('line {0}', location.line) }),
    }),
  );
  const picked =
    rows.length === 1
      ? only
      : (await pickOne(rows, { title: say('pick', 'Places that the finding of {0} names', loop.id) }))
          ?.location;
  if (picked !== undefined) await openFile(picked.real, { line: picked.line ?? undefined });
  return ok(null);
}
