/** Where loops were looked for, and what stands in their view where there is none. */
import { COMMANDS } from '../../../contract.ts';
import { ours } from '../../../text/say.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { WordsRow } from '../../kit/wordsRow.ts';
import { emptyRows, type PlacesRow, placeRow, placesChildren, placesItem, plainRow } from '../placeRows.ts';
import { foundWords } from '../placeWords.ts';
import type { RowKinds } from '../rowKinds.ts';

export function emptyLoopRows(model: ReadModel): WordsRow[] {
  return emptyRows(model, loopPlaceRows(model, ''), {
    isReady: model.ready(),
    looking: ours('Looking for loops…'),
    none: ours('No loops here yet'),
    acts: [
      plainRow('act/demo', ours('Create Demo Loop'), 'beaker', COMMANDS.createDemo),
      plainRow('act/prompt', ours('Copy Prompt for an Agent'), 'copy', COMMANDS.copyPrompt),
    ],
  });
}

export const LOOP_PLACES: RowKinds<PlacesRow, WordsRow> = {
  places: {
    item: (_, model) => {
      const places = model.places();
      const polled = places.filter((place) => place.polling).length;
      return placesItem(
        polled === 0
          ? ours('{0} looked at', places.length)
          : ours('{0} looked at, {1} of them polled', places.length, polled),
        ours('Where loops are looked for, and what was found there.'),
      );
    },
    children: (_, model) => placesChildren((scope) => loopPlaceRows(model, scope)),
  },
};

function loopPlaceRows(model: ReadModel, scope: string): WordsRow[] {
  return model
    .places()
    .map((place) => placeRow(`${scope}place|${place.folder}`, place, foundWords(place), model));
}
