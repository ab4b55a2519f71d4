import assert from 'node:assert/strict';
import { heldDraft, isHeld } from '../../../../src/ui/notifications/heldDraft.ts';

describe('an option held on a toast', () => {
  const about = { savedAt: 0, window: 'here' };

  it('is held for as long as its draft is the one that the click made', () => {
    assert.equal(isHeld({ ...heldDraft('a'), ...about }, 'a'), true);
  });

  it('is let go by words, by another option, and by an answer that was sent', () => {
    const others = [
      { text: 'no, wait', choice: null, notSent: null, ...about },
      { ...heldDraft('b'), ...about },
      { text: '', choice: 'a', notSent: null, ...about },
      undefined,
    ];
    for (const draft of others) assert.equal(isHeld(draft, 'a'), false, JSON.stringify(draft));
  });
});
