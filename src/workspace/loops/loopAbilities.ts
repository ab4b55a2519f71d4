/** What a person may do with a loop, and what hinders it: menus, buttons and commands ask here. */
import type { LoopSnapshot, LoopStatus } from '../../protocol/loops/loopSnapshot.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/**
 * `no`: nothing of this kind is to be done here. `unwritable`: the person may not write there, `writable` of the loop
 * says why. `stop-sent`: a stop was sent already. `runs-here`: a terminal of this window runs the loop.
 */
export type LoopAbility = 'may' | 'no' | 'unwritable' | 'stop-sent' | 'runs-here';

export interface LoopAbilities {
  answer: LoopAbility;
  steer: LoopAbility;
  stop: LoopAbility;
  start: LoopAbility;
}

const ENDED: readonly LoopStatus[] = ['done', 'stopped', 'failed'];

export function hasEnded({ snapshot }: { snapshot: Pick<LoopSnapshot, 'status'> }): boolean {
  return ENDED.includes(snapshot.status);
}

/** `runsHere`: a terminal of this window runs it. */
export function loopAbilities(loop: WatchedLoop, runsHere: boolean): LoopAbilities {
  const { snapshot, writable } = loop;
  const ability = (there: boolean, hindered?: LoopAbility): LoopAbility =>
    there ? (writable.ok ? (hindered ?? 'may') : 'unwritable') : 'no';
  const ended = hasEnded(loop);
  const starts = (snapshot.manifest?.commands['start'] ?? '') !== '';
  const idle = snapshot.status !== 'running' && snapshot.status !== 'waiting';
  return {
    answer: ability(snapshot.waitsForYou.length > 0),
    steer: ability(!ended),
    stop: ability(!ended && snapshot.status !== 'new', snapshot.stopRequested ? 'stop-sent' : undefined),
    start: ability(starts && (idle || runsHere), runsHere ? 'runs-here' : undefined),
  };
}
