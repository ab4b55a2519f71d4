/** The rows of the answer pick as the editor draws them. */

import type { PickRow as HostRow } from '../../../host/quickPick.ts';
import { memoize } from '../../../protocol/lib/memo.ts';
import type { Option } from '../../../protocol/lib/option.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import { keyName } from '../../../text/keyWords.ts';
import { ours, say } from '../../../text/say.ts';
import { optionLabel, quoted } from '../../kit/words/answerWords.ts';
import type { PickModel, PickRow } from './pickRows.ts';

export interface ViewRow extends HostRow {
  model: PickRow | null;
}

function separator(label: Shown<'pick'>): ViewRow {
  return { kind: 'separator', label, model: null };
}

export function viewRows(model: PickModel): ViewRow[] {
  const rows: ViewRow[] = [];
  const first = (kind: PickRow['kind']): PickRow | undefined => model.rows.find((row) => row.kind === kind);
  const answers = first('option') ?? first('hint');
  const look = first('artifact') ?? first('editor');
  for (const row of model.rows) {
    if (row === answers) rows.push(separator(ours('answers')));
    if (row === look) rows.push(separator(ours('look first')));
    rows.push({
      label: row.mark as Shown<'pick'>,
      description: description(row, model.draftLines),
      alwaysShow: true,
      model: row,
    });
  }
  return rows;
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ⏎ ');
}

/** The words as they go out; where a line ends is seen. */
function words(text: string): Shown<'pick'> {
  return quoted('pick', oneLine(text), 4000);
}

/** Remembered: of thousands of options every key draws all. */
const labelOf = memoize((option: Option): Shown<'pick'> => shown(optionLabel(option), 'pick'));

const HINTS = {
  type: () => ours('Other words: just type'),
  both: () => ours('An option with words sends both; some loops read only the option'),
  oneText: () => ours('An option with words sends one text: the option, and your words on the next line'),
};

function description(row: PickRow, draftLines: number): Shown<'pick'> {
  const toDraft = draftLines > 0 ? ours('added to your draft of {0} lines, in an editor…', draftLines) : '';
  switch (row.kind) {
    case 'ask':
      return shown(row.text, 'pick');
    case 'words':
      return `${words(row.text)}  ${toDraft || ours('your own words')}` as Shown<'pick'>;
    case 'option': {
      const label = labelOf(row.option);
      if (row.sends !== null)
        return [label, say('pick', 'sends “{0}”', oneLine(row.sends)), toDraft]
          .filter((part) => part !== '')
          .join('  ') as Shown<'pick'>;
      const and = row.words === '' ? '' : `  + ${words(row.words)}`;
      return `${label}${and}${toDraft === '' ? '' : `  ${toDraft}`}` as Shown<'pick'>;
    }
    case 'hint':
      return HINTS[row.about]();
    case 'alike':
      return row.to === null
        ? ours('All {0} alike…  see them, then one answer to all', row.count)
        : ours('Goes to {0} of {1} alike…  see them', row.to, row.count);
    case 'artifact':
      return row.newest
        ? (`${shown(row.path, 'pick')}  ${ours('newest artifact')}` as Shown<'pick'>)
        : shown(row.path, 'pick');
    case 'editor':
      return draftLines > 0
        ? ours('Go on with your draft of {0} lines in an editor…', draftLines)
        : ours('Write in an editor…  several lines, code; {0} sends', keyName('Enter'));
  }
}
