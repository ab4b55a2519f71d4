/** How far what the person sent has come. */
import { millis } from '../../../protocol/lib/time.ts';
import type { SentEntry } from '../../../protocol/loops/loopSnapshot.ts';
import { join, NONE } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { clockMinutes, clockSeconds } from '../../../text/timeWords.ts';
import { type Progress, progressOf } from '../../../workspace/loops/sentProgress.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Tree } from '../rowItem.ts';

/** "sent 09:02:11 · read 09:02:30 · taken 09:02:31". */
export function stageWords(entry: SentEntry, progress: Progress | null): Tree {
  const sentAt = millis(entry.ts);
  const sent = sentAt === null ? ours('sent') : ours('sent {0}', clockSeconds(sentAt));
  if (entry.trusted === false) return join<'tree'>([sent, ours('not from you: its signature does not hold')]);
  if (entry.copy) return join<'tree'>([sent, ours('a copy, which does nothing')]);
  const readAt = millis(entry.readAt);
  const takenAt = millis(entry.takenAt);
  const read = entry.read ? (readAt === null ? ours('read') : ours('read {0}', clockSeconds(readAt))) : NONE;
  return join<'tree'>([
    sent,
    read,
    takenAt === null ? NONE : ours('taken {0}', clockSeconds(takenAt)),
    progress?.state === 'still-asks' ? ours('but it still asks') : NONE,
    !entry.read && takenAt === null ? ours('not read yet') : NONE,
    entry.trusted === null ? ours('not checked: no key here') : NONE,
  ]);
}

/** "read 09:02, still asks". */
export function shortStage(loop: WatchedLoop, entry: SentEntry): Tree {
  if (entry.trusted === false) return ours('not from you');
  const at = millis(entry.takenAt) ?? millis(entry.readAt) ?? millis(entry.ts);
  const when = at === null ? NONE : clockMinutes(at);
  if (progressOf(loop, entry.id)?.state === 'still-asks') return ours('read {0}, still asks', when);
  if (entry.takenAt !== null) return ours('taken {0}', when);
  return entry.read ? ours('read {0}', when) : ours('sent {0}, not read', when);
}
