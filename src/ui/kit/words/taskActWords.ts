/** What the acts on tasks say: before, and when they are done. */
import { t } from '@vscode/l10n';
import type { Refusal } from '../../../protocol/lib/result.ts';
import { ago } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { join, type Shown, type Sink, shown } from '../../../text/shown.ts';
import { briefReason, refusedWords } from '../../../text/taskRefusalWords.ts';
import { duration } from '../../../text/timeWords.ts';
import type { TaskFacts } from '../../../workspace/tasks/taskWorkspace.ts';

export type TaskVerb =
  | 'claim'
  | 'complete'
  | 'fail'
  | 'block'
  | 'unblock'
  | 'retry'
  | 'release'
  | 'prioritise'
  | 'edit'
  | 'withdraw'
  | 'mend'
  | 'reap';

/** "35 retried". */
export function doneCount(verb: TaskVerb, count: number): Shown {
  switch (verb) {
    case 'claim':
      return ours('{0} claimed', count);
    case 'complete':
      return ours('{0} completed', count);
    case 'fail':
      return ours('{0} failed', count);
    case 'block':
      return ours('{0} blocked', count);
    case 'unblock':
      return ours('{0} unblocked', count);
    case 'retry':
      return ours('{0} retried', count);
    case 'release':
      return ours('{0} released', count);
    case 'prioritise':
      return ours('{0} given another priority', count);
    case 'edit':
      return ours('{0} changed', count);
    case 'withdraw':
      return ours('{0} withdrawn', count);
    case 'mend':
      return ours('{0} mended', count);
    case 'reap':
      return ours('{0} reaped', count);
  }
}

/** One line for all: "35 retried, 2 refused: taken meanwhile, 3 left out: not failed". */
export function manyDone(
  verb: TaskVerb,
  done: number,
  refused: readonly Refusal[],
  left: readonly Refusal[] = [],
): Shown<'toast'> {
  return join<'toast'>(
    [
      done === 0 && refused.length > 0 ? ('' as Shown) : doneCount(verb, done),
      refused.length === 0 ? ('' as Shown) : refusedWords(refused),
      left.length === 0 ? ('' as Shown) : leftWords(verb, left),
    ],
    ', ',
  );
}

/** Of rows that were selected with others: "2 left out: not failed". `not-now`: what the act's state is not. */
export function leftWords(verb: TaskVerb, left: readonly Refusal[]): Shown {
  const reasons = left.map((one) =>
    one.code === 'not-now' ? stateMissing(verb) : briefReason('toast', one),
  );
  return t('{0} left out: {1}', left.length, [...new Set(reasons)].join(', ')) as Shown;
}

function stateMissing(verb: TaskVerb): Shown {
  switch (verb) {
    case 'claim':
    case 'edit':
    case 'prioritise':
    case 'withdraw':
      return ours('not waiting');
    case 'complete':
    case 'fail':
    case 'block':
    case 'reap':
      return ours('not active');
    case 'unblock':
      return ours('not blocked');
    case 'retry':
      return ours('not failed');
    case 'release':
      return ours('bound to no agent');
    case 'mend':
      return ours('not left half done');
  }
}

/** Of one task, for a moment in the status bar: "Invoice export: retried". */
export function oneDone(verb: TaskVerb, title: string): Shown<'statusBar'> {
  return t('{0}: {1}', shown(title, 'statusBar', 40), doneWord(verb)) as Shown<'statusBar'>;
}

function doneWord(verb: TaskVerb): Shown {
  switch (verb) {
    case 'claim':
      return ours('claimed as you');
    case 'complete':
      return ours('completed');
    case 'fail':
      return ours('this attempt has failed');
    case 'block':
      return ours('blocked');
    case 'unblock':
      return ours('waits again');
    case 'retry':
      return ours('waits again, its attempts counted anew');
    case 'release':
      return ours('released: any agent may take it');
    case 'prioritise':
      return ours('priority changed');
    case 'edit':
      return ours('changed');
    case 'withdraw':
      return ours('withdrawn: it is blocked now');
    case 'mend':
      return ours('mended');
    case 'reap':
      return ours('waits again, taken from its agent');
  }
}

/** What a list of tasks asks. */
export function whichTasks(verb: TaskVerb): Shown<'pick'> {
  switch (verb) {
    case 'claim':
      return ours('Claim which tasks as you?');
    case 'complete':
      return ours('Complete which task?');
    case 'fail':
      return ours('Fail which tasks?');
    case 'block':
      return ours('Block which tasks?');
    case 'unblock':
      return ours('Unblock which tasks?');
    case 'retry':
      return ours('Retry which tasks?');
    case 'release':
      return ours('Release which tasks?');
    case 'prioritise':
      return ours('Change the priority of which tasks?');
    case 'edit':
      return ours('Edit which task?');
    case 'withdraw':
      return ours('Withdraw which tasks?');
    case 'mend':
      return ours('Mend which task?');
    case 'reap':
      return ours('Reap which tasks? Each waits again, for any agent that takes it');
  }
}

