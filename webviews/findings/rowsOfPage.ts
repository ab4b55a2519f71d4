/** Rows of one slice: the same number as the host's `PAGE`, which a test compares. */
export const PAGE_ROWS = 100;
