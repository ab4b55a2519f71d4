import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cut, join, type Shown, type Sink, shellLine, shown } from '../../../src/text/agentText.ts';
import { ours, say } from '../../../src/text/say.ts';

const SINKS: readonly Sink[] = [
  'toast',
  'prompt',
  'pick',
  'statusBar',
  'tree',
  'log',
  'document',
  'clipboard',
];
const PARSING: readonly Sink[] = ['toast', 'prompt', 'pick', 'statusBar'];
const ONE_LINE = SINKS.filter((sink) => sink !== 'document' && sink !== 'clipboard');

// As the editor finds them: linkedText.ts and iconLabels.ts of VS Code.
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;

describe('shown', () => {
  it('leaves plain text as it is', () => {
    for (const sink of SINKS)
      assert.equal(shown('Who should the page speak to first?', sink), 'Who should the page speak to first?');
  });

  it('makes no link of what looks like one', () => {
    for (const sink of PARSING) {
      assert.doesNotMatch(shown('see [x](command:workbench.action.quit) now', sink), LINK);
      assert.match(shown('see [x](command:a) now', sink).replaceAll('\u2060', ''), /\[x\]\(command:a\)/);
    }
  });

  it('makes no icon of what looks like one', () => {
    for (const sink of PARSING) assert.doesNotMatch(shown('$(zap) $(sync~spin)', sink), ICON);
  });

  it('keeps two texts side by side from making a link or an icon together', () => {
    const both = join([shown('[x]', 'toast'), shown('(command:a)', 'toast')], '');
    assert.doesNotMatch(both, LINK);
    assert.doesNotMatch(say('pick', '{0}{1}', '$', '(zap)'), ICON);
  });

  it('makes bidirectional controls visible', () => {
    for (const sink of SINKS) {
      const text = shown('safe \u202eevil\u202c \u2067x\u2069', sink);
      assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/);
      assert.match(text, /<U\+202E>evil/);
    }
  });

  it('fences right-to-left words, so that they move nothing beside them', () => {
    assert.equal(shown('שלום', 'tree'), '\u2068שלום\u2069');
    assert.equal(shown('שלום', 'clipboard'), 'שלום');
  });

  it('makes zero-width and other unseen characters visible', () => {
    assert.equal(shown('a\u200bb', 'tree'), 'a<U+200B>b');
    assert.equal(shown('a\u200db', 'tree'), 'a<U+200D>b');
    assert.equal(shown('pay\u00adpal', 'tree'), 'pay<U+00AD>pal');
    assert.equal(shown('x\u{e0041}y', 'tree'), 'x<U+E0041>y');
  });

  it('keeps the joiners that emoji and scripts need', () => {
    assert.equal(shown('👩‍👩‍👧 ok', 'tree'), '👩‍👩‍👧 ok');
    assert.equal(shown('می‌خواهم', 'clipboard'), 'می‌خواهم');
  });

  it('keeps three thousand marks on one letter from covering the rows around', () => {
    const text = shown(`a${'\u0301'.repeat(3000)}b`, 'tree');
    assert.ok(text.length < 20, `${text.length}`);
    assert.match(text, /^a.*b$/u);
  });

  it('shows terminal escapes as signs', () => {
    for (const sink of SINKS) {
      assert.equal(shown('\u001b[31mred\u001b[0m\u0007', sink), '␛[31mred␛[0m␇');
      assert.doesNotMatch(shown('\u009b31m', sink), /\u009b/);
    }
  });

  it('replaces lone surrogates', () => {
    assert.equal(shown('a\ud800b', 'tree'), 'a\ufffdb');
  });

  it('is one line where the sink is', () => {
    const text = 'one\r\ntwo\nthree\u2028four\u0085five\u000bsix\ttab';
    for (const sink of ONE_LINE) assert.equal(shown(text, sink), 'one two three four five six tab');
    assert.equal(shown(text, 'document'), 'one\ntwo\nthree\nfour\nfive\nsix\ttab');
  });

  it('cuts between graphemes', () => {
    assert.equal(cut('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2), '👩‍👩‍👧…');
    assert.equal(cut('abc', 3), 'abc');
    assert.equal(cut('abcd', 3), 'ab…');
    assert.equal([...shown('x'.repeat(5000), 'toast')].length, 160);
  });

  it('is done in no time with forty megabytes', () => {
    assert.equal([...shown('é'.repeat(40_000_000), 'tree')].length, 200);
  });

  it('shows a text shown before as it was', () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 });
    const parts = fc.array(
      fc.oneof(
        any,
        fc.constantFrom(
          '$(',
          '](',
          '$',
          ']',
          '(',
          '\u2060',
          '\u202e',
          '\u2068',
          '\u2069',
          'ש',
          '\u200d',
          '👧',
        ),
      ),
    );
    fc.assert(
      fc.property(parts, fc.constantFrom(...SINKS), (texts, sink) => {
        const once = shown(texts.join(''), sink);
        assert.equal(shown(once, sink), once);
      }),
    );
  });

  it('never lets a link, an icon, a control or a broken character through, whatever the text', () => {
    const parts = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom(
          '[x](command:y)',
          '$(zap)',
          '[a](https://b.c)',
          '\u202e',
          '\u001b[0m',
          '\ud800',
          '\n',
          '\u2060',
        ),
      ),
    );
    fc.assert(
      fc.property(parts, fc.constantFrom(...PARSING), (texts, sink) => {
        const text = shown(texts.join(''), sink);
        assert.doesNotMatch(text, LINK);
        assert.doesNotMatch(text, ICON);
        assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e\p{Surrogate}]/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('say', () => {
  it('makes each text in a message fit for the sink, and leaves the message alone', () => {
    assert.equal(say('toast', '{0} asks: {1}', 'a', '$(zap)'), 'a asks: $\u2060(zap)');
    assert.equal(ours('{0} left', 4), '4 left');
  });

  it('does not take a text for a place holder', () => {
    assert.equal(say('tree', '{0} {1}', '{1}', 'x'), '{1} x');
  });
});

describe('join', () => {
  it('leaves out what is empty', () => {
    assert.equal(join([ours('a'), '' as Shown, ours('b')]), 'a · b');
  });
});

describe('shellLine', () => {
  it('quotes what a shell would run, expand or split', () => {
    assert.equal(
      shellLine(['cd', 'it\'s $HOME `x` "y"', '--a=b/c.d'], 'linux'),
      `cd 'it'\\''s $HOME \`x\` "y"' --a=b/c.d`,
    );
    assert.equal(shellLine(["it's $HOME"], 'win32'), "'it''s $HOME'");
  });

  it('is one line whatever the words hold', () => {
    const line = shellLine(['a\nrm -rf /', '\u001b[201~x'], 'linux');
    assert.doesNotMatch(line, /\p{Cc}/u);
    assert.equal(line, "$'a\\x0arm -rf /' $'\\x1b[201~x'");
    assert.doesNotMatch(shellLine(['a\nb'], 'win32'), /\p{Cc}/u);
  });
});
