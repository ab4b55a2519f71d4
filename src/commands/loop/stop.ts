import { confirm } from '../../host/messages.ts';
import { ours } from '../../host/words/say.ts';
import { hasEnded } from '../../host/words/states.ts';
import { stopDetail, stopQuestion } from '../../host/words/steerWords.ts';
import { newEntryId } from '../../protocol/loops/write.ts';
import type { Acting } from '../acting.ts';
import { meantLoop } from './pickLoop.ts';

/** Asks the loop to end, after one confirmation that names it. Nothing is killed. */
export async function stopLoop(acting: Acting, argument: unknown): Promise<void> {
  const loop = await meantLoop(acting, argument, {
    title: ours('Stop which loop?'),
    none: ours('No loop runs.'),
    fits: (one) => !hasEnded(one),
  });
  if (loop === undefined) return;
  const refusal = acting.answering.mayWrite(loop);
  if (refusal !== null) {
    await acting.sender.tellRefusal(refusal, loop.id, '', undefined);
    return;
  }
  const entryId = newEntryId();
  const agreed = await confirm(stopQuestion(loop), stopDetail(loop), [ours('Stop')]);
  if (agreed === undefined) return;
  const sent = await acting.answering.stop(loop, entryId);
  if (!sent.ok) await acting.sender.tellRefusal(sent, loop.id, '', undefined);
}
