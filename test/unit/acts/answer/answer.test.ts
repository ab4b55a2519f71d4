import assert from 'node:assert/strict';
import { answerOf, answerWith, optionOfDigit } from '../../../../src/acts/answer/answer.ts';

describe('what an answer says', () => {
  const options = [
    { id: 'leads', label: 'Team leads' },
    { id: 'builders', label: 'The builders' },
  ];

  it('is the label of an option alone, own words alone, or both', () => {
    assert.deepEqual(answerOf(options, { text: '', choice: 'leads' }), {
      text: 'Team leads',
      choice: 'leads',
    });
    assert.deepEqual(answerOf(options, { text: ' ', choice: 'leads' }), {
      text: 'Team leads',
      choice: 'leads',
    });
    assert.deepEqual(answerOf(options, { text: 'nobody', choice: null }), { text: 'nobody' });
    assert.deepEqual(answerOf(options, { text: 'mention leads', choice: 'builders' }), {
      text: 'The builders. mention leads',
      choice: 'builders',
    });
    assert.equal(answerOf(options, { text: ' \n', choice: null }), null);
    assert.equal(answerOf(options, { text: '', choice: 'gone' }), null);
  });

  it('is the words of an option whose id another one has too, since the id would say either', () => {
    const [leads, builders] = options;
    const second = { id: 'leads', label: 'Delete it' };
    assert.ok(leads && builders);
    const twins = [leads, second, builders];
    assert.deepEqual(answerWith(twins, second), { text: 'Delete it', choice: null });
    assert.deepEqual(answerWith(twins, second, 'today'), { text: 'Delete it. today', choice: null });
    assert.deepEqual(answerWith(twins, leads), { text: 'Team leads', choice: null });
    assert.deepEqual(answerWith(twins, builders, 'today'), { text: 'today', choice: 'builders' });
  });

  it('takes a single digit for an option, and nothing longer', () => {
    assert.equal(optionOfDigit(options, '2')?.id, 'builders');
    for (const typed of ['0', '3', '22', '2 ', '3 retries', '', '²']) {
      assert.equal(optionOfDigit(options, typed), null);
    }
  });
});
