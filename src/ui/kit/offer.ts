/** Messages whose buttons do something, each by itself. */
import { writeClipboard } from '../../host/clipboard.ts';
import { warn } from '../../host/messages.ts';
import { NONE, type Shown, shown } from '../../text/agentText.ts';
import { ours } from '../../text/say.ts';

export interface Button {
  title: Shown<'toast'>;
  press: () => Promise<unknown>;
}

/** Settles when the message is gone; what was pressed in it has been done then. */
export async function offer(words: Shown<'toast'>, buttons: readonly Button[], show = warn): Promise<void> {
  const titles = buttons.map(({ title }) => title);
  const pressed = await show(words, titles);
  if (pressed !== undefined) await buttons[pressed]?.press();
}

export function copyButton(text: string): Button[] {
  if (text.trim() === '') return [];
  return [{ title: ours('Copy Text'), press: () => writeClipboard(shown(text, 'clipboard')) }];
}

/** Of a text that a refusal leaves where it is. */
export function keptWords(text: string): Shown<'toast'> {
  return text.trim() === '' ? NONE : ours('Your text is kept.');
}
