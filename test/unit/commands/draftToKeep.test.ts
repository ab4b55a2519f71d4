import assert from 'node:assert/strict';
import { draftToKeep } from '../../../src/commands/answer/draftToKeep.ts';

describe('the draft while an answer is being sent', () => {
  it('is what is sent', () => {
    const answer = { text: 'yes', choice: null };
    assert.deepEqual(draftToKeep(undefined, answer), answer);
    assert.deepEqual(draftToKeep({ text: 'ye', choice: null }, answer), answer);
  });

  it('still holds what was written on several lines when an option or other words are sent', () => {
    const before = { text: 'one\ntwo', choice: null };
    assert.deepEqual(draftToKeep(before, { text: '', choice: 'b' }), { text: 'one\ntwo', choice: 'b' });
    assert.deepEqual(draftToKeep(before, { text: 'no', choice: null }), {
      text: 'one\ntwo\n\nno',
      choice: null,
    });
  });
});
