import assert from 'node:assert/strict';
import { keyName } from '../../../src/text/keyWords.ts';

describe('keyName', () => {
  it('says the keys that the platform has', () => {
    const names = (['darwin', 'linux', 'win32'] as const).map((platform) => keyName('K A', platform));
    assert.deepEqual(names, ['Cmd+K A', 'Ctrl+K A', 'Ctrl+K A']);
    assert.equal(keyName('Enter', 'darwin'), 'Cmd+Enter');
  });
});
