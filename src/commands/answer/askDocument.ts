import { type Shown, shown } from '../../host/agentText.ts';
import type { Documents } from '../../host/documents.ts';
import { askerName, askPage } from '../../host/words/answerWords.ts';
import { say } from '../../host/words/say.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import type { Disposable } from '../../workspace/ports.ts';
import { ASK_ROWS } from './pickRows.ts';

const KIND = 'ask';

/** Lets the pages of asks be shown: what a loop asks, whole, as text that nothing in it can turn into an act. */
export function registerAskPages(
  documents: Documents,
  waits: () => readonly Wait[],
  now: () => number,
): Disposable {
  return documents.register(KIND, (key): Shown<'document'> | undefined => {
    const wait = waits().find((one) => one.key === key);
    return wait === undefined ? undefined : below(wait, askPage(wait, now()));
  });
}

const ROW_PIXELS = 22;
/** The shortest lines that the editor has by itself: with taller ones the text begins lower than it must. */
const LINE_PIXELS = 18;
/** Beside the ask's rows and the options: the hint, three artifacts, the editor. */
const OTHER_ROWS = 5;
/** The pick's list takes no more than two fifths of a window, of which this is a tall one. */
const MOST_LINES = 18;

/** Lines of a page beside the pick that lie under it: the pick begins above the page, by its title and box. */
function coveredLines(wait: Wait): number {
  const rows = ASK_ROWS + wait.options.length + (wait.same.length > 1 ? 1 : 0) + OTHER_ROWS;
  return Math.min(MOST_LINES, Math.ceil((rows * ROW_PIXELS) / LINE_PIXELS));
}

/** The text begins below the pick, which stands over the middle of the window. */
function below(wait: Wait, text: Shown<'document'>): Shown<'document'> {
  return `${'\n'.repeat(coveredLines(wait))}${text}` as Shown<'document'>;
}

export async function openAsk(documents: Documents, wait: Wait, keepFocus: boolean): Promise<void> {
  await documents.open(
    KIND,
    wait.key,
    say('document', '{0} asks', shown(askerName(wait.asker), 'document', 60)),
    {
      beside: true,
      keepFocus,
    },
  );
}
