import type { Documents } from '../../host/documents.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { type Shown, shown } from '../../text/agentText.ts';
import { say } from '../../text/say.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import { questionWait, questionWaitKey, type Wait } from '../../workspace/needsYou.ts';
import { askerName, askPage } from './words/answerWords.ts';

/** The rows that an ask has in the pick. */
export const ASK_ROWS = 4;

/** Beside the pick, and by itself. */
const KINDS = { pick: 'ask', page: 'asked' } as const;

/** Lets the pages of asks be shown: what a loop asks, whole, as text that nothing in it can turn into an act. */
export function registerAskPages(
  documents: Documents,
  from: { waits: () => readonly Wait[]; loops: () => readonly WatchedLoop[] },
  now: () => number,
): Disposable[] {
  const page = (key: string): { wait: Wait; text: Shown<'document'> } | undefined => {
    const wait = from.waits().find((one) => one.key === key) ?? overWait(from.loops(), key);
    return wait === undefined ? undefined : { wait, text: askPage(wait, now()) };
  };
  return [
    documents.register(KINDS.pick, (key) => {
      const made = page(key);
      return made === undefined ? undefined : below(made.wait, made.text);
    }),
    documents.register(KINDS.page, (key) => page(key)?.text),
  ];
}

/** A question that waits no more: what it asked can still be read. */
function overWait(loops: readonly WatchedLoop[], key: string): Wait | undefined {
  const loop = loops.find((each) => key.startsWith(`${each.key}|`));
  const question = loop?.snapshot.questions.find((each) => questionWaitKey(loop, each) === key);
  return loop === undefined || question === undefined ? undefined : questionWait(loop, question);
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

export async function openAsk(
  documents: Documents,
  wait: Wait,
  keepFocus: boolean,
  by: keyof typeof KINDS = 'pick',
): Promise<void> {
  await documents.open(
    KINDS[by],
    wait.key,
    say('document', '{0} asks', shown(askerName(wait.asker), 'document', 60)),
    {
      beside: true,
      keepFocus,
    },
  );
}
