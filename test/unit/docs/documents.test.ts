import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { SETTINGS } from '../../../src/contract.ts';
import { madeDocuments, readDocument } from '../../docs/documents.ts';

const ROOT = new URL('../../../', import.meta.url);

describe('the documents', () => {
  for (const [path, made] of Object.entries(madeDocuments())) {
    it(`${path} is as the manifest and the helper make it: else run npm run docs`, () => {
      assert.equal(readDocument(path), made);
    });
  }

  it('AGENTS.md names files that exist, each as a path from the root', () => {
    const named = [...readDocument('AGENTS.md').matchAll(/(?:`|^)((?:src|test|media)\/[\w./-]+)/gm)].map(
      ([, path]) => path ?? '',
    );
    assert.ok(named.length > 15);
    assert.deepEqual(
      named.filter((path) => !existsSync(new URL(path, ROOT))),
      [],
    );
  });

  it('links in the documents lead to files that exist', () => {
    for (const path of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'AGENTS.md', 'CHANGELOG.md']) {
      const links = [...readDocument(path).matchAll(/(?<!!)\[[^\]]*\]\(([\w./-]+)\)/g)].map(
        ([, link]) => link ?? '',
      );
      assert.deepEqual(
        links.filter((link) => !existsSync(new URL(link, ROOT))),
        [],
        path,
      );
    }
  });

  it('commands that the documents tell people to run are scripts', () => {
    const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> };
    for (const path of ['README.md', 'AGENTS.md', 'CONTRIBUTING.md']) {
      const run = [...readDocument(path).matchAll(/npm run (\w+)|npm (start|test)\b/g)];
      for (const [whole, named, short] of run) {
        assert.ok(scripts[named ?? short ?? ''] !== undefined, `${path}: ${whole}`);
      }
    }
  });

  it('every setting has its row in the README', () => {
    for (const setting of Object.values(SETTINGS)) {
      assert.match(
        readDocument('README.md'),
        new RegExp(`^\\| \`${setting.replaceAll('.', '\\.')}\` \\|`, 'm'),
      );
    }
  });
});
