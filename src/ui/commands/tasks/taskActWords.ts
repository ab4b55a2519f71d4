/** What the acts on tasks say: before, and when they are done. */

import type { Refusal } from '../../../protocol/lib/result.ts';
import { join, NONE, type Shown, type Sink, shown } from '../../../text/agentText.ts';
import { ago } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { briefReason, refusedWords } from '../../../text/taskRefusalWords.ts';
import { duration } from '../../../text/timeWords.ts';
import type { TaskFacts } from '../../../workspace/tasks/taskWorkspace.ts';
import { taskName } from '../../kit/words/answerWords.ts';

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

/** What a task must be for an act on it. */
interface Needed {
  /** What a task is not where the act can't be done: "not waiting". */
  missing(): Shown;
  /** No task allows it. */
  none(): Shown;
  /** The one that was named does not allow it. */
  notNow(title: string): Shown<'toast'>;
}

const notActive = (title: string) =>
  say('toast', 'Not done: “{0}” is not active, or its file is not as agents expect.', title);

const WAITING: Needed = {
  missing: () => ours('not waiting'),
  none: () => ours('No task waits here.'),
  notNow: (title) => say('toast', 'Not done: “{0}” is no waiting task that can be changed.', title),
};
const ACTIVE: Needed = {
  missing: () => ours('not active'),
  none: () => ours('No task is active here.'),
  notNow: notActive,
};
const LONG_ACTIVE: Needed = {
  ...ACTIVE,
  none: () => ours('No task is active for longer than usual here.'),
};
const BLOCKED: Needed = {
  missing: () => ours('not blocked'),
  none: () => ours('No task is blocked here.'),
  notNow: (title) =>
    say('toast', 'Not done: “{0}” is not blocked, or its file is not as agents expect.', title),
};
const FAILED: Needed = {
  missing: () => ours('not failed'),
  none: () => ours('No task has failed here.'),
  notNow: (title) => say('toast', 'Not done: “{0}” has not failed, or its file can’t be read.', title),
};
const BOUND: Needed = {
  missing: () => ours('bound to no agent'),
  none: () => ours('No waiting task is bound to an agent here.'),
  notNow: (title) => say('toast', 'Not done: “{0}” is bound to no agent.', title),
};
const HALF_DONE: Needed = {
  missing: () => ours('not left half done'),
  none: () => ours('Nothing is left half done here.'),
  notNow: (title) => say('toast', 'Not done: nothing about “{0}” is left half done.', title),
};

interface VerbWords {
  needs: Needed;
  /** "35 retried". */
  counted(count: number): Shown;
  /** Of one task, after its title. */
  done(): Shown;
  /** What a list of tasks asks. */
  which(): Shown<'pick'>;
}

