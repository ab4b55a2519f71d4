/** Where a task stands, in a few words. */

import { join, NONE, type Shown, type Sink, shown } from '../../../text/agentText.ts';
import { age, ago } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import { entryOf } from '../../../text/wordTable.ts';
import type { TaskMoment } from '../../../workspace/tasks/taskMoment.ts';
import type { TaskFacts } from '../../../workspace/tasks/taskWorkspace.ts';

/** Below this, how long something took says nothing. */
const TELLING = 1000;

const SECTIONS: Readonly<Record<string, () => Shown>> = {
  inbox: () => ours('Waiting'),
  active: () => ours('Active'),
  done: () => ours('Done'),
  failed: () => ours('Failed'),
  blocked: () => ours('Blocked'),
  feedback: () => ours('Waits for you'),
};

/** A folder as one says it: the name of its section. */
export function sectionName(folder: string): Shown {
  return entryOf(SECTIONS, folder)?.() ?? ours('Agents');
}

/** "also in done". */
export function alsoIn(folders: readonly string[]): Shown {
  return folders.length === 0
    ? NONE
    : ours(
        'also in {0}',
        join(
          folders.map((folder) => folder as Shown),
          ', ',
        ),
      );
}

/** "try 2/4"; nothing for a first of several, or where it is known how many there are but one. */
export function tryWords({ attempt }: TaskFacts): Shown {
  return attempt === null || attempt.number <= 1 ? NONE : ours('try {0}/{1}', attempt.number, attempt.of);
}

/** "took 18 min". */
export function tookWords({ tookMs }: TaskFacts): Shown {
  return tookMs === null || tookMs < TELLING ? NONE : ours('took {0}', duration(tookMs));
}

/** "runs 48 m, usually 18 m": as short as a narrow row takes it. */
export function briefRuns({ lasts, usualMs }: TaskMoment): Shown {
  if (lasts === null || lasts < 10 * TELLING) return ours('runs');
  return usualMs === null || usualMs < TELLING
    ? ours('runs {0}', age(lasts))
    : ours('runs {0}, usually {1}', age(lasts), age(usualMs));
}

/** "bound to zoë, seen 3 d". */
export function boundWords<S extends Sink>(
  sink: S,
  agent: string,
  { lastSeen }: TaskMoment,
  now: number,
): Shown<S> {
  return lastSeen === null
    ? say(sink, 'bound to {0}, never seen', agent)
    : (join<S>([say(sink, 'bound to {0}', agent), ours('seen {0}', age(now - lastSeen))], ', ') as Shown<S>);
}

/** How a waiting task came to wait; nothing for a new one. */
export function cameBy<S extends Sink>(sink: S, facts: TaskFacts): Shown<S> {
  switch (facts.state) {
    case 'retry':
      return facts.lastError === null || facts.lastError.trim() === ''
        ? join<S>([tryWords(facts), ours('failed before')])
        : join<S>([tryWords(facts), say(sink, '“{0}”', facts.lastError)]);
    case 'answered':
      return facts.answer === null ? ours('answered') : say(sink, 'answered “{0}”', facts.answer);
    case 'unblocked':
      return ours('unblocked');
    case 'reaped':
      return facts.reaped > 1
        ? ours('taken back from its agent, {0} times', facts.reaped)
        : ours('taken back from its agent');
    case 'released':
      return ours('released');
    case 'retried':
      return ours('retried by hand');
    default:
      return NONE;
  }
}

/** What was left half done, and what can be made of it. */
export function interruptedWords({ state, movesTo }: TaskFacts): Shown {
  switch (state) {
    case 'claim-interrupted':
      return ours('claim interrupted');
    case 'edit-interrupted':
      return ours('edit interrupted');
    default:
      return movesTo === null ? ours('move interrupted') : ours('move to {0} interrupted', movesTo as Shown);
  }
}

/** The state in a sentence, for the page and the tooltip. */
export function stateSentence<S extends Sink>(
  sink: S,
  facts: TaskFacts,
  moment: TaskMoment,
  now: number,
): Shown<S> {
  const { agent, boundTo, attempt, since } = facts;
  const lasts = moment.lasts ?? 0;
  const forWhom = boundTo === null ? ours('for any agent') : say(sink, 'for {0} alone', boundTo);
  const by = agent === null ? NONE : say(sink, 'by {0}', agent);
  const tries = attempt === null ? NONE : ours('try {0} of {1}', attempt.number, attempt.of);
  const long = since === null ? NONE : ours('for {0}', duration(lasts));
  switch (facts.state) {
    case 'active':
      return sentence<S>([
        join<S>([ours('Runs'), long, by], ' '),
        moment.usualMs === null || moment.usualMs < TELLING
          ? NONE
          : ours('usually {0}', duration(moment.usualMs)),
        tries,
        moment.stale ? ours('looks abandoned') : NONE,
      ]);
    case 'asks':
      return sentence<S>([
        join<S>([ours('Waits for your answer'), long], ' '),
        agent === null ? NONE : say(sink, '{0} asks', agent),
      ]);
    case 'blocked':
      return sentence<S>([
        join<S>([ours('Blocked'), long, by], ' '),
        facts.reason === null || facts.reason === '' ? NONE : shown(facts.reason, sink),
      ]);
    case 'failed':
      return sentence<S>([
        join<S>([ours('Failed'), since === null ? NONE : ago(lasts), by], ' '),
        attempt === null ? NONE : ours('after {0} of {1} tries', attempt.number, attempt.of),
      ]);
    case 'done':
      return sentence<S>([
        join<S>([ours('Done'), since === null ? NONE : ago(lasts), by], ' '),
        tookWords(facts),
      ]);
    case 'between':
      return ours('On its way from one folder to the next.');
    case 'claim-interrupted':
      return ours('An agent took it and never wrote its claim. It can be put back to the waiting ones.');
    case 'move-interrupted':
      return ours('A move was begun and never finished. It can be finished or undone.');
    case 'edit-interrupted':
      return ours('It was set aside for a change that was never finished. It can be put back.');
    case 'quarantined':
      return ours('It can’t be read; Python readers put such files among the failed ones.');
    case 'unreadable':
      return ours('It can’t be read.');
    default:
      return sentence<S>([
        join<S>([ours('Waits'), long, forWhom], ' '),
        cameBy(sink, facts),
        moment.orphaned && moment.lastSeen !== null
          ? ours('its agent was last seen {0}', ago(now - moment.lastSeen))
          : moment.orphaned
            ? ours('its agent was never seen')
            : NONE,
      ]);
  }
}

function sentence<S extends Sink>(parts: readonly Shown<S>[]): Shown<S> {
  return `${join<S>(parts, ', ')}.` as Shown<S>;
}
