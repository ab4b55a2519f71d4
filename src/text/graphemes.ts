let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a person counts them. */
export function graphemes(text: string): Intl.Segments {
  // Made when first needed: it takes some 10 ms, which the start of a window does not have.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
