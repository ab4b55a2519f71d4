import type { Round, Whole } from '../model.ts';
import type { PackedRound } from './roundPack.ts';
import type { RoundState } from './roundState.ts';

/** What is kept in reach of every round, however old. */
export interface RoundEntry {
  readonly number: Whole;
  /** How many rounds were met before it. */
  readonly index: number;
  /** Its place among the rounds by number. */
  position: number;
  /** null while it is packed away. */
  state: RoundState | null;
  /** What a snapshot holds: the round, or what makes it when asked. null: to be made anew from the state. */
  slot: Round | PackedRound | null;
  /** Its state changed since it was last counted in. */
  changed: boolean;
  /** Its slot changed since the last snapshot. */
  moved: boolean;
  ended: boolean;
  estimated: boolean;
  /** Number of the last line that named it. */
  touched: number;
}
