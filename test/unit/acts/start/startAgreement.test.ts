import assert from 'node:assert/strict';
import { agreementKey, needsDocument } from '../../../../src/acts/start/startAgreement.ts';
import { StartPages } from '../../../../src/ui/kit/startPages.ts';

describe('the start command', () => {
  it('may be shown in a dialog where one can see all of it', () => {
    assert.equal(needsDocument('python3 loop.py --rounds 2'), false);
    assert.equal(needsDocument(`echo "größer" && $HOME/bin/run $\{command:workbench.action.quit}`), false);
  });

  it('must be read in a document where one could not', () => {
    const hidden = [
      'echo a\nrm b',
      'echo\ta',
      `echo ${'x'.repeat(200)}`,
      'echo a\u200bb',
      'echo \u202egnp.exe',
      'echo a\u00a0b',
      'echo \u{e0041}',
      `echo a${' '.repeat(60)}; rm b`,
      'echo \u0007',
    ];
    for (const command of hidden) assert.equal(needsDocument(command), true, JSON.stringify(command));
  });

  it('is agreed to for one folder, loop and text', () => {
    const keys = [
      agreementKey('/a', 'loop', 'run'),
      agreementKey('/b', 'loop', 'run'),
      agreementKey('/a', 'other', 'run'),
      agreementKey('/a', 'loop', 'run '),
    ];
    assert.equal(new Set(keys).size, 4);
  });

  it('stays on its page as it was asked about, whatever the loop says later', () => {
    const pages = new StartPages();
    const first = pages.add('/a', 'loop', 'rm -r x\nrun');
    const later = pages.add('/a', 'loop', 'run\nrun');
    assert.match(pages.get(first) ?? '', /rm -r x/);
    assert.ok(!/rm -r x/.test(pages.get(later) ?? 'rm -r x'));
  });
});
