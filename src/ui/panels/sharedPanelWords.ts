import { ours } from '../../text/say.ts';

/** Words of the parts that all panels are made of. */
export function sharedTexts() {
  return {
    openWhole: ours('Open Whole'),
    cutHere: ours('cut here'),
    loading: ours('Reading…'),
    failed: ours('This could not be read. The log says why.'),
    tooLarge: ours('This is too much to show at once.'),
    more: ours('Show More'),
    copied: ours('Copied'),
    keysTitle: ours('Keys'),
    close: ours('Close'),
  };
}

export type SharedTexts = Record<keyof ReturnType<typeof sharedTexts>, string>;
