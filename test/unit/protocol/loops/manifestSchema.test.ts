import assert from 'node:assert/strict';
import { EVENT_NAMES } from '../../../../src/protocol/loops/eventMembers.ts';
import { checkEvent } from '../../../../src/protocol/loops/eventSchema.ts';
import { checkManifest, manifestJsonSchema } from '../../../../src/protocol/loops/manifestSchema.ts';
import { parseEvent } from '../../../../src/protocol/loops/parseEvent.ts';
import { parseManifest } from '../../../../src/protocol/loops/parseManifest.ts';

function paths(checked: { ok: boolean; problems?: { path: string }[] }): string[] | undefined {
  assert.equal(checked.ok, false);
  return checked.problems?.map(({ path }) => path);
}

describe('how a loop is written', () => {
  const manifest = {
    protocol: 1,
    id: 'write-up',
    title: 'The write-up',
    brief: { goal: 'A page', path: 'brief.md' },
    steps: [
      { id: 'draft', kind: 'build' },
      { id: 'review', after: ['draft'], model: null },
    ],
    round_cap: 5,
    cost_cap_usd: 2.5,
    commands: { start: 'make loop' },
    outputs: [{ name: 'page', path: 'out/page.md' }],
    later: { kept: true },
  };

  it('takes a whole manifest, keeps what it does not know, and reads it back', () => {
    assert.deepEqual(checkManifest(manifest), { ok: true, value: manifest });
    assert.ok(parseManifest(JSON.stringify(manifest)).ok);
  });

  it('names every field that is wrong', () => {
    const bad = {
      ...manifest,
      id: 'Write',
      steps: [{ id: 'x', prompt: '../p' }],
      round_cap: 0,
      cost_cap_usd: '5',
    };
    assert.deepEqual(paths(checkManifest(bad)), ['id', 'steps.0.prompt', 'round_cap', 'cost_cap_usd']);
    assert.deepEqual(paths(checkManifest({ id: 'a', steps: [{ id: 'x' }, { id: 'x' }] })), ['steps']);
    assert.deepEqual(paths(checkManifest(null)), ['']);
  });

  it('takes only paths that may be opened', () => {
    const check = (path: string) => checkManifest({ id: 'a', brief: { path } }).ok;
    for (const path of ['a', 'a/b.md', '..a/b', 'a/...', './a']) assert.equal(check(path), true, path);
    for (const path of [
      '',
      '/a',
      '~/a',
      '..',
      'a/..',
      '../a',
      'a/../b',
      'a\\b',
      'C:/a',
      'a//b',
      'a/',
      'a\nb',
    ]) {
      assert.equal(check(path), false, path);
    }
  });

  it('gives editors a schema of draft 7 that asks only for the id', () => {
    const schema = JSON.parse(JSON.stringify(manifestJsonSchema())) as Record<string, unknown>;
    assert.equal(schema['$schema'], 'http://json-schema.org/draft-07/schema#');
    assert.deepEqual(schema['required'], ['id']);
    const members = Object.keys(schema['properties'] as object);
    const known = [
      'protocol',
      'id',
      'title',
      'brief',
      'steps',
      'round_cap',
      'runtime_cap_minutes',
      'cost_cap_usd',
    ];
    assert.deepEqual(members, [...known, 'pace', 'commands', 'outputs', 'workspace', 'state']);
  });

  it('writes of an event what is set and known, and reads it back', () => {
    const given = {
      round: 1,
      step: 'a',
      summary: null,
      nonsense: 1,
      cost: { usd: null, turns: 2 },
      artifact: 'a.md',
    };
    const checked = checkEvent('step_finished', given);
    assert.deepEqual(checked, {
      ok: true,
      value: { round: 1, step: 'a', cost: { turns: 2 }, artifact: 'a.md' },
    });
    const line = JSON.stringify({ ts: '2026-11-14T21:03:00Z', event: 'step_finished', ...checked.value });
    assert.ok(parseEvent(line).ok);
  });

  it('refuses what the other side would not take', () => {
    assert.deepEqual(paths(checkEvent('step_finished', { round: 0, cost: { usd: -1 } })), [
      'round',
      'step',
      'cost.usd',
    ]);
    assert.deepEqual(paths(checkEvent('heartbeat', { text: '\ud800' })), ['text']);
    assert.deepEqual(paths(checkEvent('heartbeat', { next_at: 'soon' })), ['next_at']);
    assert.deepEqual(paths(checkEvent('toString', {})), ['event']);
    assert.equal(EVENT_NAMES.length, 11);
  });
});
