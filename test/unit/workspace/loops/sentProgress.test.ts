import assert from 'node:assert/strict';
import { lastSent, progressOf } from '../../../../src/workspace/loops/sentProgress.ts';
import { sent, watched } from '../../../fakes/snapshots.ts';

describe('what was sent', () => {
  const read = { read: true, readAt: '2026-03-02T09:00:02.000Z' };

  it('is followed from sent over read to taken', () => {
    const states = [sent(), sent(read), sent({ ...read, takenAt: '2026-03-02T09:00:05.000Z' })].map((entry) =>
      lastSent(watched('a', { inbox: [entry], readingSeconds: 20 })),
    );
    assert.deepEqual(
      states.map((progress) => [
        progress?.state,
        progress?.readAt,
        progress?.takenAt,
        progress?.usualSeconds,
      ]),
      [
        ['sent', null, null, 20],
        ['read', Date.parse('2026-03-02T09:00:02.000Z'), null, 20],
        ['taken', Date.parse('2026-03-02T09:00:02.000Z'), Date.parse('2026-03-02T09:00:05.000Z'), 20],
      ],
    );
    assert.equal(states[0]?.sentAt, Date.parse('2026-03-02T09:00:00.000Z'));
  });

  it('is nothing where nothing of the person stands', () => {
    assert.equal(lastSent(watched('a')), null);
    assert.equal(lastSent(watched('a', { inbox: [sent({ trusted: false }), sent({ copy: true })] })), null);
  });

  it('tells a loop that never marks what it read, whose answers may be taken all the same', () => {
    const silent = lastSent(watched('a', { inbox: [sent({ takenAt: '2026-03-02T09:00:09.000Z' })] }));
    assert.deepEqual([silent?.reportsReading, silent?.state], [false, 'taken']);
    const speaks = lastSent(watched('a', { inbox: [sent({ id: 'x', ...read }), sent()] }));
    assert.deepEqual([speaks?.reportsReading, speaks?.state], [true, 'sent']);
  });

  it('is overdue, or read in vain, when the loop shows so', () => {
    const late = (count: number) => ({
      inbox: [
        sent({ id: 'x', ...read }),
        sent({ id: 'y' }),
        sent({ id: 'z', ts: '2026-03-02T09:20:00.000Z' }),
      ],
      needsALook: [{ code: 'unread' as const, args: { id: 'y', count } }],
    });
    const states = (loop: ReturnType<typeof watched>) =>
      ['x', 'y', 'z'].map((id) => progressOf(loop, id)?.state);
    assert.deepEqual(states(watched('a', late(1))), ['read', 'unread-overdue', 'sent']);
    assert.deepEqual(states(watched('a', late(2))), ['read', 'unread-overdue', 'unread-overdue']);
    const needsALook = [{ code: 'still-asks' as const, args: { id: 'qd-1' } }];
    assert.equal(lastSent(watched('a', { inbox: [sent(read)], needsALook }))?.state, 'still-asks');
  });

  it('is found by its id, the one that counts before its copies', () => {
    const loop = watched('a', {
      inbox: [sent({ id: 'x', trusted: false }), sent({ id: 'x', ...read }), sent({ id: 'x', copy: true })],
    });
    assert.equal(progressOf(loop, 'x')?.state, 'read');
    assert.equal(progressOf(loop, 'y'), null);
    const foreign = watched('a', { inbox: [sent({ id: 'x', trusted: false })] });
    assert.equal(progressOf(foreign, 'x')?.state, 'untrusted');
  });
});
