import type { FoldEvent } from '../../src/protocol/loops/eventDefinitions.ts';
import { LoopFold, type SnapshotOptions } from '../../src/protocol/loops/fold.ts';
import type { FoldEntry } from '../../src/protocol/loops/inboxEntry.ts';
import type { LoopSnapshot } from '../../src/protocol/loops/loopSnapshot.ts';
import type { Manifest } from '../../src/protocol/loops/manifest.ts';

/** The state at `now` of a loop whose files hold this. */
export function fold(
  input: SnapshotOptions & {
    id: string;
    manifest: Manifest | null;
    events: readonly { event: FoldEvent; offset: number }[];
    inbox: readonly FoldEntry[];
  },
): LoopSnapshot {
  const loop = new LoopFold(input.id);
  loop.setManifest(input.manifest);
  loop.setInbox(input.inbox);
  for (const { event, offset } of input.events) {
    loop.addEvent(event, offset);
  }
  return loop.snapshot(input);
}
