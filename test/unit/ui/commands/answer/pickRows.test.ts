import assert from 'node:assert/strict';
import { feedbackText } from '../../../../../src/acts/answer/answer.ts';
import {
  type PickInput,
  type PickRow,
  pickRows,
  takenRow,
} from '../../../../../src/ui/commands/answer/pickRows.ts';

const options = [
  { id: 'now', label: 'Merge now' },
  { id: 'branch', label: 'Keep on branch until round 5' },
  { id: 'ask', label: 'Ask the schema reviewer' },
];

function model(change: Partial<PickInput> = {}) {
  return pickRows({
    ask: 'Merge the schema change?',
    options,
    typed: '',
    chosen: null,
    artifacts: [],
    ...change,
  });
}

function taken(change: Partial<PickInput>): PickRow | undefined {
  const { rows, active } = model(change);
  return rows.find((row) => row.id === active);
}

describe('pickRows', () => {
  it('shows the ask, the options with their digits, and the way into an editor', () => {
    assert.deepEqual(
      model({ artifacts: ['work/2-plan.md'] }).rows.map((row) => [row.mark, row.kind]),
      [
        ['❝', 'ask'],
        ['1', 'option'],
        ['2', 'option'],
        ['3', 'option'],
        ['…', 'hint'],
        ['▤', 'artifact'],
        ['✎', 'editor'],
      ],
    );
  });

  it('sends nothing on Enter while nothing is typed', () => {
    assert.equal(taken({})?.act, 'readAsk');
  });

  it('takes the option of a single digit, alone', () => {
    const row = taken({ typed: '2' });
    assert.deepEqual(row?.act === 'send' && row.answer, { text: '', choice: 'branch' });
  });

  it('takes a digit without an option as words', () => {
    const row = taken({ typed: '7' });
    assert.deepEqual(row?.act === 'send' && row.answer, { text: '7', choice: null });
  });

  it('offers the digit itself as words too', () => {
    assert.deepEqual(model({ typed: '2' }).rows[0], {
      id: 'words',
      kind: 'words',
      mark: '➤',
      text: '2',
      act: 'send',
      answer: { text: '2', choice: null },
    });
  });

  it('makes the first row exactly the words that are sent', () => {
    const row = taken({ typed: '  3 retries, then stop ' });
    assert.deepEqual(row, model({ typed: '  3 retries, then stop ' }).rows[0]);
    assert.deepEqual(row?.kind === 'words' && row.act === 'send' && [row.text, row.answer], [
      '3 retries, then stop',
      { text: '3 retries, then stop', choice: null },
    ]);
  });

  it('offers each option with the words', () => {
    const row = model({ typed: 'but cherry-pick 0042' }).rows.find((one) => one.id === 'option1');
    assert.deepEqual(row?.act === 'send' && row.answer, { text: 'but cherry-pick 0042', choice: 'branch' });
  });

  it('says that some loops read only the option once words and options meet', () => {
    const hint = model({ typed: 'words' }).rows.find((row) => row.kind === 'hint');
    assert.equal(hint?.kind === 'hint' && hint.about, 'both');
    const digit = model({ typed: '2' }).rows.find((row) => row.kind === 'hint');
    assert.equal(digit?.kind === 'hint' && digit.about, 'type');
  });

  it('keeps the option that a row outside had chosen', () => {
    assert.equal(model({ chosen: 'ask' }).active, 'option2');
    assert.equal(model({ chosen: 'gone' }).active, 'ask0');
  });

  it('never lets a place change its meaning from one option or act to another', () => {
    const ask = 'The importer needs a column on all of its tables. '.repeat(6);
    const places = (typed: string) =>
      model({ ask, typed, artifacts: ['a.md', 'b.md'] }).rows.map((row) => row.id);
    const before = places('');
    for (const typed of ['2', '22', 'words', '3 retries']) {
      const after = places(typed);
      assert.equal(after[0], 'words');
      assert.deepEqual(after.slice(1), before.slice(1));
    }
  });

  it('shows a short ask on while words are typed, after all other rows', () => {
    const rows = model({ typed: 'words' }).rows;
    const last = rows.at(-1);
    assert.deepEqual(last?.kind === 'ask' && last.text, 'Merge the schema change?');
    assert.deepEqual(
      rows.slice(1, -1).map((row) => row.id),
      model()
        .rows.slice(1)
        .map((row) => row.id),
    );
  });

  describe('over a draft of several lines', () => {
    const draft = { text: 'one\ntwo', choice: null };

    it('keeps the draft with what is typed below it, whatever that is', () => {
      const kept = (typed: string, choice: string | null = null) =>
        model({ typed, draft: { ...draft, choice } }).draft;
      assert.deepEqual(kept(''), draft);
      assert.deepEqual(kept('three'), { text: 'one\ntwo\nthree', choice: null });
      assert.deepEqual(kept('three', 'ask'), { text: 'one\ntwo\nthree', choice: 'ask' });
      assert.deepEqual(kept('2'), { text: 'one\ntwo', choice: 'branch' });
      assert.deepEqual(kept(' ', 'ask'), { ...draft, choice: 'ask' });
    });

    it('sends nothing from here: an editor shows the whole first', () => {
      for (const typed of ['', '2', '22', 'three']) {
        for (const row of model({ typed, draft, chosen: 'now' }).rows) {
          assert.notEqual(row.act, 'send');
          if (row.act === 'editor' && row.answer !== null) assert.match(row.answer.text, /^one\ntwo/);
        }
      }
    });

    it('adds the words or the option that Enter takes', () => {
      const answer = (change: Partial<PickInput>) => {
        const row = taken({ draft, ...change });
        return row?.act === 'editor' ? row.answer : undefined;
      };
      assert.equal(answer({}), null);
      assert.deepEqual(answer({ typed: 'three' }), { text: 'one\ntwo\nthree', choice: null });
      assert.deepEqual(answer({ typed: '2' }), { text: 'one\ntwo', choice: 'branch' });
      assert.deepEqual(answer({ chosen: 'now' }), { text: 'one\ntwo', choice: 'now' });
    });
  });

  describe('with one answer to several asks alike', () => {
    it('offers the list of them, and sends nothing with it', () => {
      assert.equal(model({ alike: 3 }).rows.find((row) => row.kind === 'alike')?.act, 'alike');
    });

    it('sends what its rows show, a draft of several lines too', () => {
      const draft = { text: 'one\ntwo', choice: null };
      const words = taken({ typed: 'three', draft, alike: 3, to: 2 });
      assert.deepEqual(words?.kind === 'words' && words.act === 'send' && [words.text, words.answer.text], [
        'one\ntwo\nthree',
        'one\ntwo\nthree',
      ]);
      const option = taken({ typed: '2', draft, alike: 3, to: 2 });
      assert.deepEqual(option?.kind === 'option' && option.act === 'send' && [option.words, option.answer], [
        'one\ntwo',
        { text: 'one\ntwo', choice: 'branch' },
      ]);
      assert.equal(taken({ alike: 3, to: 2 })?.act, 'readAsk');
    });

    it('has no editor, whose document answers one ask', () => {
      assert.equal(
        model({ alike: 3, to: 2 }).rows.some((row) => row.act === 'editor'),
        false,
      );
    });
  });

  it('numbers nine options and takes the tenth only by its row', () => {
    const many = Array.from({ length: 11 }, (_, place) => ({ id: `o${place}`, label: `Option ${place}` }));
    const rows = model({ options: many }).rows.filter((row) => row.kind === 'option');
    assert.deepEqual(
      rows.map((row) => row.mark),
      ['1', '2', '3', '4', '5', '6', '7', '8', '9', '·', '·'],
    );
    assert.equal(model({ options: many, typed: '10' }).active, 'words');
  });

  it('shows the one text that a task gets, where it is another than the option’s label', () => {
    const asked = [
      { id: 'go', label: 'Go on' },
      { id: 'stop', label: 'stop' },
    ];
    const sends = (typed: string) =>
      model({ options: asked, typed, sends: (answer) => feedbackText(asked, answer) }).rows.flatMap((row) =>
        row.kind === 'option' ? [row.sends] : [],
      );
    assert.deepEqual(sends(''), ['go', null]);
    assert.deepEqual(sends('tomorrow'), ['go\ntomorrow', 'stop\ntomorrow']);
  });

  it('never takes one option for another that goes by the same id', () => {
    const twins = [
      { id: 'a', label: 'Merge' },
      { id: 'a', label: 'Delete' },
    ];
    assert.deepEqual(taken({ options: twins, typed: '2' }), {
      id: 'option1',
      kind: 'option',
      mark: '2',
      option: twins[1],
      words: '',
      sends: null,
      act: 'send',
      answer: { text: 'Delete', choice: null },
    });
    assert.equal(taken({ options: twins, chosen: 'a' })?.kind, 'ask');
  });

  it('takes the digit’s option on an Enter that still names the first row', () => {
    const typed = model({ typed: '2' });
    assert.equal(takenRow(typed, 'words', false)?.id, 'option1');
    assert.equal(takenRow(typed, undefined, false)?.id, 'option1');
    assert.equal(takenRow(typed, 'words', true)?.id, 'words');
    assert.equal(takenRow(typed, 'option2', false)?.id, 'option2');
    assert.equal(takenRow(model({ typed: 'two' }), 'words', false)?.id, 'words');
  });

  it('looks at each of many options a few times, not each at all others', () => {
    let looks = 0;
    const many = Array.from({ length: 2000 }, (_, index) => ({
      get id() {
        looks += 1;
        return `o${index}`;
      },
      label: `Option ${index}`,
    }));
    model({ options: many, typed: 'x', sends: (answer) => feedbackText(many, answer) });
    assert.ok(looks < 20 * many.length, `${looks} looks`);
  });
});
