import assert from 'node:assert/strict';
import type { FoldEvent } from '../../../../src/protocol/loops/eventDefinitions.ts';
import { fold } from '../../../fakes/foldOnce.ts';

describe('which run of a step counts', () => {
  it('is the newer of two open ones, wherever they stand in the log', () => {
    for (let before = 0; before < 6; before += 1) {
      const started: FoldEvent = { event: 'step_started', ts: 0, round: 1, step: 'facts', label: '' };
      const beat: FoldEvent = { event: 'heartbeat', ts: 0, text: '' };
      const events = [...Array<FoldEvent>(before).fill(beat), started, started].map((event, index) => ({
        event,
        offset: index,
      }));
      const { rounds } = fold({
        id: 'x',
        manifest: null,
        events,
        inbox: [],
        problems: [],
        now: new Date(0),
        stallMinutes: 30,
      });
      assert.deepEqual(
        rounds[0]?.runs.map(({ counts }) => counts),
        [false, true],
      );
    }
  });
});
