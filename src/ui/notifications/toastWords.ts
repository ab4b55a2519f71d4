/** What toasts say. Text of two lines at most; the ask is cut where it is longer. */

import { join, NONE, type Shown, shown } from '../../text/agentText.ts';
import { ours, say } from '../../text/say.ts';
import { duration } from '../../text/timeWords.ts';
import { openFindings } from '../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import { countAskers, type LoopLook, type Wait } from '../../workspace/needsYou.ts';
import type { FeedbackWait } from '../../workspace/tasks/taskAttention.ts';
import { askerName, folderName, priorityWords, quoted, taskTitle } from '../kit/words/answerWords.ts';
import { loopCount } from '../kit/words/countWords.ts';
import { capWords, stayOpen } from '../kit/words/lookWords.ts';

const ASK_GRAPHEMES = 140;
const TITLE_GRAPHEMES = 60;
const HOUR = 3_600_000;

function ask(wait: Wait, max = ASK_GRAPHEMES): Shown<'toast'> {
  return shown(wait.text, 'toast', max);
}

/** "dashboard in webshop", "scribe in ops". */
function askerInFolder(wait: Wait): Shown<'toast'> {
  if (wait.kind !== 'feedback') return loopInFolder(wait.loop);
  return say('toast', '{0} in {1}', askerName(wait.asker), wait.workspace.name);
}

/** "dashboard in webshop". */
function loopInFolder(loop: WatchedLoop): Shown<'toast'> {
  return say('toast', '{0} in {1}', loop.id, folderName(loop.repository));
}

function leftWords(wait: Wait, now: number): Shown {
  const left = wait.expiresAt === null ? null : wait.expiresAt - now;
  return left === null || left <= 0 || left > HOUR ? NONE : ours('({0} left)', duration(left));
}

/** "dashboard in webshop asks (4 min left): Who should…" */
export function waitWords(wait: Wait, now: number): Shown<'toast'> {
  if (wait.kind === 'feedback') return feedbackWords(wait);
  const verb = wait.kind === 'verdict' ? ours('waits for your verdict') : ours('asks');
  const head = join<'toast'>([loopInFolder(wait.loop), verb, leftWords(wait, now)], ' ');
  const text = ask(wait);
  return text === '' ? (`${head}.` as Shown<'toast'>) : (`${head}: ${text}` as Shown<'toast'>);
}

/** "scribe asks about “Invoice export” (P2, ops): May I…", "scribe asks about 12 tasks (ops): May I…" */
function feedbackWords(wait: FeedbackWait): Shown<'toast'> {
  const about =
    wait.same.length > 1
      ? ours('{0} tasks', wait.same.length)
      : quoted('toast', taskTitle(wait), TITLE_GRAPHEMES);
  const where = join<'toast'>(
    [wait.same.length > 1 ? NONE : priorityWords(wait), shown(wait.workspace.name, 'toast', 40)],
    ', ',
  );
  const head = ours('{0} asks about {1} ({2})', shown(askerName(wait.asker), 'toast', 40), about, where);
  const text = ask(wait);
  return (text === '' ? `${head}.` : `${head}: ${text}`) as Shown<'toast'>;
}

/** Several waits in one toast: how many, and the first of them. */
export function severalWords(waits: readonly Wait[]): Shown<'toast'> {
  const first = waits[0];
  const head = whoAsk(waits);
  if (first === undefined) return head;
  return ours('{0} First: {1}, {2}', head, askerInFolder(first), quoted('toast', first.text, 80));
}

/** "3 loops and 12 tasks ask." */
function whoAsk(waits: readonly Wait[]): Shown {
  const { loops, tasks } = countAskers(waits);
  const questions = waits.filter((wait) => wait.kind !== 'feedback').length;
  if (tasks === 0) {
    return loops === questions
      ? ours('{0} loops ask.', loops)
      : ours('{0} questions wait for you.', questions);
  }
  if (loops === 0) return ours('{0} tasks ask.', tasks);
  const who = loopCount(loops);
  return tasks === 1 ? ours('{0} and 1 task ask.', who) : ours('{0} and {1} tasks ask.', who, tasks);
}

/** What was found waiting when the window started, or when the person came back. */
export function summaryWords(why: 'start' | 'away', waits: readonly Wait[], now: number): Shown<'toast'> {
  const first = waits[0];
  if (waits.length === 1 && first !== undefined) return waitWords(first, now);
  return why === 'away' ? ours('While you were away: {0}', severalWords(waits)) : severalWords(waits);
}

export function reminderWords(wait: Wait, now: number): Shown<'toast'> {
  const left = duration(Math.max(0, (wait.expiresAt ?? now) - now));
  return ours('{0} goes on without you in {1}: {2}', askerInFolder(wait), left, ask(wait));
}

export function overCapWords(look: LoopLook): Shown<'toast'> {
  return ours('{0} is over its cap: {1}, and runs on.', loopInFolder(look.loop), capWords(look));
}

export function noProgressWords(look: LoopLook): Shown<'toast'> {
  const open = stayOpen(look) ?? openFindings(look.loop).material;
  return open === 0
    ? ours('{0} makes no progress.', loopInFolder(look.loop))
    : ours('{0} makes no progress: {1} material findings stay open.', loopInFolder(look.loop), open);
}

export function sendingWords(wait: Wait, label: string): Shown<'toast'> {
  return ours('Sending {0} to {1}…', quoted('toast', label), askerInFolder(wait));
}

export function unsentWords(wait: Wait, label: string): Shown<'toast'> {
  return ours(
    '{0} to {1} was not sent: its window closed first. It is kept as your draft.',
    quoted('toast', label),
    askerInFolder(wait),
  );
}

export function replacedWords(wait: Wait, label: string): Shown<'toast'> {
  return ours(
    '{0} to {1} was not sent: you began another answer meanwhile. That is kept as your draft.',
    quoted('toast', label),
    askerInFolder(wait),
  );
}
