/** What the Questions panel reads and does; the editor's side stands behind it. */
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { AsksModel } from '../../../workspace/model.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import type { FeedbackWait } from '../../../workspace/tasks/taskAttention.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';

export type QuestionsWorld = AsksModel;

interface Answer {
  text: string;
  choice: string | null;
}

/** What one does to answer. Each checks again, asks where it must, and says itself what became of it. */
export interface AnswerActs {
  setDraft(waitKey: string, typed: Answer): void;
  discard(waitKey: string): Promise<void>;
  /** True once it is on disk. */
  send(wait: Wait, answer: Answer): Promise<boolean>;
  sendAll(waits: readonly Wait[], answer: Answer): Promise<boolean>;
  openWhole(wait: Wait): Promise<void>;
  writeInEditor(wait: Wait): Promise<void>;
  wayOut(code: string, place: WatchedLoop | TaskWorkspace): Promise<void>;
  copy(text: string): Promise<void>;
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
