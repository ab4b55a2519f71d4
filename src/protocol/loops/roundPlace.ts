/** Where rounds stand among the rounds of a loop. Found by halving: old rounds are made when they are asked for. */
import type { Round } from './loopSnapshot.ts';

/** In a sorted list, the place of the first that does not come before what is looked for; their count where all do. */
export function firstPlace<T>(list: readonly T[], comesBefore: (one: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one !== undefined && comesBefore(one)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the round of this number, or the one where it would stand. */
export function placeOfRound(rounds: readonly Round[], number: number): number {
  return firstPlace(rounds, ({ round }) => round < number);
}

export function roundNumbered(rounds: readonly Round[], number: number): Round | undefined {
  const round = rounds[placeOfRound(rounds, number)];
  return round?.round === number ? round : undefined;
}
