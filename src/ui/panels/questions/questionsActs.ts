/** What the person does in the Questions panel; the editor's side stands behind it. */
import type { Answer } from '../../../acts/answer/answer.ts';
import type { AnswerSession } from '../../../acts/answer/answerSession.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import type { FeedbackWait } from '../../../workspace/tasks/taskAttention.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';

/** What one does to answer. Each checks again, asks where it must, and says itself what became of it. */
export interface AnswerActs {
  /** In which the wait of this key is answered. */
  session(waitKey: string): AnswerSession;
  /** True once all of it is on disk. */
  send(session: AnswerSession, answer: Answer): Promise<boolean>;
  /** All of an ask that is shown cut. */
  openAsk(wait: Wait): Promise<void>;
  writeInEditor(wait: Wait): Promise<void>;
  /** Trusts the workspace, or adds the folder. */
  wayOut(place: WatchedLoop | TaskWorkspace): Promise<void>;
  copy(text: string): Promise<void>;
  /** With this text in its box; empty: the draft. */
  steer(loop: WatchedLoop, text: string): Promise<void>;
}

export interface QuestionsActs extends AnswerActs {
  /** A file that the loop named, as it named it. */
  openFile(loop: WatchedLoop, path: string): Promise<void>;
  changes(loop: WatchedLoop, round: number): Promise<void>;
  showLoop(loop: WatchedLoop): Promise<void>;
  showTask(wait: FeedbackWait): Promise<void>;
  /** Undefined: the person went away. */
  pickAlike(alike: readonly Wait[]): Promise<readonly Wait[] | undefined>;
}
