/** What of the Loops view is loaded right after the start. */
export { findingText } from './findingRows.ts';
export { loopPage } from './loopPage.ts';
export { loopsSource } from './loopsView.ts';
