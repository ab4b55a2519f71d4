import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { hasEnded } from '../../kit/words/loopStateWords.ts';

/** What can be done with the loop: menus ask for these words. `runsHere`: a terminal of ours runs it. */
export function loopWords(loop: WatchedLoop, runsHere: boolean): string[] {
  const { snapshot, writable } = loop;
  const may = writable.ok;
  const ended = hasEnded(loop);
  const starts = (snapshot.manifest?.commands['start'] ?? '') !== '';
  return [
    'loop',
    'openable',
    'copyable',
    'keyed',
    ...(may && snapshot.waitsForYou.length > 0 ? ['answerable'] : []),
    ...(may && !ended ? ['steerable'] : []),
    ...(may && !ended && snapshot.status !== 'new' && !snapshot.stopRequested ? ['stoppable'] : []),
    ...(may && starts && !runsHere && snapshot.status !== 'running' && snapshot.status !== 'waiting'
      ? ['startable']
      : []),
  ];
}
