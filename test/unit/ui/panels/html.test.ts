import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { panelLine, panelText, WHOLE_TEXT } from '../../../../src/text/panelText.ts';
import { panelHtml } from '../../../../src/ui/panels/html.ts';
import { CODES } from '../../../../webviews/shared/iconCodes.ts';

const page = {
  script: 'loop',
  address: (file: string) => `https://files/${file}`,
  source: 'https://files',
  nonce: 'n0nce',
  language: 'en',
  title: 'a <b> "c"',
  boot: { identity: '/a/</script><script>alert(1)</script>', texts: { one: '<!-- & \u2028' } },
};

describe('the html of a panel', () => {
  it('allows its own script, styles and font, and nothing else', () => {
    const html = panelHtml(page);
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-n0nce'; style-src https://files; font-src https://files; base-uri 'none'; form-action 'none'",
    );
    assert.deepEqual(
      [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]),
      ['https://files/loop.css', 'https://files/loop.js'],
    );
  });

  it('holds what it starts from as text that ends nothing', () => {
    const html = panelHtml(page);
    assert.equal(html.match(/<script/g)?.length, 2);
    assert.match(html, /<title>a &#60;b&#62; &#34;c&#34;<\/title>/);
    const boot = /id="boot">([^<]+)</.exec(html)?.[1];
    assert.deepEqual(JSON.parse(boot ?? ''), page.boot);
  });
});

describe('the text of an agent for a panel', () => {
  it('is cut at 20 kB of what is shown, never within a character', () => {
    const { text, cut } = panelText('🜲'.repeat(10_000));
    assert.ok(Buffer.byteLength(text) <= WHOLE_TEXT && Buffer.byteLength(text) > WHOLE_TEXT - 4);
    assert.equal(text.endsWith('\ufffd'), false);
    assert.equal(cut, true);
    const controls = panelText('\u202e'.repeat(6_000));
    assert.ok(Buffer.byteLength(controls.text) <= WHOLE_TEXT);
    assert.equal(controls.cut, true);
  });

  it('is quick about five megabytes, and whole where it is short', () => {
    assert.equal(panelText('x'.repeat(5_000_000)).cut, true);
    assert.deepEqual(panelText('one\ntwo'), { text: 'one\ntwo', cut: false });
    assert.deepEqual(panelLine(' one\n  two '), { text: 'one two', cut: false });
    assert.equal(panelLine(`a${' '.repeat(3000)}b`).cut, true);
  });
});

describe('the icons of the panels', () => {
  it('stand in the font where we say', () => {
    const list = readFileSync(
      createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.csv'),
      'utf8',
    );
    const codes = new Map(
      list.split(/\r?\n/).map((line) => {
        const [name = '', , code = ''] = line.split(',');
        return [name, Number.parseInt(code, 16)];
      }),
    );
    for (const [name, code] of Object.entries(CODES)) assert.equal(codes.get(name), code, name);
  });
});
