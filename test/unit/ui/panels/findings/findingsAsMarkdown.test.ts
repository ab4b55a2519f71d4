import assert from 'node:assert/strict';
import { escaped, findingsAsMarkdown } from '../../../../../src/ui/panels/findings/findingsAsMarkdown.ts';

describe('findings as Markdown', () => {
  it('are a list whose items say what, where and how', () => {
    const text = 'docs/a.md:12 has no\n\nsource';
    const facts = ['material', 'round 3'];
    assert.equal(
      findingsAsMarkdown([{ loop: 'api-docs', name: 'research/1 [storage]', text, facts }]),
      '- **research/1 \\[storage\\]** (api-docs, material, round 3): docs/a.md:12 has no source',
    );
  });

  it('hold nothing that becomes markup where they are pasted', () => {
    assert.equal(
      escaped(
        '[x](command:y) <img src=a> `b` *c* _d_ # e | f ![g](h) &amp; @i $(z) https://example.org www.example.org',
      ),
      '\\[x\\]\\(command:y\\) &lt;img src=a&gt; \\`b\\` \\*c\\* \\_d\\_ \\# e \\| f \\!\\[g\\]\\(h\\) &amp;amp; \\@i \\$\\(z\\) https\\://example.org www\\.example.org',
    );
    assert.match(escaped('a\u202eb'), /a&lt;U\\?\+202E&gt;b/);
  });
});
