/** Where a source looked, as it is told. */
import { isDeepStrictEqual } from 'node:util';
import { type Place, problemOfErrno } from './place.ts';
import type { PlaceState } from './placeState.ts';
import type { Found } from './system.ts';

interface Counted<F extends Found> {
  place: PlaceState<F>;
  shown: unknown;
  /** The errno for which not all of it could be looked at. */
  fault: string | null;
}

export function placeList<F extends Found>(
  places: readonly PlaceState<F>[],
  entries: Iterable<Counted<F>>,
  offered: readonly { found: F; place: PlaceState<F> }[],
): readonly Place[] {
  const counts = new Map<PlaceState<F>, number>();
  const faults = new Map<PlaceState<F>, string>();
  for (const { place, shown, fault } of entries) {
    if (shown !== null) counts.set(place, (counts.get(place) ?? 0) + 1);
    if (fault !== null) faults.set(place, fault);
  }
  return [
    ...places.map((place): Place => {
      const { problem, tookMs, polling } = place;
      const { folder, origin } = place.spec;
      const fault = faults.get(place);
      const hinders = problem ?? (fault === undefined ? null : problemOfErrno(fault));
      return {
        folder,
        origin,
        kind: 'root',
        found: counts.get(place) ?? 0,
        problem: hinders,
        tookMs,
        polling,
      };
    }),
    ...offered.map(({ found: { folder }, place: { spec } }): Place => {
      const { origin } = spec;
      return { folder, origin, kind: 'offered', found: 0, problem: null, tookMs: 0, polling: false };
    }),
  ];
}

/** Whether two lists tell the same, but for how long it took to look. */
export function samePlaces(a: readonly Place[], b: readonly Place[]): boolean {
  return isDeepStrictEqual(a.map(withoutTime), b.map(withoutTime));
}

function withoutTime({ tookMs: _, ...place }: Place): object {
  return place;
}