const VERBS: Readonly<Record<TaskVerb, VerbWords>> = {
  claim: {
    needs: WAITING,
    counted: (count) => ours('{0} claimed', count),
    done: () => ours('claimed as you'),
    which: () => ours('Claim which tasks as you?'),
  },
  complete: {
    needs: ACTIVE,
    counted: (count) => ours('{0} completed', count),
    done: () => ours('completed'),
    which: () => ours('Complete which task?'),
  },
  fail: {
    needs: ACTIVE,
    counted: (count) => ours('{0} failed', count),
    done: () => ours('this attempt has failed'),
    which: () => ours('Fail which tasks?'),
  },
  block: {
    needs: ACTIVE,
    counted: (count) => ours('{0} blocked', count),
    done: () => ours('blocked'),
    which: () => ours('Block which tasks?'),
  },
  unblock: {
    needs: BLOCKED,
    counted: (count) => ours('{0} unblocked', count),
    done: () => ours('waits again'),
    which: () => ours('Unblock which tasks?'),
  },
  retry: {
    needs: FAILED,
    counted: (count) => ours('{0} retried', count),
    done: () => ours('waits again, its attempts counted anew'),
    which: () => ours('Retry which tasks?'),
  },
  release: {
    needs: BOUND,
    counted: (count) => ours('{0} released', count),
    done: () => ours('released: any agent may take it'),
    which: () => ours('Release which tasks?'),
  },
  prioritise: {
    needs: WAITING,
    counted: (count) => ours('{0} given another priority', count),
    done: () => ours('priority changed'),
    which: () => ours('Change the priority of which tasks?'),
  },
  edit: {
    needs: WAITING,
    counted: (count) => ours('{0} changed', count),
    done: () => ours('changed'),
    which: () => ours('Edit which task?'),
  },
  withdraw: {
    needs: WAITING,
    counted: (count) => ours('{0} withdrawn', count),
    done: () => ours('withdrawn: it is blocked now'),
    which: () => ours('Withdraw which tasks?'),
  },
  mend: {
    needs: HALF_DONE,
    counted: (count) => ours('{0} mended', count),
    done: () => ours('mended'),
    which: () => ours('Mend which task?'),
  },
  reap: {
    needs: LONG_ACTIVE,
    counted: (count) => ours('{0} reaped', count),
    done: () => ours('waits again, taken from its agent'),
    which: () => ours('Reap which tasks? Each waits again, for any agent that takes it'),
  },
};

/** One line for all: "35 retried, 2 refused: taken meanwhile, 3 left out: not failed". */
export function manyDone(
  verb: TaskVerb,
  done: number,
  refused: readonly Refusal[],
  left: readonly Refusal[] = [],
): Shown<'toast'> {
  return join<'toast'>(
    [
      done === 0 && refused.length > 0 ? NONE : VERBS[verb].counted(done),
      refused.length === 0 ? NONE : refusedWords(refused),
      left.length === 0 ? NONE : leftWords('toast', verb, left),
    ],
    ', ',
  );
}

/** Of rows that were selected with others: "2 left out: not failed". `not-now`: what the act's state is not. */
export function leftWords<S extends Sink>(sink: S, verb: TaskVerb, left: readonly Refusal[]): Shown<S> {
  const reasons = left.map((one) =>
    one.code === 'not-now' ? VERBS[verb].needs.missing() : briefReason(sink, one),
  );
  return ours('{0} left out: {1}', left.length, join([...new Set(reasons)], ', '));
}

/** Of one task, for a moment in the status bar: "Invoice export: retried". */
export function oneDone(verb: TaskVerb, title: string): Shown<'statusBar'> {
  return ours('{0}: {1}', shown(title, 'statusBar', 40), VERBS[verb].done());
}

/** What a list of tasks asks. */
export function whichTasks(verb: TaskVerb): Shown<'pick'> {
  return VERBS[verb].which();
}

/** Where no task allows it. */
export function noneToDo(verb: TaskVerb): Shown<'toast'> {
  return VERBS[verb].needs.none();
}

/** The rows that were given allow it none. */
export function notNow(verb: TaskVerb, title: string): Shown<'toast'> {
  return VERBS[verb].needs.notNow(title);
}

/** Of a task in a list: "P5 · for scout · #web · 2 h". */
export function taskLine(facts: TaskFacts, now: number): Shown<'pick'> {
  return join<'pick'>([
    facts.priority === null ? NONE : ours('P{0}', facts.priority),
    facts.boundTo !== null
      ? say('pick', 'for {0}', facts.boundTo)
      : facts.agent === null
        ? NONE
        : shown(facts.agent, 'pick', 40),
    ...facts.tags.slice(0, 3).map((tag) => shown(`#${tag}`, 'pick', 20)),
    facts.since === null ? NONE : duration(now - facts.since),
    facts.reason === null ? NONE : shown(facts.reason, 'pick', 60),
    facts.lastError === null || facts.state !== 'failed' ? NONE : shown(facts.lastError, 'pick', 60),
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
  return shown(taskName({ title }, { id }), sink, max);
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
      lasts === null ? NONE : ours('It runs for {0}.', duration(lasts)),
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
