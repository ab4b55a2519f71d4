import { warn } from '../../host/messages.ts';
import { openFile } from '../../host/openFile.ts';
import { nodeFiles } from '../../protocol/files/filesPort.ts';
import { resolveInside } from '../../protocol/files/safePath.ts';
import { pathWords } from '../../text/actWords.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';

/** Opens a file that the loop named, if it is a file and really lies in the loop's repository. */
export async function openArtifact(
  loop: WatchedLoop,
  named: string,
  how: { beside?: boolean; keepFocus?: boolean; line?: number | undefined } = {},
): Promise<void> {
  const found = await resolveInside(nodeFiles, loop.repository, named);
  if (!found.ok) {
    await warn(pathWords(found.code, named));
    return;
  }
  if ((await nodeFiles.stat(found.real)).kind !== 'file') {
    await warn(pathWords('not-a-file', named));
    return;
  }
  await openFile(found.real, how);
}
