import assert from 'node:assert/strict';
import { decidedIn, nameKey, noteText } from '../../../../src/workspace/loops/decisions.ts';

const facts = { step: 'facts', label: '', id: '3', remark: '' };

describe('a note of decisions', () => {
  it('has one line for each, in the form that loops are taught', () => {
    const text = noteText([
      { ...facts, decision: 'wontfix', remark: 'by design' },
      { ...facts, id: 'ex-5', decision: 'fix' },
      { step: 'research', label: 'storage', id: '1', decision: 'false_positive', remark: '' },
      { ...facts, id: '4', decision: 'duplicate', remark: 'of facts/3' },
      { ...facts, id: '5', decision: 'later' },
    ]);
    assert.equal(
      text,
      [
        "facts/3: won't fix: by design",
        'facts/ex-5: fix',
        'research/1 [storage]: false positive',
        'facts/4: duplicate: of facts/3',
        'facts/5: later',
      ].join('\n'),
    );
  });

  it('is read back as what was decided, among other lines too', () => {
    const decided = [
      { ...facts, decision: 'wontfix' as const, remark: 'see a/b: fix: there' },
      { step: 'research', label: 'the storage', id: 'docs/a.md:12', decision: 'fix' as const, remark: '' },
    ];
    assert.deepEqual(decidedIn(`Thanks.\n${noteText(decided)}\nAnd go on.`), decided);
  });

  it('keeps a remark of several lines on its own line', () => {
    const text = noteText([{ ...facts, decision: 'later', remark: ' one\n\nfacts/9: fix\u2028two ' }]);
    assert.equal(text, 'facts/3: later: one facts/9: fix two');
    assert.deepEqual(
      decidedIn(text).map(({ id }) => id),
      ['3'],
    );
  });

  it('is read back as about the finding that it is about, also where its id looks like a decision or a label', () => {
    for (const id of [
      'one: fix: z',
      'one: later',
      'one [x]',
      'a: fix: later: [fix]',
      'a:',
      'one [x] [y]',
      'a: fixed',
    ])
      for (const label of ['', 'storage']) {
        const finding = { ...facts, id, label };
        const [read, ...others] = decidedIn(
          noteText([{ ...finding, decision: 'false_positive', remark: 'fix: r' }]),
        );
        assert.ok(read !== undefined, id);
        assert.deepEqual(
          [read.decision, read.label, read.remark, others],
          ['false_positive', label, 'fix: r', []],
        );
        assert.equal(nameKey(read), nameKey(finding), id);
      }
  });

  it('takes the last of two lines about one finding', () => {
    const [only, ...others] = decidedIn('facts/3: fix\nfacts/3: later');
    assert.deepEqual([only?.decision, others.length], ['later', 0]);
  });

  it('is not found in what people write otherwise', () => {
    for (const text of ['yes', 'and/or: fix it', 'facts/3', 'facts/3: wontfix', 'a b/3: fix', '/3: fix'])
      assert.deepEqual(decidedIn(text), [], text);
  });
});
