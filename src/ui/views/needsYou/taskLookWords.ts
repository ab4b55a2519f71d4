/** Why a task needs a look: what a row says, and what a person can do about it. Small: it is loaded at the start. */

import { join, NONE, type Shown, type Sink, shown } from '../../../text/agentText.ts';
import { ago } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { taskReason } from '../../../text/taskReasonWords.ts';
import { duration } from '../../../text/timeWords.ts';
import type { TaskLook, TaskLookCode } from '../../../workspace/tasks/taskAttention.ts';
import { ERROR, type RowIcon, WARNING } from '../../kit/rowItem.ts';
import { taskTitle } from '../../kit/words/answerWords.ts';

/** Less tells nothing of how long an agent works. */
const SECOND = 1000;

/** What the row is called: the agent of several alike, else the task; where no task can be read its file. */
export function taskLookName(look: TaskLook, many: boolean): string {
  if (many && look.agent !== null) return look.agent;
  if (look.row.task === null) return look.row.file;
  return taskTitle(look);
}

/** "failed alike: RateLimitError 429", "runs 48 min, usually 18 min · reap it, or look where it runs". */
export function taskLookWords<S extends Sink>(sink: S, look: TaskLook, now: number, many: boolean): Shown<S> {
  const what = whatHappened(sink, look, now, many);
  const act = SHORT_ADVICE[look.code]();
  return join<S>([what, act]);
}

function whatHappened<S extends Sink>(sink: S, look: TaskLook, now: number, many: boolean): Shown<S> {
  const { code, agent, text, since, usualMs, lastSeen, row } = look;
  switch (code) {
    case 'task-failed': {
      const head = many
        ? ours('failed alike')
        : agent === null
          ? ours('failed')
          : say(sink, 'failed by {0}', agent);
      return text.trim() === '' ? head : (`${head}: ${shown(text, sink, 200)}` as Shown<S>);
    }
    case 'task-stale': {
      const runs = since === null ? ours('runs') : ours('runs {0}', duration(now - since));
      const usually = usualMs === null || usualMs < SECOND ? NONE : ours('usually {0}', duration(usualMs));
      return join<S>([runs, usually, agent === null ? NONE : say(sink, 'by {0}', agent)], ', ');
    }
    case 'task-interrupted':
      return interruptedWords(text);
    case 'task-unreadable':
      return taskReason(text);
    case 'task-twin':
      return say(sink, 'stands in {0} and in {1}', row.folder, row.alsoIn.join(', '));
    case 'task-bound': {
      const bound = many ? ours('bound to it') : say(sink, 'waits for {0} alone', agent ?? '');
      return join<S>(
        [bound, lastSeen === null ? ours('never seen') : ours('seen {0}', ago(now - lastSeen))],
        ', ',
      );
    }
  }
}

function interruptedWords(reason: string): Shown {
  if (reason === 'claim_interrupted') return ours('claim interrupted');
  return reason === 'edit_interrupted' ? ours('change interrupted') : ours('move interrupted');
}

const SHORT_ADVICE: Readonly<Record<TaskLookCode, () => Shown>> = {
  'task-failed': () => NONE,
  'task-stale': () => ours('reap it, or ask in its terminal'),
  'task-interrupted': () => ours('finish or undo it'),
  'task-unreadable': () => ours('open the file'),
  'task-twin': () => ours('compare them'),
  'task-bound': () => ours('release it'),
};

/** What to do, in a sentence for the tooltip. */
export function taskLookAdvice(look: TaskLook): Shown<'tree'> {
  switch (look.code) {
    case 'task-failed':
      return ours('It has no attempts left. Retry counts them anew.');
    case 'task-stale':
      return look.lastSeen === null
        ? ours(
            'When its agent was last seen is written nowhere. Look in its terminal before you reap: a task whose agent is alive would run twice.',
          )
        : ours(
            'Its agent was not seen for as long. Look in its terminal before you reap: a task whose agent is alive would run twice.',
          );
    case 'task-interrupted':
      return ours(
        'Another program ended in the middle of a step. Mend finishes the step or undoes it; nothing is done by itself.',
      );
    case 'task-unreadable':
      if (look.text === 'too_large')
        return ours(
          'It is too large to be read at a glance; agents read it all the same. Open the file to see what it says.',
        );
      return look.row.folder === 'failed'
        ? ours('Python readers move what they can’t read to failed/. Nothing here touches it.')
        : ours('No agent takes it as it is, and a Python reader would move it to failed/. Mend it by hand.');
    case 'task-twin':
      return ours(
        'Two programs moved it at the same moment. Remove the copy that is wrong: acts are refused until then.',
      );
    case 'task-bound':
      return ours('No other agent takes it. Release lets any agent take it.');
  }
}

export const TASK_LOOK_ICONS: Record<TaskLookCode, RowIcon> = {
  'task-failed': { name: 'error', color: ERROR },
  'task-stale': { name: 'watch', color: WARNING },
  'task-interrupted': { name: 'debug-disconnect', color: WARNING },
  'task-unreadable': { name: 'bug' },
  'task-twin': { name: 'files' },
  'task-bound': { name: 'lock' },
};
