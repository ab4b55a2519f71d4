import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../editor/places.ts';
import { mustRun } from '../editor/run.ts';
import { NOTICES, notices, PACKAGED, shippedFiles } from '../editor/shipped.ts';

describe('what ships', () => {
  before(() => mustRun(process.execPath, ['esbuild.mjs', '--production'], { cwd: ROOT }));

  it('is exactly the files of test/packaged.json', async () => {
    const stored: unknown = JSON.parse(await readFile(PACKAGED, 'utf8'));
    assert.deepEqual(await shippedFiles(), stored);
  });

  it('keeps the extension under 300 kB', async () => {
    assert.ok((await stat(join(ROOT, 'dist', 'extension.js'))).size < 300_000);
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
    assert.match(await readFile(join(ROOT, 'dist', 'extension.js'), 'utf8'), /__dirname,"parseWorker\.js"/);
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
