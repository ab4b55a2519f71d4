import type { Whole } from '../eventDefinitions.ts';
import type { Round } from '../loopSnapshot.ts';
import type { NoProgress } from './convergence.ts';
import type { PackedRound } from './roundPack.ts';
import type { RoundState } from './roundState.ts';

/**
 * What is kept in reach of every round, however old. A class and no literal: V8 sees that all of these live long and then
 * makes such literals, with the state that is made along with them, in the old generation, where what they hold is not
 * let go of until the next full collection.
 */
export class RoundEntry {
  readonly number: Whole;
  /** How many rounds were met before it. */
  readonly index: number;
  /** Its place among the rounds by number. */
  position: number;
  /** null while it is packed away. */
  state: RoundState | null;
  /** What a snapshot holds: the round, or what makes it when asked. null: to be made anew from the state. */
  slot: Round | PackedRound | null = null;
  /** Its state changed since it was last counted in. */
  changed = false;
  /** Its slot changed since the last snapshot. */
  moved = false;
  ended = false;
  estimated = false;
  /** Number of the last line that named or changed it. */
  used = 0;
  /** How often it was unpacked. */
  unpacked = 0;
  /** It lists something although it had been closed as fixed; what, is kept while the last snapshot tells of it. */
  listsAgain = false;
  again: NoProgress['again'] | null = null;

  constructor(number: Whole, index: number, state: RoundState) {
    this.number = number;
    this.index = index;
    this.position = index;
    this.state = state;
  }
}
