/** What is answered, as the person saw it: a wait, or what is kept of one. */
import { isDeepStrictEqual } from 'node:util';
import type { Option } from '../../protocol/lib/option.ts';
import { ok, type Result, refuse } from '../../protocol/lib/result.ts';
import type { QuestionKey } from '../../protocol/loops/loopSnapshot.ts';
import type { TaskRecord } from '../../protocol/tasks/taskModel.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { type FeedbackWait, taskWaits } from '../../workspace/tasks/taskAttention.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import { type Answer, answerOf, feedbackText } from './answer.ts';

export type AnswerTarget = LoopTarget | FeedbackTarget;

export interface LoopTarget {
  kind?: 'question' | 'verdict' | 'answer';
  /** The wait's. */
  key: string;
  loop: { key: string; id: string };
  /** null: the loop waits for a verdict. */
  question: { key: QuestionKey; options: readonly Option[] } | null;
}

/** What the person saw of a task that asks. */
export interface FeedbackTarget
  extends Pick<FeedbackWait, 'kind' | 'key' | 'asker' | 'text' | 'options' | 'draft'> {
  workspace: { key: string };
  /** `task`: as far as it is still known. */
  row: { id: string; version: string; task?: TaskRecord | null };
}

export function optionsOf(target: AnswerTarget): readonly Option[] {
  return target.kind === 'feedback' ? target.options : (target.question?.options ?? []);
}

/** Of a wait what outlives it: a document that is left open is sent long after a reload. */
export function lastingTarget(wait: Wait): FeedbackTarget | (LoopTarget & { kind: 'answer' }) {
  if (wait.kind === 'feedback') {
    const { kind, key, asker, text, options, draft, workspace, row } = wait;
    const seen = { id: row.id, version: row.version };
    return { kind, key, asker, text, options, draft, workspace: { key: workspace.key }, row: seen };
  }
  const { key, loop, question, options } = wait;
  return {
    kind: 'answer',
    key,
    loop: { key: loop.key, id: loop.id },
    question: question === null ? null : { key: question.key, options },
  };
}

/** What goes out: the text, and of a loop's option its id. Null where there is nothing to send. */
export function outgoing(target: AnswerTarget, answer: Answer): { text: string; choice?: string } | null {
  const trimmed = { text: answer.text.trim(), choice: answer.choice };
  const options = optionsOf(target);
  if (target.kind !== 'feedback') return answerOf(options, trimmed);
  const text = feedbackText(options, trimmed);
  return text === null ? null : { text };
}

/**
 * The version of the task's file that the answer is to. Refused `asked-again` where the question reads otherwise by now; what
 * else changed in the file is found by whoever is given the version that was seen.
 */
export function versionAnswered(workspace: TaskWorkspace, target: FeedbackTarget): Result<string> {
  const now = taskWaits(workspace).find((wait) => wait.key === target.key);
  if (now !== undefined && !sameWords(now, target))
    return refuse('asked-again', 'The question is another one now.');
  return ok(now !== undefined && isSameToAnswer(now.row, target.row) ? now.row.version : target.row.version);
}

/** The task as it is now under the same question: another question is none that an answer to this one is to. */
export function asItIsNow(workspace: TaskWorkspace | undefined, target: FeedbackTarget): FeedbackTarget {
  const now = workspace === undefined ? [] : taskWaits(workspace);
  return now.find((wait) => wait.key === target.key && sameWords(wait, target)) ?? target;
}

function sameWords(wait: FeedbackTarget, target: FeedbackTarget): boolean {
  const words = ({ text, options, draft }: FeedbackTarget) =>
    JSON.stringify([text, draft, options.map(({ id, label }) => [id, label])]);
  return words(wait) === words(target);
}

/** What else may change under a question. */
const UNIMPORTANT = new Set(['priority', 'tags', 'updated_at', 'max_retries']);

function isSameToAnswer(now: FeedbackTarget['row'], seen: FeedbackTarget['row']): boolean {
  if (now.version === seen.version) return true;
  const important = (task: TaskRecord) =>
    Object.fromEntries(Object.entries(task).filter(([name]) => !UNIMPORTANT.has(name)));
  if (now.task == null || seen.task == null) return false;
  return isDeepStrictEqual(important(now.task), important(seen.task));
}
