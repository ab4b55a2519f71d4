import { shown } from '../../host/agentText.ts';
import { warn } from '../../host/messages.ts';
import { holdsVariable, openTerminal } from '../../host/terminals.ts';
import { variablePathWords } from '../../host/words/actWords.ts';
import { ours } from '../../host/words/say.ts';
import type { Acting } from '../acting.ts';
import { meantLoop } from './pickLoop.ts';

/** A terminal in the loop's repository; nothing is typed into it. */
export async function openTerminalThere(acting: Acting, argument: unknown): Promise<void> {
  const loop = await meantLoop(acting, argument, { title: ours('Open a terminal where?') });
  if (loop === undefined) return;
  if (!acting.parts.trust.trusted()) {
    await acting.sender.tellRestricted(loop.id, ours('Not opened:'));
    return;
  }
  if (holdsVariable(loop.repository)) {
    await warn(variablePathWords(loop.repository));
    return;
  }
  openTerminal(shown(loop.id, 'pick', 60), loop.repository);
}
