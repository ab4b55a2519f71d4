import { once } from '../protocol/lib/once.ts';

/** Made when it is first needed: that takes some 10 ms, which the start of a window does not have. */
const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** The characters of a text as a person counts them. */
export function graphemes(text: string): Intl.Segments {
  return segmenter().segment(text);
}
