import assert from 'node:assert/strict';
import { answerAll } from '../../../../src/acts/answer/answerAll.ts';
import type { LoopTarget } from '../../../../src/acts/answer/answering.ts';
import { ok, refuse } from '../../../../src/protocol/lib/result.ts';
import { allAnswered } from '../../../../src/ui/kit/words/alikeWords.ts';

const ask = (offset: number): LoopTarget => ({
  key: `w${offset}`,
  loop: { key: 'k', id: 'scribe' },
  question: { key: { id: null, askedAt: '2026-11-30T09:15:00.000Z', offset }, options: [] },
});

describe('answerAll', () => {
  it('sends a line a question, the newest first, and goes on after a refusal', async () => {
    const sent: string[] = [];
    const all = await answerAll(
      {
        answer: async (target, { text }) => {
          const { key } = target;
          sent.push(`${key} ${text}`);
          if (key === 'w20') return refuse('answered', 'Already answered.');
          const entry = { id: key, ts: '2026-11-30T09:21:04Z', kind: 'reply' as const, text };
          return ok({ kind: 'answer' as const, entry, loopKey: 'k', waitKey: key, twice: false });
        },
      },
      [ask(10), ask(20), ask(30)],
      { text: 'yes', choice: null },
    );
    assert.deepEqual(sent, ['w30 yes', 'w20 yes', 'w10 yes']);
    assert.equal(
      allAnswered(all.answered, all.refused, 'scribe'),
      'scribe: 2 answered, 1 refused: answered meanwhile',
    );
  });

  it('is told in one line, each reason once', () => {
    const refused = ['answered', 'expired', 'answered'].map((code) => refuse(code, ''));
    assert.equal(
      allAnswered(0, refused, '$(zap)').replaceAll('\u2060', ''),
      '$(zap): 0 answered, 3 refused: answered meanwhile, its time ran out meanwhile',
    );
    assert.doesNotMatch(allAnswered(0, refused, '$(zap)'), /\$\(/);
    assert.equal(allAnswered(12, [], 'scribe'), 'scribe: 12 answered.');
  });
});
