import { type Shown, shellLine } from '../../host/agentText.ts';
import type { WatchedLoop } from '../../workspace/watchedLoop.ts';

/** Where to take the loop up again: its repository, and what it said of session, branch and worktree. */
export function resumeFacts(loop: WatchedLoop): string[] {
  const { manifest, rounds } = loop.snapshot;
  const session = rounds
    .toReversed()
    .flatMap((round) => round.runs.toReversed())
    .find((run) => run.session !== null && run.session !== '')?.session;
  return [
    `loop ${loop.id}`,
    ...(session === undefined || session === null ? [] : [`session ${session}`]),
    ...(manifest?.workspace === undefined
      ? []
      : [`branch ${manifest.workspace.branch}`, `worktree ${manifest.workspace.worktree}`]),
  ];
}

/** One line for a terminal: goes there and says the facts. What the loop wrote stands quoted and is only printed. */
export function resumeLine(
  loop: WatchedLoop,
  platform: NodeJS.Platform = process.platform,
): Shown<'clipboard'> {
  const go = shellLine(['cd', loop.repository], platform);
  const say = shellLine(['echo', resumeFacts(loop).join(', ').replace(/\s+/g, ' ')], platform);
  return `${go}${platform === 'win32' ? '; ' : ' && '}${say}` as Shown<'clipboard'>;
}
