import type { Round } from '../../../protocol/loops/loopModel.ts';

/** Where the round stands, or would. Found by halving: old rounds are made when they are asked for. */
export function placeOf(rounds: readonly Round[], number: number): number {
  let low = 0;
  let high = rounds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rounds[middle]?.round ?? Number.POSITIVE_INFINITY) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
