/** The rows of the answer pick as the editor draws them. */
import { type Shown, shown } from '../../host/agentText.ts';
import type { PickRow as HostRow } from '../../host/quickPick.ts';
import { optionLabel, quoted } from '../../host/words/answerWords.ts';
import { ours } from '../../host/words/say.ts';
import type { PickModel, PickRow } from './pickRows.ts';

export interface ViewRow extends HostRow {
  model: PickRow | null;
}

function separator(label: Shown<'pick'>): ViewRow {
  return { kind: 'separator', label, model: null };
}

/** `draftLines`: of a draft that only an editor can show; 0 where the pick shows it. */
export function viewRows(model: PickModel, draftLines: number): ViewRow[] {
  const rows: ViewRow[] = [];
  const first = (kind: PickRow['kind']): PickRow | undefined => model.rows.find((row) => row.kind === kind);
  const answers = first('option') ?? first('hint');
  const look = first('artifact') ?? first('editor');
  for (const row of model.rows) {
    if (row === answers) rows.push(separator(ours('answers')));
    if (row === look) rows.push(separator(ours('look first')));
    rows.push({
      label: row.mark as Shown<'pick'>,
      description: description(row, draftLines),
      alwaysShow: true,
      model: row,
    });
  }
  return rows;
}

function description(row: PickRow, draftLines: number): Shown<'pick'> {
  switch (row.kind) {
    case 'ask':
      return shown(row.text, 'pick');
    case 'words':
      return `${quoted('pick', row.text, 4000)}  ${ours('your own words')}` as Shown<'pick'>;
    case 'option': {
      const label = shown(optionLabel(row.option), 'pick');
      return row.words === '' ? label : (`${label}  + ${quoted('pick', row.words, 4000)}` as Shown<'pick'>);
    }
    case 'hint':
      return row.about === 'both'
        ? ours('An option with words sends both; some loops read only the option')
        : ours('Other words: just type');
    case 'artifact':
      return row.newest
        ? (`${shown(row.path, 'pick')}  ${ours('newest artifact')}` as Shown<'pick'>)
        : shown(row.path, 'pick');
    case 'editor':
      return draftLines > 1
        ? ours('Go on with your draft of {0} lines in an editor…', draftLines)
        : ours('Write in an editor…  several lines, code; Ctrl+Enter sends');
  }
}
