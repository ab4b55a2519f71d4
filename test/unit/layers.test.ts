import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

interface Override {
  includes: string[];
  plugins?: string[];
  linter?: { rules?: { style?: { noRestrictedImports?: { level?: string } | string } } };
}

const read = (file: string): string => readFileSync(file, 'utf8');
const { overrides } = JSON.parse(read('lint/layers.json')) as { overrides: Override[] };

/** Files of the repository's root, which know all layers. */
const ABOVE = ['src/extension.ts', 'src/compose.ts', 'src/contract.ts'];

describe('the layers', () => {
  const imports = overrides.filter((each) => each.linter?.rules?.style?.noRestrictedImports !== undefined);

  it('hold every source file but the three above them', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((name) => `src/${name.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !ABOVE.includes(file));
    assert.ok(files.length > 300);
    const free = files.filter(
      (file) => !imports.some(({ includes: [glob = ''] }) => matchesGlob(file, glob)),
    );
    assert.deepEqual(free, []);
  });

  it('exempt no file', () => {
    for (const { linter } of imports) {
      const rule = linter?.rules?.style?.noRestrictedImports;
      assert.equal(typeof rule === 'object' ? rule.level : rule, 'error');
    }
    const spared = overrides.flatMap(({ includes }) => includes.filter((glob) => glob.startsWith('!')));
    // Folders with a rule of their own.
    assert.deepEqual(spared, ['!src/protocol/files/**', '!src/workspace/kernel/**']);
    const state = overrides.filter(({ plugins }) => plugins !== undefined);
    assert.deepEqual(
      state.map(({ includes }) => includes),
      [['src/**']],
    );
    assert.match(read('biome.json'), /"noImportCycles": \{\s*"level": "error"/);
    assert.doesNotMatch(read('lint/layers.json'), /noImportCycles/);
  });
});
