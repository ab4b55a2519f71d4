/** Asks for a line that is kept while it is typed, until it has been used. */

import { askText } from '../../../host/quickPick.ts';
import type { Shown } from '../../../text/agentText.ts';
import type { Services } from '../../kit/services.ts';
import type { Choice } from './chooseTasks.ts';
import type { TaskVerb } from './taskActWords.ts';

export interface KeptText {
  text: string;
  /** It has been used: nothing of it is kept any more. */
  used(): Promise<void>;
}

/** Undefined: the person went away; what they typed is there the next time. */
export async function askKept(
  services: Pick<Services, 'drafts'>,
  key: string,
  options: {
    title: Shown<'pick'>;
    prompt: Shown<'prompt'>;
    placeholder?: Shown<'pick'>;
    /** What it holds where nothing was typed before. */
    value?: string;
    check?: (text: string) => Shown<'prompt'> | undefined;
  },
): Promise<KeptText | undefined> {
  const { drafts } = services;
  const text = await askText({
    ...options,
    value: drafts.get(key)?.text ?? options.value ?? '',
    onChange: (typed) => drafts.set(key, { text: typed, choice: null }),
  });
  return text === undefined ? undefined : { text, used: () => drafts.delete(key) };
}

/** The draft of what is typed for an act: one for each task, and one for all acts of this kind on several. */
export function draftKeyOf(verb: TaskVerb, choice: Choice): string {
  const [first] = choice.tasks;
  return first === undefined || choice.tasks.length > 1
    ? `tasks|${verb}|many`
    : `tasks|${verb}|${first.workspace.key}|${first.row.id}`;
}
