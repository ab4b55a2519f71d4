import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE, bundleText, messages } from '../editor/messages.ts';
import { ROOT } from '../editor/places.ts';

describe('the messages for translators', () => {
  it('are those of the source (npm run shipped writes them)', () => {
    assert.equal(readFileSync(BUNDLE, 'utf8'), bundleText());
  });

  it('are all found: every message in the source is a literal', () => {
    const calls = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('say.ts'))
      .flatMap((name) =>
        [...readFileSync(join(ROOT, 'src', name), 'utf8').matchAll(/\bours\(\s*([^\s'"].{0,30})/g)].map(
          (call) => `${name}: ${call[1]}`,
        ),
      );
    assert.deepEqual(calls, []);
    assert.ok(Object.keys(messages()).length > 150);
  });
});
