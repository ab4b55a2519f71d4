import { info } from '../../../host/messages.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { namedFiles } from '../../../workspace/loops/namedFiles.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { openArtifact } from '../../kit/openArtifact.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';

const MOST = 30;

interface ArtifactRow extends PickRow {
  path: string;
}

/** The file of a row, else one that is picked among the loop's outputs and its runs' files, newest first. */
export async function openRowArtifact(services: Services, argument: unknown): Promise<void> {
  const loop = await meantLoop(services, argument, { title: ours('Open a file of which loop?') });
  if (loop === undefined) return;
  const path = targetOf(argument)?.artifact ?? (await pickPath(loop));
  if (path !== undefined) await openArtifact(loop, path);
}

async function pickPath(loop: WatchedLoop): Promise<string | undefined> {
  const rows = namedFiles(loop.snapshot, MOST).map(
    ({ path, name }): ArtifactRow => ({
      path,
      label: shown(path, 'pick'),
      ...(name === null ? {} : { description: shown(name, 'pick', 60) }),
    }),
  );
  if (rows.length === 0) {
    void info(say('toast', '{0} named no file yet.', loop.id));
    return undefined;
  }
  return (await pickOne(rows, { title: say('pick', 'A file of {0}', loop.id) }))?.path;
}
