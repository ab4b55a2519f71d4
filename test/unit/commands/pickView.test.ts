import assert from 'node:assert/strict';
import { pickRows } from '../../../src/commands/answer/pickRows.ts';
import { viewRows } from '../../../src/commands/answer/pickView.ts';

const hostile = '$(zap) [x](command:quit)\u202e\nnext';

function rows(typed: string, draftLines = 0) {
  const model = pickRows({
    ask: hostile,
    options: [{ id: 'a', label: hostile }],
    typed,
    chosen: null,
    artifacts: [hostile],
  });
  return viewRows(model, draftLines);
}

describe('the rows of the answer pick', () => {
  it('have only a digit or a mark as their label, and stand whatever is typed', () => {
    for (const row of rows('words').filter((one) => one.kind !== 'separator')) {
      assert.ok([...row.label].length === 1, row.label);
      assert.equal(row.alwaysShow, true);
    }
  });

  it('make no icon, link, second line or turned text of what a loop wrote', () => {
    for (const row of [...rows(''), ...rows('words'), ...rows(hostile)]) {
      assert.doesNotMatch(row.description ?? '', /\$\(|\]\(|\n|\u202e/);
    }
  });

  it('keep their places between nothing typed and words typed, separators too', () => {
    const kinds = (typed: string) => rows(typed).map((row) => row.model?.kind ?? row.label);
    assert.deepEqual(kinds('words').slice(1), [...kinds('').slice(1)]);
  });

  it('send a draft of several lines to an editor', () => {
    assert.ok(rows('', 3).some((row) => row.description?.includes('your draft of 3 lines')));
  });
});
