import { agreementKey } from '../../acts/start/startAgreement.ts';
import { startPage } from '../../text/actWords.ts';
import type { Shown } from '../../text/agentText.ts';

/** Of the documents: the page of a start command. */
export const START_PAGE = 'start';

/**
 * The pages on which long start commands are read. A page says for good what it said at first: the loop may write
 * another command while the person reads, and what then runs is the one that was asked about.
 */
export class StartPages {
  readonly #pages = new Map<string, Shown<'document'>>();

  /** Makes the page of one command; its key. */
  add(realFolder: string, loopId: string, command: string): string {
    const key = agreementKey(realFolder, loopId, command);
    this.#pages.set(key, startPage(loopId, command, realFolder));
    return key;
  }

  get(key: string): Shown<'document'> | undefined {
    return this.#pages.get(key);
  }
}
