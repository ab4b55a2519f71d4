import assert from 'node:assert/strict';
import { wrapText } from '../../../src/text/wrapText.ts';

describe('wrapText', () => {
  it('gives a short line as it is', () => {
    assert.deepEqual(wrapText('Merge now?', 80, 4), { rows: ['Merge now?'], whole: true });
  });

  it('breaks between words and loses none', () => {
    const text = 'The importer needs column source_id on 14 tables. Merge the schema change to main now?';
    const { rows, whole } = wrapText(text, 40, 4);
    assert.equal(whole, true);
    assert.equal(rows.join(' '), text);
    assert.ok(rows.every((row) => row.length <= 40));
  });

  it('cuts a word longer than the row', () => {
    assert.deepEqual(wrapText('x'.repeat(25), 10, 4).rows, ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  });

  it('says that more follows, within the width', () => {
    const { rows, whole } = wrapText('word '.repeat(100), 20, 4);
    assert.equal(whole, false);
    assert.equal(rows.length, 4);
    assert.ok(rows[3]?.endsWith('…'));
    assert.ok((rows[3]?.length ?? 99) <= 20);
  });

  it('takes text of several lines as not whole, whichever break it uses', () => {
    for (const text of ['one\ntwo', 'one\r\ntwo', 'one\u2028two']) {
      assert.deepEqual(wrapText(text, 80, 4), { rows: ['one', 'two'], whole: false });
    }
  });

  it('counts wide characters as two columns and never cuts inside a grapheme', () => {
    assert.deepEqual(wrapText('漢字漢字', 4, 4).rows, ['漢字', '漢字']);
    assert.deepEqual(wrapText('👩‍👩‍👧👩‍👩‍👧', 2, 4).rows, ['👩‍👩‍👧', '👩‍👩‍👧']);
  });

  it('gives an empty text no row', () => {
    assert.deepEqual(wrapText('', 80, 4), { rows: [], whole: true });
  });

  it('looks at the beginning of a text of megabytes alone', () => {
    const long = 'word '.repeat(1_000_000);
    let asked = 0;
    const segment = Intl.Segmenter.prototype.segment;
    Intl.Segmenter.prototype.segment = function (text) {
      asked += text.length;
      return segment.call(this, text);
    };
    try {
      assert.deepEqual(wrapText(long, 20, 4), {
        rows: ['word word word word', 'word word word word', 'word word word word', 'word word word word…'],
        whole: false,
      });
      assert.equal(wrapText(`${'\n'.repeat(100_000)}late`, 20, 4).whole, false);
    } finally {
      Intl.Segmenter.prototype.segment = segment;
    }
    assert.ok(asked < 100_000, `${asked} characters`);
  });
});
