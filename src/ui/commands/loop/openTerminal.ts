import { warn } from '../../../host/messages.ts';
import { holdsVariable, openTerminal } from '../../../host/terminals.ts';
import { variablePathWords } from '../../../text/actWords.ts';
import { shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import type { Services } from '../../kit/services.ts';

/** A terminal in the loop's repository; nothing is typed into it. */
export async function openTerminalThere(services: Services, argument: unknown): Promise<void> {
  const loop = await meantLoop(services, argument, { title: ours('Open a terminal where?') });
  if (loop === undefined) return;
  if (!services.trust.trusted()) {
    await services.teller.tellRestricted(loop.id, ours('Not opened:'));
    return;
  }
  if (holdsVariable(loop.repository)) {
    await warn(variablePathWords(loop.repository));
    return;
  }
  openTerminal(shown(loop.id, 'pick', 60), loop.repository);
}
