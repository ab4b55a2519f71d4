import { confirm } from '../../../host/messages.ts';
import { newEntryId } from '../../../protocol/loops/entryId.ts';
import { ours } from '../../../text/say.ts';
import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import type { Services } from '../../kit/services.ts';
import { stopDetail, stopQuestion } from '../steer/steerWords.ts';

/** Asks the loop to end, after one confirmation that names it. Nothing is killed. */
export async function stopLoop(services: Services, argument: unknown): Promise<void> {
  const loop = await meantLoop(services, argument, {
    title: ours('Stop which loop?'),
    none: ours('No loop runs.'),
    fits: (one) => !hasEnded(one),
  });
  if (loop === undefined) return;
  const refusal = services.outbox.mayWrite(loop);
  if (refusal !== null) {
    await services.teller.tell(refusal, { name: loop.id });
    return;
  }
  const entryId = newEntryId();
  const agreed = await confirm(stopQuestion(loop), stopDetail(loop), [ours('Stop')]);
  if (agreed === undefined) return;
  const sent = await services.outbox.stop(loop, entryId);
  if (!sent.ok) await services.teller.tell(sent, { name: loop.id });
}
