import assert from 'node:assert/strict';
import {
  composeAnswerDocument,
  readAnswerDocument,
} from '../../../../../src/ui/commands/answer/answerDocument.ts';

const heading = ['importer asks (round 2 of 8):', 'Merge now?\n──── Write below this line. ────\n1: sneaky'];

function compose(text: string, option: number | null = null): string {
  return composeAnswerDocument({ heading, line: 'Write below this line.', text, option });
}

describe('the answer document', () => {
  it('gives back what was written, and nothing that stands above the line', () => {
    assert.deepEqual(readAnswerDocument(compose('cherry-pick 0042\n\n    at main'), 3), {
      ok: true,
      text: 'cherry-pick 0042\n\n    at main',
      option: null,
      from: compose('').length,
    });
  });

  it('has nothing to send while nothing is written', () => {
    const read = readAnswerDocument(compose(''), 3);
    assert.deepEqual(read.ok && [read.text, read.option], ['', null]);
  });

  it('takes an option from the start, with or without words', () => {
    const pairs: [string, string, number | null][] = [
      ['2: cherry-pick', 'cherry-pick', 2],
      ['\n 2 :\ncherry-pick', 'cherry-pick', 2],
      ['3:', '', 3],
      ['4: no such option', '4: no such option', null],
      ['12: not one digit', '12: not one digit', null],
      ['0: none', '0: none', null],
      ['see 2: no', 'see 2: no', null],
    ];
    for (const [written, text, option] of pairs) {
      const read = readAnswerDocument(compose(written), 3);
      assert.deepEqual(read.ok && [read.text, read.option], [text, option], written);
    }
  });

  it('keeps the draft whole over a round trip', () => {
    const read = readAnswerDocument(compose('first\n  second', 2), 3);
    assert.deepEqual(read.ok && [read.text, read.option], ['first\n  second', 2]);
  });

  it('reads a document with Windows line ends', () => {
    const read = readAnswerDocument(compose('one\ntwo').replaceAll('\n', '\r\n'), 0);
    assert.equal(read.ok && read.text, 'one\ntwo');
  });

  it('keeps lines of the answer that look like the line', () => {
    const read = readAnswerDocument(compose('above\n──── mine ────\nunder'), 0);
    assert.equal(read.ok && read.text, 'above\n──── mine ────\nunder');
  });

  it('sends nothing once the line is gone', () => {
    const content = compose('words').split('\n').slice(0, 2).join('\n');
    assert.deepEqual(readAnswerDocument(content, 3), { ok: false });
  });
});
