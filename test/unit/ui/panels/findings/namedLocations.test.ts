import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../../../../src/protocol/files/filesPort.ts';
import { existingLocations, namedLocations } from '../../../../../src/ui/panels/findings/namedLocations.ts';
import { tempFolder } from '../../../../fakes/tempFolder.ts';

const named = (text: string, root = '/r') =>
  namedLocations(text, root).map(({ path, line }) => (line === null ? path : `${path}:${line}`));

describe('the files that a finding names', () => {
  it('are found with the line where the text gives one', () => {
    assert.deepEqual(named('docs/api/open.md:12 raises; see src/a.ts:3:7, b/c.ts:4-9 and README.md.'), [
      'docs/api/open.md:12',
      'src/a.ts:3',
      'b/c.ts:4',
      'README.md',
    ]);
    const quoted = named('(src/a.ts#L4-L9) `my notes/the plan.md:2`');
    assert.deepEqual(quoted.slice(0, 1), ['my notes/the plan.md:2']);
    assert.ok(quoted.includes('src/a.ts:4'));
    assert.deepEqual(named('src/a.ts is wrong, src/a.ts:7 most'), ['src/a.ts:7']);
    assert.deepEqual(named('./src/a.ts and /r/src/b.ts:9'), ['src/a.ts', 'src/b.ts:9']);
  });

  it('are never outside of the repository, and no addresses or numbers', () => {
    assert.deepEqual(
      named('../up.ts /etc/passwd ~/x.ts https://example.org/a.md file:///etc/passwd 1.5 3.14 ..'),
      [],
    );
    assert.deepEqual(named('a/../../up.ts /rx/a.ts'), []);
  });

  it('are few, however long the text is', () => {
    const text = Array.from({ length: 5000 }, (_, at) => `src/a${at}.ts:1`).join(' ');
    assert.equal(named(text).length, 50);
    assert.deepEqual(named(`${'('.repeat(200_000)}a.ts`), []);
  });

  const temp = tempFolder();

  it('are offered only where they are there, as files, inside', async () => {
    const root = temp();
    await mkdir(join(root, 'repo', 'src'), { recursive: true });
    await writeFile(join(root, 'repo', 'src', 'a.ts'), '');
    await writeFile(join(root, 'secret.txt'), '');
    await symlink(join(root, 'secret.txt'), join(root, 'repo', 'out.txt'));
    const found = await existingLocations(
      nodeFiles,
      join(root, 'repo'),
      'src/a.ts:3 out.txt src gone.ts ./src/a.ts:3 ../secret.txt',
    );
    assert.deepEqual(
      found.map(({ path, line }) => [path, line]),
      [['src/a.ts', 3]],
    );
  });
});
