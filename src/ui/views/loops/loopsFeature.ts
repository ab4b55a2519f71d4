/** The rows and the pages of loops: many, and loaded right after the start. */
import type { Shown } from '../../../text/agentText.ts';
import { shown } from '../../../text/agentText.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { RowSource } from '../../kit/row.ts';
import { findingText } from './findingRows.ts';
import { loopPage } from './loopPage.ts';
import { type LoopsViewRow, loopsSource } from './loopsView.ts';

export class LoopsFeature {
  readonly rows: RowSource<LoopsViewRow>;
  readonly #model: ReadModel;

  constructor(model: ReadModel) {
    this.#model = model;
    this.rows = loopsSource(model);
  }

  /** The page of a loop by its key in the store; undefined where it is there no more. */
  loopPage(key: string): Shown<'document'> | undefined {
    const loop = this.#model.loop(key);
    return loop === undefined ? undefined : loopPage(loop, this.#model);
  }

  /** The page of a finding by the key that its row gave. */
  findingPage(key: string): Shown<'document'> | undefined {
    const text = findingText(key, (loopKey) => this.#model.loop(loopKey));
    return text === undefined ? undefined : shown(`${text}\n`, 'document');
  }
}
