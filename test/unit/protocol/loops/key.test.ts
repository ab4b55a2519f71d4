import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import {
  fromHex,
  keyFingerprint,
  keyPath,
  makeKey,
  makeKeyPrivate,
  readKey,
} from '../../../../src/protocol/loops/key.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const HEX = 'ab'.repeat(32);

describe('the signing key', () => {
  const root = tempFolder();
  const ports = () => ({ home: root(), env: {} });
  const file = () => path.join(root(), '.config', 'loopcaptain', 'inbox.key');
  async function put(text: string | Uint8Array, mode = 0o600): Promise<void> {
    await fs.mkdir(path.dirname(file()), { recursive: true });
    await fs.writeFile(file(), text, { mode });
    await fs.chmod(file(), mode);
  }

  it('lies where the environment says, ~ expanded, else below the home folder', () => {
    assert.equal(keyPath({}, '/home/ada'), path.join('/home/ada', '.config', 'loopcaptain', 'inbox.key'));
    assert.equal(keyPath({ LOOPCAPTAIN_INBOX_KEY: '' }, '/home/ada'), keyPath({}, '/home/ada'));
    assert.equal(keyPath({ LOOPCAPTAIN_INBOX_KEY: '~/k' }, '/home/ada'), path.join('/home/ada', 'k'));
    assert.equal(keyPath({ LOOPCAPTAIN_INBOX_KEY: '/etc/k' }, '/home/ada'), path.resolve('/etc/k'));
  });

  it('is hex as Python takes it: space between bytes, none within', () => {
    assert.deepEqual(fromHex(' aB cD\n0f \t'), new Uint8Array([0xab, 0xcd, 0x0f]));
    assert.deepEqual(fromHex(''), new Uint8Array());
    for (const wrong of ['a', 'abc', 'a b', 'zz', '0xab', 'ab\u00a0cd', '\ufeffzz'])
      assert.equal(fromHex(wrong), null, wrong);
  });

  it('is read, never made by reading, and said to be what it is', async () => {
    assert.equal((await readKey(ports())).state, 'missing');
    assert.deepEqual(await fs.readdir(root()), []);
    await put('not hex');
    assert.equal((await readKey(ports())).state, 'not-hex');
    await put('abcd');
    assert.equal((await readKey(ports())).state, 'short');
    await put(`${HEX}\n`);
    const found = await readKey(ports());
    assert.ok(found.state === 'ok' && !found.shared && found.key.length === 32);
    await fs.rm(file());
    await fs.mkdir(file());
    assert.equal((await readKey(ports())).state, 'unreadable');
  });

  it('is made by the first signing, private and whole, and two makers get one', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeKey(ports())));
    const text = (await fs.readFile(file(), 'utf8')).trim();
    assert.match(text, /^[0-9a-f]{64}$/);
    for (const one of made) assert.equal(one.ok && Buffer.from(one.value).toString('hex'), text);
    assert.deepEqual(await fs.readdir(path.dirname(file())), ['inbox.key']);
    if (process.platform !== 'win32') {
      assert.equal((await fs.stat(file())).mode & 0o777, 0o600);
      assert.equal((await fs.stat(path.dirname(file()))).mode & 0o777, 0o700);
    }
  });

  it('is never replaced where it cannot be used', async () => {
    for (const text of ['not hex', 'abcd']) {
      await put(text);
      const made = await makeKey(ports());
      assert.equal(made.ok ? 'made' : made.code, 'bad-key');
      assert.equal(await fs.readFile(file(), 'utf8'), text);
    }
  });

  it('that others can read checks, but signs only once it was closed', async () => {
    if (process.platform === 'win32') return;
    await put(HEX, 0o644);
    const found = await readKey(ports());
    assert.ok(found.state === 'ok' && found.shared);
    const refused = await makeKey(ports());
    assert.deepEqual(refused.ok ? {} : refused.args['state'], 'shared');
    assert.ok((await makeKeyPrivate(ports())).ok);
    assert.ok((await makeKey(ports())).ok);
    assert.equal((await fs.stat(file())).mode & 0o777, 0o600);
  });

  it('is shown by its fingerprint alone', () => {
    assert.equal(keyFingerprint(new Uint8Array(32)), '66687aad');
  });
});
