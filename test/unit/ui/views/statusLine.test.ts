import assert from 'node:assert/strict';
import { type FollowedLine, statusLine } from '../../../../src/ui/views/statusLine.ts';
import { FakeModel } from '../../../fakes/fakeModel.ts';
import { looks, question, round, run, sent, watched } from '../../../fakes/snapshots.ts';

const minutesAgo = (minutes: number) =>
  new Date(Date.parse('2026-03-02T09:00:00Z') - minutes * 60_000).toISOString();
const asks = (id: string, values: Parameters<typeof question>[0] = {}) =>
  watched(id, {
    status: 'waiting',
    questions: [question({ text: 'Who first?', askedAt: minutesAgo(6), ...values })],
  });

describe('the status bar', () => {
  it('is hidden where nothing of ours is', () => {
    assert.equal(statusLine(new FakeModel(), undefined), undefined);
  });

  it('says who asks, how long is left, and how many more, on a warning background', () => {
    const line = statusLine(
      new FakeModel(asks('dashboard', { expiresAt: minutesAgo(-4) }), asks('b'), asks('c')),
      undefined,
    );
    assert.equal(line?.text, '$(question) dashboard asks · 4 min left  +2');
    assert.equal(line?.warning, true);
    assert.equal(line?.command, 'quarterdeck.answer.next');
    assert.equal(line?.spoken, 'dashboard asks: Who first?');
  });

  it('says what is over its cap, without a background', () => {
    const line = statusLine(
      new FakeModel(watched('flaky', looks('over-cap')), watched('z', looks('over-cap'))),
      undefined,
    );
    assert.equal(line?.text, '$(flame) flaky over its cap  +1');
    assert.equal(line?.warning, false);
  });

  it('says what runs and what today cost', () => {
    const at = minutesAgo(5);
    const loop = watched('a', {
      rounds: [
        round({ endedAt: at, startedAt: at, costUsd: 9.71, runs: [run({ finishedAt: at, costUsd: 9.71 })] }),
      ],
      costUsd: 9.71,
    });
    assert.equal(statusLine(new FakeModel(loop), undefined)?.text, '$(compass) 1 runs · $9.71 today');
  });

  it('says nothing where nothing runs and nothing was spent today', () => {
    const at = minutesAgo(5);
    const idle = watched('a', { status: 'idle' });
    assert.equal(statusLine(new FakeModel(idle), undefined), undefined);
    const done = watched('b', {
      status: 'done',
      rounds: [
        round({ endedAt: at, startedAt: at, costUsd: 9.71, runs: [run({ finishedAt: at, costUsd: 9.71 })] }),
      ],
      costUsd: 9.71,
    });
    assert.equal(statusLine(new FakeModel(idle, done), undefined)?.text, '$(compass) $9.71 today');
  });

  it('makes no icon of a loop’s name or of what it asks', () => {
    const line = statusLine(new FakeModel(asks('$(zap)')), undefined);
    assert.doesNotMatch(line?.text.replace('$(question) ', '') ?? '', /\$\(/);
  });

  describe('after something was sent', () => {
    const entry = sent({ id: 'x', ts: minutesAgo(0), text: 'yes' });
    const followed = (model: FakeModel, stage: FollowedLine['stage']): FollowedLine => ({
      loopKey: model.list[0]?.key ?? '',
      entryId: 'x',
      movedAt: model.time,
      stage,
    });

    it('says sent, read and taken with their times, then what it said before', () => {
      const model = new FakeModel(watched('dashboard', { inbox: [entry], readingSeconds: 20 }));
      assert.match(
        statusLine(model, followed(model, 'sent'))?.text ?? '',
        /^\$\(mail\) dashboard: sent \d\d:00:00 \(usually read in 20 s\)$/,
      );
      model.list = [watched('dashboard', { inbox: [{ ...entry, read: true, readAt: minutesAgo(-0.1) }] })];
      assert.match(
        statusLine(model, followed(model, 'read'))?.text ?? '',
        /^\$\(mail-read\) dashboard: read \d\d:00:06$/,
      );
      model.list = [
        watched('dashboard', {
          inbox: [{ ...entry, read: true, readAt: minutesAgo(0), takenAt: minutesAgo(-0.2) }],
        }),
      ];
      assert.match(
        statusLine(model, followed(model, 'taken'))?.text ?? '',
        /^\$\(check\) dashboard: taken \d\d:00:12$/,
      );
      const later = followed(model, 'taken');
      model.time += 9000;
      assert.match(statusLine(model, later)?.text ?? '', /^\$\(compass\)/);
    });

    it('says how many more wait, and takes a click to the next', () => {
      const model = new FakeModel(watched('dashboard', { inbox: [entry] }), asks('b'), asks('c'));
      const line = statusLine(model, followed(model, 'sent'));
      assert.match(line?.text ?? '', /sent \d\d:00:00 · 2 more: (Ctrl|Cmd)\+K A$/);
      assert.equal(line?.command, 'quarterdeck.answer.next');
    });

    it('keeps saying that an answer was not read for long', () => {
      const model = new FakeModel(
        watched('importer', {
          needsALook: [{ code: 'unread', args: { id: 'x', since: minutesAgo(34) } }],
          inbox: [sent({ id: 'x', ts: minutesAgo(34) })],
        }),
      );
      assert.equal(
        statusLine(model, undefined)?.text,
        '$(warning) importer has not read your answer, 34 min',
      );
    });
  });
});
