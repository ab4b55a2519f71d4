import { relative, sep } from 'node:path';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { EVENTS_FILE, INBOX_FILE, MANIFEST_FILE } from '../../../protocol/loops/loopFiles.ts';
import { ours, say } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { openArtifact } from '../../kit/openArtifact.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';

interface FileRow extends PickRow {
  file: string;
}

const FILES = [MANIFEST_FILE, EVENTS_FILE, INBOX_FILE];

/** One of the loop's own three files, at the row's line. */
export async function openLoopFile(services: Services, argument: unknown): Promise<void> {
  const loop = await meantLoop(services, argument, { title: ours('Open a file of which loop?') });
  if (loop === undefined) return;
  const target = targetOf(argument);
  const file = target?.file ?? (await pickFile(loop));
  if (file === undefined || !FILES.includes(file)) return;
  const folder = relative(loop.repository, loop.folder).split(sep).join('/');
  await openArtifact(loop, `${folder}/${file}`, { line: target?.line });
}

async function pickFile(loop: WatchedLoop): Promise<string | undefined> {
  const rows: FileRow[] = [
    { file: MANIFEST_FILE, label: ours('loop.json'), description: ours('what the loop is') },
    { file: EVENTS_FILE, label: ours('events.jsonl'), description: ours('what it reported') },
    { file: INBOX_FILE, label: ours('inbox.jsonl'), description: ours('what you sent') },
  ];
  return (await pickOne(rows, { title: say('pick', 'A file of {0}', loop.id) }))?.file;
}
