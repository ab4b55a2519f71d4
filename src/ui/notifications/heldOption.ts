/** An option clicked on a toast: the notification in which it is held, and what is said of it. */
import { HeldOptions } from '../../acts/answer/heldOptions.ts';
import { info, progressCancel } from '../../host/messages.ts';
import type { Option } from '../../protocol/loops/loopModel.ts';
import { ours } from '../../text/say.ts';
import type { Draft } from '../../workspace/kept/drafts.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import type { Acting } from '../kit/services.ts';
import { optionLabel } from '../kit/words/answerWords.ts';
import { replacedWords, sendingWords, unsentWords } from '../kit/words/toastWords.ts';

export function heldOptions(acting: Acting): HeldOptions {
  const { drafts, store, tasks, clock, log } = acting.parts;
  return new HeldOptions({
    answering: acting.answering,
    drafts,
    store,
    tasks,
    clock,
    log,
    hold: (wait, option, ms) => progressCancel(sendingWords(wait, optionLabel(option)), ms),
    send: (session, answer) => acting.teller.send(session, answer),
    tellUnsent: (wait, draft) => tellUnsent(acting, wait, draft),
  });
}

export async function sendHeld(acting: Acting, held: HeldOptions, wait: Wait, option: Option): Promise<void> {
  const became = await held.send(wait, option);
  const now = acting.waitOf(wait.key);
  if (became === 'begun') {
    const meant = now ?? wait;
    const same = meant.options.find(({ id }) => id === option.id)?.label === option.label;
    await acting.pick.open(meant, same ? option.id : null);
  } else if (became === 'replaced' && now !== undefined) {
    void info(replacedWords(wait, optionLabel(option)));
  }
}

/** Once, over all windows. */
async function tellUnsent(acting: Acting, unsent: Wait, { text, choice, savedAt }: Draft): Promise<void> {
  const { key, options } = unsent;
  if (!(await acting.parts.marks.claim(`unsent|${key}|${savedAt}`))) return;
  acting.answering.session(key).keep({ text, choice });
  const option = options.find((one) => one.id === choice);
  const label = option === undefined ? text : optionLabel(option);
  const pressed = await info(unsentWords(unsent, label), [ours('Answer…')]);
  const wait = acting.waitOf(key);
  if (pressed === 0 && wait !== undefined) await acting.pick.open(wait);
}
