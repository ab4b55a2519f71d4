import { type Shown, shellLine } from '../../../text/agentText.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';

/** A session of longer ago is none to take up. */
const ROUNDS = 200;

/** Where to take the loop up again: its repository, and what it said of session, branch and worktree. */
function resumeFacts(loop: WatchedLoop): string[] {
  const { manifest, rounds } = loop.snapshot;
  // From the newest back, one at a time: old rounds are unpacked when they are asked for.
  let session: string | null = null;
  for (let at = rounds.length - 1; at >= Math.max(0, rounds.length - ROUNDS) && session === null; at -= 1) {
    session = rounds[at]?.runs.findLast((run) => run.session !== null && run.session !== '')?.session ?? null;
  }
  return [
    `loop ${loop.id}`,
    ...(session === null ? [] : [`session ${session}`]),
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
