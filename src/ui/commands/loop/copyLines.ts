import { writeClipboard } from '../../../host/clipboard.ts';
import { info, warn } from '../../../host/messages.ts';
import { checkLineCopied, noKeyWords } from '../../../text/actWords.ts';
import { ours, say } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import type { Services } from '../../kit/services.ts';
import { checkLine } from './checkLine.ts';
import { resumeLine } from './resumeHint.ts';

function loopToCopy(services: Services, argument: unknown): Promise<WatchedLoop | undefined> {
  return meantLoop(services, argument, { title: ours('Of which loop?') });
}

export async function copyResumeHint(services: Services, argument: unknown): Promise<void> {
  const loop = await loopToCopy(services, argument);
  if (loop === undefined) return;
  await writeClipboard(resumeLine(loop));
  void info(say('toast', 'Copied: a line for a terminal that goes to {0} and says its session.', loop.id));
}

/** A line that says, where the loop runs, whether the newest entry checks there. */
export async function copyCheckLine(services: Services, argument: unknown): Promise<void> {
  const loop = await loopToCopy(services, argument);
  if (loop === undefined) return;
  const { signingKey } = services;
  await signingKey.look();
  const facts = signingKey.facts();
  if (facts?.fingerprint === undefined || facts.fingerprint === null) {
    await warn(noKeyWords(facts?.path ?? ''));
    return;
  }
  await writeClipboard(checkLine(loop.id, { path: facts.path, fingerprint: facts.fingerprint }));
  void info(checkLineCopied(loop.id, facts.path, facts.fingerprint));
}
