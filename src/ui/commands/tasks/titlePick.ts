/** The title of a new task: Enter submits it as it stands; rows take up what was begun before, the last opens the form. */

import type { NewTaskDraft } from '../../../acts/tasks/newTaskDrafts.ts';
import { Picker, type PickRow } from '../../../host/quickPick.ts';
import { type Shown, shown, withIcon } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { LateBox } from '../lateBox.ts';

/** Icons alone: the editor sorts by the words of labels while one types. */
const NONE = '' as Shown<'pick'>;

export interface TitleChoice {
  act: 'submit' | 'form';
  draft: NewTaskDraft;
}

interface TitleRow extends PickRow {
  act: 'submit' | 'form' | 'draft';
  draft?: NewTaskDraft;
}

/** Undefined: the person went away. The rows never change while one types, so that Enter means what is seen. */
export async function pickTitle(options: {
  title: Shown<'pick'>;
  draft: NewTaskDraft;
  /** Begun before, newest first. */
  others: readonly NewTaskDraft[];
  values: (draft: NewTaskDraft) => Shown<'pick'>;
  onChange: (draft: NewTaskDraft) => void;
}): Promise<TitleChoice | undefined> {
  let { draft } = options;
  let others = options.others;
  const picker = new Picker<TitleRow>({
    title: options.title,
    placeholder: ours('What is to be done? Enter submits'),
    ignoreFocusOut: true,
  });
  const box = new LateBox();
  const render = () => {
    picker.rows = [
      { act: 'submit', label: withIcon('check', NONE), description: ours('Submit') },
      ...others.map(
        (other): TitleRow => ({
          act: 'draft',
          draft: other,
          label: withIcon('edit', NONE),
          description: say('pick', 'Go on with “{0}”', shown(nameOf(other) || '…', 'pick', 80)),
        }),
      ),
      {
        act: 'form',
        label: withIcon('ellipsis', NONE),
        description: say('pick', 'All the rest, in New Task: {0}', options.values(draft)),
      },
    ];
    picker.active = picker.rows[0];
  };
  const give = (text: string | null) => {
    if (text !== null) picker.value = text;
  };
  const typed = (text: string) => {
    if (text === draft.fields.title) return;
    draft = { ...draft, fields: { ...draft.fields, title: text } };
    options.onChange(draft);
  };
  return new Promise((resolve) => {
    picker.onDidChangeValue((value) => {
      const heard = box.heard(value);
      give(heard.give);
      if (heard.typed !== null) typed(heard.typed);
    });
    picker.onDidAccept((row) => {
      if (row?.act === 'draft' && row.draft !== undefined) {
        const before = draft;
        draft = row.draft;
        others = [before, ...others].filter((other) => other.id !== draft.id && nameOf(other) !== '');
        give(box.give(draft.fields.title));
        options.onChange(draft);
        render();
        return;
      }
      const act = row?.act === 'form' ? 'form' : 'submit';
      if (act === 'submit' && draft.fields.title.trim() === '') return;
      resolve({ act, draft });
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    render();
    picker.show();
    // Only now: what a box holds when it opens is selected whole, and the next key would replace it.
    give(box.give(draft.fields.title));
  });
}

/** A task may have been begun with its description. */
function nameOf({ fields: { title, description } }: NewTaskDraft): string {
  return title.trim() || description.trim();
}
