import type { Answer } from './answerText.ts';

/**
 * The draft while an answer is being sent, which stays should it not get through: the answer, and before it what was
 * written on several lines, for the pick has one line and shows none of that.
 */
export function draftToKeep(before: Answer | undefined, answer: Answer): Answer {
  if (before === undefined || !before.text.includes('\n')) return answer;
  const text = [before.text, answer.text].filter((part) => part !== '').join('\n\n');
  return { text, choice: answer.choice };
}
