import type { Draft } from '../../workspace/kept/drafts.ts';

/** The draft of an option that waits to be sent: marked, should the window close first. */
export function heldDraft(choice: string): { text: ''; choice: string; notSent: 'window-closed' } {
  return { text: '', choice, notSent: 'window-closed' };
}

/** Whether the draft is still the one of the held option: nothing was typed, picked or sent since it was clicked. */
export function isHeld(draft: Draft | undefined, choice: string): boolean {
  return draft?.notSent === 'window-closed' && draft.text === '' && draft.choice === choice;
}
