/** Where rounds stand among the rounds of a loop. Found by halving: old rounds are made when they are asked for. */
import type { Round } from './loopSnapshot.ts';
import { lowest } from './state/sortedList.ts';

/** In a sorted list, the place of the first that does not come before what is looked for; their count where all do. */
export function firstPlace<T>(list: readonly T[], comesBefore: (one: T) => boolean): number {
  return lowest(list.length, (place) => {
    const one = list[place];
    return one === undefined || !comesBefore(one);
  });
}

/** The place of the round of this number, or the one where it would stand. */
export function placeOfRound(rounds: readonly Round[], number: number): number {
  return firstPlace(rounds, ({ round }) => round < number);
}

export function roundNumbered(rounds: readonly Round[], number: number): Round | undefined {
  const round = rounds[placeOfRound(rounds, number)];
  return round?.round === number ? round : undefined;
}
