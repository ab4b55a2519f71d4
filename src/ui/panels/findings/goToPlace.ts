/** From a finding to what it is about: the files that its text names, if they are in its repository. Only when asked. */

import { openFile } from '../../../host/openFile.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { ok, type Result, refuse } from '../../../protocol/lib/result.ts';
import { ours, say } from '../../../text/say.ts';
import { shown } from '../../../text/shown.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { type FoundPlace, placesThere } from './foundPlaces.ts';

interface PlaceRow extends PickRow {
  place: FoundPlace;
}

export async function goToPlace(loop: WatchedLoop, text: string): Promise<Result<null>> {
  const places = await placesThere(nodeFiles, loop.repository, text);
  const [only] = places;
  if (only === undefined) return refuse('no-place', 'Nothing that it names is there.');
  const rows = places.map(
    (place): PlaceRow => ({
      place,
      label: shown(place.path, 'pick'),
      ...(place.line === null ? {} : { description: ours('line {0}', place.line) }),
    }),
  );
  const picked =
    rows.length === 1
      ? only
      : (await pickOne(rows, { title: say('pick', 'Places that the finding of {0} names', loop.id) }))?.place;
  if (picked !== undefined) await openFile(picked.real, { line: picked.line ?? undefined });
  return ok(null);
}