/** Where no task allows it. */
export function noneToDo(verb: TaskVerb): Shown<'toast'> {
  switch (verb) {
    case 'claim':
    case 'edit':
    case 'prioritise':
    case 'withdraw':
      return ours('No task waits here.');
    case 'complete':
    case 'fail':
    case 'block':
      return ours('No task is active here.');
    case 'unblock':
      return ours('No task is blocked here.');
    case 'retry':
      return ours('No task has failed here.');
    case 'release':
      return ours('No waiting task is bound to an agent here.');
    case 'mend':
      return ours('Nothing is left half done here.');
    case 'reap':
      return ours('No task is active for longer than usual here.');
  }
}

/** The rows that were given allow it none. */
export function notNow(verb: TaskVerb, title: string): Shown<'toast'> {
  switch (verb) {
    case 'claim':
    case 'edit':
    case 'prioritise':
    case 'withdraw':
      return say('toast', 'Not done: “{0}” is no waiting task that can be changed.', title);
    case 'complete':
    case 'fail':
    case 'block':
    case 'reap':
      return say('toast', 'Not done: “{0}” is not active, or its file is not as agents expect.', title);
    case 'unblock':
      return say('toast', 'Not done: “{0}” is not blocked, or its file is not as agents expect.', title);
    case 'retry':
      return say('toast', 'Not done: “{0}” has not failed, or its file can’t be read.', title);
    case 'release':
      return say('toast', 'Not done: “{0}” is bound to no agent.', title);
    case 'mend':
      return say('toast', 'Not done: nothing about “{0}” is left half done.', title);
  }
}

/** Of a task in a list: "P5 · for scout · #web · 2 h". */
export function taskLine(facts: TaskFacts, now: number): Shown<'pick'> {
  const none = '' as Shown;
  return join<'pick'>([
    facts.priority === null ? none : ours('P{0}', facts.priority),
    facts.boundTo !== null
      ? say('pick', 'for {0}', facts.boundTo)
      : facts.agent === null
        ? none
        : shown(facts.agent, 'pick', 40),
    ...facts.tags.slice(0, 3).map((tag) => shown(`#${tag}`, 'pick', 20)),
    facts.since === null ? none : duration(now - facts.since),
    facts.reason === null ? none : shown(facts.reason, 'pick', 60),
    facts.lastError === null || facts.state !== 'failed' ? none : shown(facts.lastError, 'pick', 60),
  ]);
}

/** What is asked, and of which task: "Which priority? · Fix invoice rounding". */
export function askedOf(
  question: Shown<'pick'>,
  tasks: readonly { row: { id: string }; facts: TaskFacts }[],
): Shown<'pick'> {
  const [first] = tasks;
  if (first === undefined) return question;
  return join<'pick'>([
    question,
    tasks.length === 1
      ? titleWords('pick', first.facts.title, first.row.id, 60)
      : ours('{0} tasks', tasks.length),
  ]);
}

export function titleWords<S extends Sink>(sink: S, title: string, id: string, max = 80): Shown<S> {
  return shown(title.trim() === '' ? id : title, sink, max);
}

/** Waiting tasks that the person is about to claim are for agents alone. */
export function boundElsewhere(count: number, title: string, agent: string): Shown<'toast'> {
  return count === 1
    ? say('toast', '“{0}” is for {1}. Claim it all the same?', title, agent)
    : ours('{0} of these are for others. Claim them all the same?', count);
}

/** Somebody else works on it, as far as one can tell. */
export function runsAtQuestion(count: number, title: string, agent: string): Shown<'toast'> {
  return count === 1
    ? say('toast', '“{0}” is claimed by {1}. Act on it all the same?', title, agent)
    : ours('{0} of these are claimed by agents. Act on them all the same?', count);
}

export function runsAtDetail(lastSeen: number | null, lasts: number | null, now: number): Shown<'toast'> {
  return join<'toast'>(
    [
      lasts === null ? ('' as Shown) : ours('It runs for {0}.', duration(lasts)),
      lastSeen === null
        ? ours('When its agent was last seen is written nowhere.')
        : ours('Its agent was last seen {0}.', ago(now - lastSeen)),
      ours('An agent that is at work does not notice, and may end the task once more.'),
    ],
    ' ',
  );
}

export function copyStays(title: string, folders: readonly string[]): Shown<'toast'> {
  return say(
    'toast',
    'Done, but a copy of “{0}” stands in {1} as well: another program moved it at the same moment.',
    title,
    folders.map((folder) => `${folder}/`).join(', '),
  );
}
