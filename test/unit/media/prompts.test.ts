import assert from 'node:assert/strict';
import { EVENT_NAMES } from '../../../src/protocol/loops/eventMembers.ts';
import { parseEvent } from '../../../src/protocol/loops/parseEvent.ts';
import { parseInboxEntry } from '../../../src/protocol/loops/parseInboxEntry.ts';
import { parseManifest } from '../../../src/protocol/loops/parseManifest.ts';
import { exampleFile, examplesOf, PROMPTS, readMedia } from '../../fakes/promptExamples.ts';

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

for (const name of PROMPTS) {
  describe(`the prompt ${name}`, () => {
    const prompt = readMedia(`prompts/${name}.md`);

    it('holds the helper of the demo, letter for letter', () => {
      assert.equal(exampleFile(prompt, 'loophelper.py'), readMedia('demo/loophelper.py'));
    });

    it('shows a loop.json without problems', () => {
      const read = parseManifest(exampleFile(prompt, 'loop.json'));
      assert.deepEqual(read.ok ? [] : read.problems, []);
    });

    it('shows every event there is, and each example is valid', () => {
      const events = linesOf(exampleFile(prompt, 'events.jsonl')).map((line) => parseEvent(line));
      assert.deepEqual(
        events.flatMap((read) => (read.ok ? [] : [read.message])),
        [],
      );
      const shown = new Set(events.flatMap((read) => (read.ok ? [read.event.event] : [])));
      assert.deepEqual([...shown].sort(), [...EVENT_NAMES].sort());
    });

    it('uses and names every field that an event may have', () => {
      for (const field of FIELDS) {
        assert.match(prompt, new RegExp(`["\`]${field}["\`]`), field);
      }
    });

    it('names every word that a field may hold', () => {
      for (const word of WORDS) {
        assert.match(prompt, new RegExp(`\\b${word}\\b`), word);
      }
    });

    it('shows inbox lines that read', () => {
      const lines = linesOf(exampleFile(prompt, 'inbox.jsonl'));
      assert.equal(lines.length, 3);
      for (const line of lines) {
        assert.equal(parseInboxEntry(line).ok, true, line);
      }
    });

    it('has nothing fenced that is not tried', () => {
      const kinds = new Set(examplesOf(prompt).map(({ language, name: file }) => `${language} ${file}`));
      assert.deepEqual(
        [...kinds].sort(),
        [
          'json loop.json',
          'jsonl events.jsonl',
          'jsonl inbox.jsonl',
          'python example',
          'python loophelper.py',
          'sh example',
        ].sort(),
      );
    });
  });
}

it('both prompts describe the files in the same words', () => {
  const [one, other] = PROMPTS.map((name) => readMedia(`prompts/${name}.md`).split('\n## The files\n')[1]);
  assert.ok(one !== undefined && one.length > 1000);
  assert.equal(one, other);
});

const FIELDS = [
  ...['ts', 'event', 'at', 'round', 'plan', 'artifact', 'step', 'label', 'status', 'summary', 'findings'],
  ...[
    'cost',
    'metrics',
    'attempt',
    'error',
    'kind',
    'text',
    'session',
    'model',
    'id',
    'resolution',
    'reason',
  ],
  ...['verdict', 'stop_reason', 'next', 'commit', 'outcome', 'next_at', 'blocks', 'timeout_s', 'options'],
  ...['question', 'answer', 'item', 'result', 'who', 'finding', 'evidence', 'ids', 'severity', 'usd'],
  ...['tokens_in', 'tokens_out', 'tokens_cache_read', 'tokens_cache_write', 'turns', 'estimated', 'name'],
  ...['value', 'target', 'better', 'unit', 'choice', 'loop', 'sig', 'protocol', 'title', 'brief', 'goal'],
  ...['audience', 'bar', 'path', 'steps', 'purpose', 'prompt', 'backend', 'after', 'round_cap', 'pace'],
  ...[
    'runtime_cap_minutes',
    'cost_cap_usd',
    'commands',
    'outputs',
    'state',
    'workspace',
    'branch',
    'worktree',
  ],
];

const WORDS = [
  ...[
    'plan',
    'research',
    'analyse',
    'build',
    'review',
    'gate',
    'verdict',
    'other',
    'ok',
    'failed',
    'skipped',
  ],
  ...['material', 'minor', 'continue', 'done', 'wait', 'stopped', 'goal_met', 'round_cap', 'cost_cap'],
  ...['runtime_cap', 'person', 'no_progress', 'error', 'impossible', 'kept', 'discarded', 'transient'],
  ...[
    'needs_person',
    'answered',
    'superseded',
    'withdrawn',
    'higher',
    'lower',
    'fixed',
    'accepted',
    'wontfix',
  ],
  ...['false_positive', 'duplicate', 'pass', 'partly', 'fail', 'blocked', 'reply', 'stop'],
];
