import { newEntryId } from '../../../protocol/loops/entryId.ts';
import { ours } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import { targetOf } from '../../kit/rowTree.ts';
import { selectionInFence } from '../../kit/selection.ts';
import type { Services } from '../../kit/services.ts';

/** The row's loop, else the one that the person picks among those that can be written to. */
async function loopToSteer(services: Services, argument: unknown): Promise<WatchedLoop | undefined> {
  const mayWrite = (one: WatchedLoop) => services.outbox.mayWrite(one) === null;
  const some = services.model.loops().some(mayWrite);
  return meantLoop(services, argument, {
    title: ours('Steer which loop?'),
    ...(some ? { fits: mayWrite } : {}),
  });
}

export async function steer(services: Services, argument: unknown): Promise<void> {
  const loop = await loopToSteer(services, argument);
  if (loop !== undefined) await services.steerBox.open(loop);
}

/** Opens the note in an editor, with the selection in it, to be read before it is sent. */
export async function steerWithSelection(services: Services, argument: unknown): Promise<void> {
  const loop = await loopToSteer(services, argument);
  if (loop === undefined) return;
  const refusal = services.outbox.mayWrite(loop);
  if (refusal !== null) {
    await services.teller.tell(refusal, { name: loop.id });
    return;
  }
  const fenced = await selectionInFence(loop.repository);
  await services.editor.openNote(loop, services.steering.draftKey(loop), newEntryId(), fenced);
}

/** A held note's row: goes out now, as the answer to what is open. */
export async function sendHeldNote(services: Pick<Services, 'steerBox'>, argument: unknown): Promise<void> {
  const id = targetOf(argument)?.noteId;
  if (id !== undefined) await services.steerBox.sendHeld(id);
}

export async function dropHeldNote(services: Pick<Services, 'steerBox'>, argument: unknown): Promise<void> {
  const id = targetOf(argument)?.noteId;
  if (id !== undefined) await services.steerBox.dropHeld(id);
}
