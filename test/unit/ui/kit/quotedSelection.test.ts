import assert from 'node:assert/strict';
import { fence } from '../../../../src/ui/kit/quotedSelection.ts';

const selection = { path: 'src/a.ts', from: 3, to: 5, commit: null, language: 'ts', text: 'one\ntwo\n' };

describe('fence', () => {
  it('says the place and holds the text', () => {
    assert.equal(fence(selection), 'src/a.ts:3-5\n```ts\none\ntwo\n```\n');
  });

  it('names the commit where there is one, and one line by its number', () => {
    const text = fence({ ...selection, to: 3, commit: '1f3c9ab0aa55aa55aa55', text: 'one' });
    assert.equal(text.split('\n')[0], 'src/a.ts:3 (1f3c9ab0aa55)');
  });

  it('is longer than any fence in the text', () => {
    const lines = fence({ ...selection, text: '````\ncode\n````' })
      .trimEnd()
      .split('\n');
    assert.equal(lines[1], '`````ts');
    assert.equal(lines.at(-1), '`````');
  });
});
