import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLine } from '../../../../../src/ui/commands/loop/checkLine.ts';

const key = Buffer.alloc(32, 7);
const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 8);

describe('the check line', () => {
  let repository: string;
  before(() => {
    repository = mkdtempSync(join(tmpdir(), 'quarterdeck-check-'));
    mkdirSync(join(repository, '.loops', "it's"), { recursive: true });
    writeFileSync(join(repository, 'inbox.key'), key.toString('hex'));
  });
  after(() => rmSync(repository, { recursive: true }));

  function run(loopKey: string): string {
    const line = checkLine("it's", { path: '/home/me/inbox.key', fingerprint }, 'linux');
    assert.equal(line.includes('\n'), false);
    return execFileSync('/bin/sh', ['-c', line], {
      cwd: repository,
      env: { ...process.env, LOOPCAPTAIN_INBOX_KEY: loopKey },
      encoding: 'utf8',
    });
  }

  function write(signWith: Buffer): void {
    const body = { id: 'qd-1', kind: 'reply', loop: "it's", text: 'größer', ts: '2026-11-30T09:00:00Z' };
    const sig = createHmac('sha256', signWith).update(JSON.stringify(body)).digest('hex');
    writeFileSync(join(repository, '.loops', "it's", 'inbox.jsonl'), `${JSON.stringify({ ...body, sig })}\n`);
  }

  it('says that the newest entry checks, and names both keys', () => {
    write(key);
    const out = run(join(repository, 'inbox.key'));
    assert.match(out, /newest entry: qd-1 checks/);
    assert.ok(out.includes(`${join(repository, 'inbox.key')} ${fingerprint}`));
    assert.ok(out.includes(`/home/me/inbox.key ${fingerprint}`));
    assert.equal(out.includes(key.toString('hex')), false);
  });

  it('says that it does not with another key, or none', () => {
    write(Buffer.alloc(32, 8));
    assert.match(run(join(repository, 'inbox.key')), /qd-1 DOES NOT CHECK/);
    assert.match(run(join(repository, 'nothing.key')), /no key/);
  });
});
