import { newEntryId } from '../../../protocol/loops/entryId.ts';
import { ours } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import { targetOf } from '../../kit/rowTree.ts';
import { selectionInFence } from '../../kit/selection.ts';
import type { Acting } from '../../kit/services.ts';

/** The row's loop, else the one that the person picks among those that can be written to. */
async function loopToSteer(acting: Acting, argument: unknown): Promise<WatchedLoop | undefined> {
  const mayWrite = (one: WatchedLoop) => acting.outbox.mayWrite(one) === null;
  const some = acting.parts.store.loops().some(mayWrite);
  return meantLoop(acting, argument, {
    title: ours('Steer which loop?'),
    ...(some ? { fits: mayWrite } : {}),
  });
}

export async function steer(acting: Acting, argument: unknown): Promise<void> {
  const loop = await loopToSteer(acting, argument);
  if (loop !== undefined) await acting.steerBox.open(loop);
}

/** Opens the note in an editor, with the selection in it, to be read before it is sent. */
export async function steerWithSelection(acting: Acting, argument: unknown): Promise<void> {
  const loop = await loopToSteer(acting, argument);
  if (loop === undefined) return;
  const refusal = acting.outbox.mayWrite(loop);
  if (refusal !== null) {
    await acting.teller.tell(refusal, { name: loop.id });
    return;
  }
  const fenced = await selectionInFence(loop.repository);
  await acting.editor.openNote(loop, acting.steering.draftKey(loop), newEntryId(), fenced);
}

/** A held note's row: goes out now, as the answer to what is open. */
export async function sendHeldNote(acting: Acting, argument: unknown): Promise<void> {
  const id = targetOf(argument)?.noteId;
  if (id !== undefined) await acting.steerBox.sendHeld(id);
}

export async function dropHeldNote(acting: Acting, argument: unknown): Promise<void> {
  const id = targetOf(argument)?.noteId;
  if (id !== undefined) await acting.steerBox.dropHeld(id);
}
