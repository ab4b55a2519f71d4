import { type Shown, shown } from '../../host/agentText.ts';
import type { Documents } from '../../host/documents.ts';
import { askPage } from '../../host/words/answerWords.ts';
import { say } from '../../host/words/say.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import type { Disposable } from '../../workspace/ports.ts';

const KIND = 'ask';

/** Lets the pages of asks be shown: what a loop asks, whole, as text that nothing in it can turn into an act. */
export function registerAskPages(
  documents: Documents,
  waits: () => readonly Wait[],
  now: () => number,
): Disposable {
  return documents.register(KIND, (key): Shown<'document'> | undefined => {
    const wait = waits().find((one) => one.key === key);
    return wait === undefined ? undefined : askPage(wait, now());
  });
}

export async function openAsk(documents: Documents, wait: Wait, keepFocus: boolean): Promise<void> {
  await documents.open(KIND, wait.key, say('document', '{0} asks', shown(wait.loop.id, 'document', 60)), {
    beside: true,
    keepFocus,
  });
}
