import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { emit, register } from '../../../src/protocol/agent.ts';
import { readLoop } from '../../../src/protocol/loops/reader.ts';
import { NOW } from '../../fakes/loopFolder.ts';
import { tempFolder } from '../../fakes/tempFolder.ts';

describe("the loop's own side", () => {
  const root = tempFolder();
  const ports = { now: () => NOW };
  const codeOf = (result: { ok: true } | { ok: false; code: string }) =>
    result.ok ? 'written' : result.code;

  it('makes the folder, names the loop after it, and says what happened in one line each', async () => {
    const folder = path.join(root(), '.loops', 'nightly');
    assert.ok((await register(folder, { title: 'Nightly', id: 'else', round_cap: 3 })).ok);
    assert.ok(
      (await emit(folder, 'round_started', { round: 1, plan: 'a\u2028b', artifact: null }, ports)).ok,
    );
    await fs.appendFile(path.join(folder, 'events.jsonl'), '{"torn');
    assert.ok((await emit(folder, 'heartbeat', { text: 'alive', ts: 'not ours to say' }, ports)).ok);
    assert.equal(
      await fs.readFile(path.join(folder, 'events.jsonl'), 'utf8'),
      '{"ts":"2026-11-30T12:00:00.250Z","event":"round_started","round":1,"plan":"a\\u2028b"}\n' +
        '{"torn\n{"ts":"2026-11-30T12:00:00.250Z","event":"heartbeat","text":"alive"}\n',
    );
    const snapshot = await readLoop(folder, { key: null, now: NOW });
    assert.deepEqual([snapshot.id, snapshot.title, snapshot.manifest?.id], ['nightly', 'Nightly', 'nightly']);
    assert.equal(snapshot.rounds[0]?.plan, 'a\u2028b');
    assert.deepEqual((await fs.readdir(folder)).sort(), ['events.jsonl', 'loop.json']);
  });

  it('refuses what a reader would not take, and says which field', async () => {
    const folder = path.join(root(), '.loops', 'nightly');
    const bad = await register(folder, { title: 'x', steps: [{ id: 'Not A Slug' }] });
    assert.equal(codeOf(bad), 'invalid');
    assert.match(bad.ok ? '' : bad.message, /steps\.0\.id/);
    assert.equal(codeOf(await register(folder, { title: 'half \ud800' })), 'invalid');
    assert.equal(codeOf(await register(path.join(root(), 'elsewhere'), { title: 'x' })), 'invalid');
    assert.deepEqual(await fs.readdir(root()), []);
    assert.equal(codeOf(await emit(folder, 'round_begun', { round: 1 })), 'invalid');
    assert.equal(codeOf(await emit(folder, 'round_started', { round: 0 })), 'invalid');
    assert.equal(codeOf(await emit(folder, 'heartbeat', { text: 'x'.repeat(1_100_000) })), 'too-large');
    assert.deepEqual(await fs.readdir(root()), []);
  });

  it('emits for a registered loop only, and no event that is not its to write', async () => {
    const folder = path.join(root(), '.loops', 'nightly');
    const said = async (event: string, fields: Record<string, unknown> = {}) => {
      const result = await emit(folder, event, fields, ports);
      return result.ok ? 'written' : `${result.code}: ${result.message}`;
    };
    assert.match(await said('heartbeat'), /^unregistered: .*register it first\. loop\.json/);
    assert.deepEqual(await fs.readdir(root()), []);
    assert.ok((await register(folder, { title: 'Nightly' })).ok);
    assert.match(
      await said('inbox_read', { ids: ['a'] }),
      /^invalid: event: "inbox_read" is not an event to emit/,
    );
    assert.match(
      await said('round_begun'),
      /^invalid: event: "round_begun" .*one of round_started, step_started/,
    );
    assert.doesNotMatch(await said('round_begun'), /inbox_read/);
    assert.match(await said('toString'), /^invalid: event: /);
    assert.match(await said('round_started'), /^invalid: round: /);
    assert.match(
      await said('step_finished', { round: 1, step: 'a', cost: { usd: -1 } }),
      /^invalid: cost\.usd: /,
    );
    assert.equal(await said('question', { text: 'Which?', options: [{ id: 'a', label: 'A' }] }), 'written');
    await fs.writeFile(path.join(folder, 'loop.json'), '{"steps": 5}');
    const broken = await emit(folder, 'heartbeat', {}, ports);
    assert.ok(!broken.ok && broken.code === 'unregistered');
    assert.match(broken.message, /loop\.json/);
    assert.equal((await fs.readFile(path.join(folder, 'events.jsonl'), 'utf8')).split('\n').length, 2);
  });

  it('keeps the schemas out of what reading loads, and loads them when something is written', async () => {
    const loadedBy = async (entry: string): Promise<string[]> => {
      const seen = new Set<string>();
      const visit = async (file: string) => {
        if (seen.has(file)) return;
        seen.add(file);
        const source = await fs.readFile(file, 'utf8');
        const imports = /^(?:import|export) (?!type )[^;]*? from '([^']+)';$/gm;
        for (const [, from = ''] of source.matchAll(imports)) {
          if (from.startsWith('.')) await visit(path.resolve(path.dirname(file), from));
          else seen.add(from);
        }
      };
      await visit(path.resolve(entry));
      return [...seen];
    };
    const reading = await loadedBy('src/protocol/index.ts');
    assert.ok(reading.some((file) => file.endsWith('reader.ts')));
    for (const entry of [reading, await loadedBy('src/protocol/agent.ts')]) {
      assert.deepEqual(
        entry.filter((file) => /^zod|Schema\.ts$|written/i.test(path.basename(file))),
        [],
      );
    }
    assert.ok(!reading.some((file) => file.endsWith('agent.ts')));
  });

  it('writes nowhere but in its repository', async () => {
    const repository = path.join(root(), 'repository');
    const outside = path.join(root(), 'outside');
    await fs.mkdir(repository);
    await fs.mkdir(outside);
    assert.equal(codeOf(await register(path.join(root(), 'none', '.loops', 'a'), { title: 'x' })), 'gone');
    await fs.symlink(outside, path.join(repository, '.loops'));
    assert.equal(codeOf(await register(path.join(repository, '.loops', 'a'), { title: 'x' })), 'link');
    await fs.rm(path.join(repository, '.loops'));
    const folder = path.join(repository, '.loops', 'a');
    assert.ok((await register(folder, { title: 'x' })).ok);
    await fs.writeFile(path.join(outside, 'events'), '');
    await fs.symlink(path.join(outside, 'events'), path.join(folder, 'events.jsonl'));
    assert.equal(codeOf(await emit(folder, 'heartbeat', {})), 'link');
    await fs.rm(path.join(folder, 'loop.json'));
    await fs.symlink(path.join(outside, 'events'), path.join(folder, 'loop.json'));
    assert.equal(codeOf(await register(folder, { title: 'x' })), 'link');
    assert.equal(await fs.readFile(path.join(outside, 'events'), 'utf8'), '');
  });
});
