/** What the person does in the Loop panel, and what they decided about its findings. */

import type { ListedFinding, Mine } from '../../../acts/decide/decisionDesk.ts';
import type { Result } from '../../../protocol/lib/result.ts';
import type { Decision } from '../../../workspace/loops/decisions.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { AnswerActs } from '../questions/questionsActs.ts';
import type { Whole } from './loopMessages.ts';

/** What the person decided about findings. */
export interface DecisionReads {
  mine(loop: WatchedLoop, finding: ListedFinding): Mine | null;
  /** How many decisions about the loop's findings are not sent yet. */
  decided(loop: WatchedLoop): number;
  /** Another one whenever what the person decided may be. */
  revision(): unknown;
}

/** What the person does here. Each checks again, asks where it must, and says itself what became of it. */
export interface LoopActs extends AnswerActs {
  stop(loop: WatchedLoop): Promise<void>;
  start(loop: WatchedLoop): Promise<void>;
  terminal(loop: WatchedLoop): Promise<void>;
  page(loop: WatchedLoop): Promise<void>;
  changes(loop: WatchedLoop, round: number): Promise<void>;
  compare(loop: WatchedLoop, older: number, newer: number): Promise<void>;
  /** A file that the loop named, as it named it. */
  openNamed(loop: WatchedLoop, path: string): Promise<void>;
  /** One of the loop's own files. */
  openOwn(loop: WatchedLoop, file: string, line: number | null): Promise<void>;
  heldNote(noteId: string, act: 'send' | 'drop'): Promise<void>;
  openWhole(loop: WatchedLoop, whole: Whole): Promise<void>;
  decide(loop: WatchedLoop, finding: ListedFinding, decision: Decision | null): Result<Decision | null>;
  remark(loop: WatchedLoop, finding: ListedFinding, remark: string): Result<null>;
  /** To a file that the text names. */
  goToLocation(loop: WatchedLoop, text: string): Promise<Result<null>>;
  /** Shows the note of decisions before it goes. */
  sendDecisions(loop: WatchedLoop): Promise<void>;
}
