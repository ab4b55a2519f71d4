/** The places where the person types, as the other surfaces open them. */
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { Wait } from '../../workspace/needsYou.ts';

export interface AnswerSurface {
  /** Asks for an answer, or says why there can be none. `choice`: the id of an option that is active, but not sent. */
  open(wait: Wait, choice?: string | null): Promise<void>;
}

export interface EditorSurface {
  /** From now on what is typed in its documents is kept. */
  start(): void;
  /** `more`: added to the draft, as a selection is. */
  openAnswer(wait: Wait, more?: string): Promise<void>;
  openNote(loop: WatchedLoop, draftKey: string, noteId: string, more?: string): Promise<void>;
  /** Sends the document in front. */
  send(): Promise<void>;
  /** Throws the document in front away, with its draft. */
  discard(): Promise<void>;
}

/** What became of a note. `cancelled`: the person went away, or was told why. */
export type Delivery = 'sent' | 'kept' | 'answered' | 'refused' | 'cancelled';

export interface SteerSurface {
  /** Asks for the note's text and sends it. Away from the box the text stays as the draft. */
  open(loop: WatchedLoop, text?: string): Promise<void>;
  /** True once the note is on disk, held until it may go, or sent as the answer. */
  send(loop: { key: string; id: string }, text: string, noteId: string): Promise<boolean>;
  /**
   * Sends a note that has its own draft elsewhere. While a question is open the person says what is to become of it. A
   * refusal is told here.
   */
  deliver(loop: { key: string; id: string }, text: string, noteId: string): Promise<Delivery>;
  /** A held note goes out at once, as the answer to what is open. */
  sendHeld(noteId: string): Promise<void>;
  dropHeld(noteId: string): Promise<void>;
}
