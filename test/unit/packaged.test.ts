import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildExtension } from '../editor/build.ts';
import { ROOT } from '../editor/places.ts';
import {
  BUDGETS,
  loadedAtStart,
  NOTICES,
  notices,
  PACKAGED,
  packedSize,
  shippedFiles,
  sizeAtStart,
} from '../editor/shipped.ts';

describe('what ships', () => {
  before(buildExtension);

  it('is exactly the files of test/packaged.json', async () => {
    const stored: unknown = JSON.parse(await readFile(PACKAGED, 'utf8'));
    assert.deepEqual(await shippedFiles(), stored);
  });

  it('is under 600 kB as it is packed', async () => {
    const size = await packedSize();
    assert.ok(size < BUDGETS.vsix, `${size} bytes`);
  });

  it('leaves out the pictures of the README, which are there and light', async () => {
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    assert.ok(pictures.length > 0);
    const shipped = await shippedFiles();
    for (const picture of pictures) {
      assert.ok(!shipped.includes(picture), picture);
      const { size } = await stat(join(ROOT, picture));
      assert.ok(size < BUDGETS.picture, `${picture} has ${size} bytes`);
    }
  });

  it('keeps what is loaded at the start under 300 kB, and loads the rest later', async () => {
    const dist = join(ROOT, 'dist');
    const loaded = await loadedAtStart();
    const size = await sizeAtStart();
    assert.ok(size < BUDGETS.start, `${size} bytes`);
    const later = (await readdir(dist)).filter(
      (name) => /^chunk-.*\.js$/.test(name) && !loaded.includes(name),
    );
    assert.ok(
      later.some((name) => name.startsWith('chunk-lazyCommands-')),
      later.join(' '),
    );
  });

  it('keeps the script of each panel under 120 kB, in one file', async () => {
    const folder = join(ROOT, 'dist', 'webviews');
    for (const file of await readdir(folder)) {
      if (!file.endsWith('.js')) continue;
      const { size } = await stat(join(folder, file));
      assert.ok(size < BUDGETS.panel, `${file} has ${size} bytes`);
    }
    assert.deepEqual(
      (await readdir(folder)).filter((file) => file.includes('-shared-')),
      [],
      'a page loads its own script and waits for no other',
    );
  });

  it('has the worker for long lines beside the extension', async () => {
    const worker = new Worker(join(ROOT, 'dist', 'parseWorker.js'));
    try {
      const line = '{"event":"heartbeat","ts":"2026-03-02T09:00:00Z","text":"long"}';
      worker.postMessage({ kind: 'event', bytes: new Uint8Array(Buffer.from(line)).buffer });
      const [{ result }] = (await once(worker, 'message')) as [{ result: { read: { ok: boolean } } }];
      assert.equal(result.read.ok, true);
    } finally {
      await worker.terminate();
    }
    const loaded = await Promise.all(
      (await loadedAtStart()).map((file) => readFile(join(ROOT, 'dist', file), 'utf8')),
    );
    assert.ok(loaded.some((text) => text.includes('__dirname,"parseWorker.js"')));
  });

  it('has a protocol module that asks for nothing but Node', async () => {
    const text = await readFile(join(ROOT, 'dist', 'protocol.mjs'), 'utf8');
    const names = [...text.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*["']([^"']+)["']/g)].map(
      (match) => match[1] ?? '',
    );
    assert.deepEqual([...new Set(names)].filter((name) => !name.startsWith('node:')).sort(), []);
  });

  it('names the packages that are bundled in THIRD_PARTY_NOTICES.md', async () => {
    assert.equal(await readFile(NOTICES, 'utf8'), await notices());
  });
});
