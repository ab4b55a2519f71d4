/** An option clicked on a toast: the notification in which it is held, and what is said of it. */

import { HeldOptions } from '../../acts/answer/heldOptions.ts';
import { info, progressCancel } from '../../host/messages.ts';
import type { Option } from '../../protocol/lib/option.ts';
import { ours } from '../../text/say.ts';
import type { Draft } from '../../workspace/kept/drafts.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import type { Services } from '../kit/services.ts';
import { optionLabel } from '../kit/words/answerWords.ts';
import { replacedWords, sendingWords, unsentWords } from './toastWords.ts';

export function heldOptions(services: Services): HeldOptions {
  return new HeldOptions({
    ...services,
    hold: (wait, option, ms) => progressCancel(sendingWords(wait, optionLabel(option)), ms),
    tellUnsent: (wait, draft) => tellUnsent(services, wait, draft),
  });
}

export async function sendHeld(
  services: Pick<Services, 'model' | 'pick'>,
  held: HeldOptions,
  wait: Wait,
  option: Option,
): Promise<void> {
  const became = await held.send(wait, option);
  const now = services.model.wait(wait.key);
  if (became === 'begun') {
    const meant = now ?? wait;
    const same = meant.options.find(({ id }) => id === option.id)?.label === option.label;
    await services.pick.open(meant, same ? option.id : null);
  } else if (became === 'replaced' && now !== undefined) {
    void info(replacedWords(wait, optionLabel(option)));
  }
}

/** Once, over all windows. */
async function tellUnsent(
  services: Pick<Services, 'drafts' | 'marks' | 'model' | 'pick'>,
  unsent: Wait,
  { text, choice, savedAt }: Draft,
): Promise<void> {
  const { key, options } = unsent;
  if (!(await services.marks.claim(`unsent|${key}|${savedAt}`))) return;
  services.drafts.set(key, { text, choice });
  const option = options.find((one) => one.id === choice);
  const label = option === undefined ? text : optionLabel(option);
  const pressed = await info(unsentWords(unsent, label), [ours('Answer…')]);
  const wait = services.model.wait(key);
  if (pressed === 0 && wait !== undefined) await services.pick.open(wait);
}
