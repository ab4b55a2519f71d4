import assert from 'node:assert/strict';
import { type PickInput, pickRows } from '../../../../../src/ui/commands/answer/pickRows.ts';
import { viewRows } from '../../../../../src/ui/commands/answer/pickView.ts';

const hostile = '$(zap) [x](command:quit)\u202e\nnext';

function rows(typed: string, change: Partial<PickInput> = {}) {
  const model = pickRows({
    ask: hostile,
    options: [{ id: 'a', label: hostile }],
    typed,
    chosen: null,
    artifacts: [hostile],
    ...change,
  });
  return viewRows(model);
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
    const draft = { text: 'one\ntwo\nthree', choice: null };
    assert.ok(rows('', { draft }).some((row) => row.description?.includes('your draft of 3 lines')));
    for (const row of rows('four', { draft }).filter(
      ({ model }) => model?.kind === 'words' || model?.kind === 'option',
    ))
      assert.match(row.description ?? '', /“four” {2}added to your draft of 3 lines, in an editor…$/);
  });

  it('show where the lines end of what goes to several asks', () => {
    const [first] = rows('three', { draft: { text: 'one\ntwo', choice: null }, alike: 4, to: 3 });
    assert.match(first?.description ?? '', /^“one ⏎ two ⏎ three” {2}your own words$/);
  });

  it('say how many are alike, and how many of them get the answer', () => {
    const words = (to: number | null) =>
      rows('', { alike: 12, to }).find(({ model }) => model?.kind === 'alike')?.description;
    assert.match(words(null) ?? '', /^All 12 alike…/);
    assert.match(words(9) ?? '', /^Goes to 9 of 12 alike…/);
    assert.equal(
      rows('').some(({ model }) => model?.kind === 'alike'),
      false,
    );
  });
});
