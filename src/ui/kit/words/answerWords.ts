/** What stands in the answer pick, the answer document, and the toasts and modals of answering. */

import { basename } from 'node:path';
import type { Option } from '../../../protocol/lib/option.ts';
import type { LoopSnapshot, QuestionState } from '../../../protocol/loops/loopSnapshot.ts';
import { cut, join, NONE, type Shown, type Sink, shown, withoutBreaks } from '../../../text/agentText.ts';
import { keyName } from '../../../text/keyWords.ts';
import { ours, say } from '../../../text/say.ts';
import { clockMinutes, duration } from '../../../text/timeWords.ts';
import { folderOf, type Wait } from '../../../workspace/needsYou.ts';
import type { FeedbackWait } from '../../../workspace/tasks/taskAttention.ts';

/** The folder that a loop stands in, as short as it tells folders apart. */
export function folderName(repository: string): string {
  return basename(repository) || repository;
}

export function optionLabel(option: Option): string {
  return option.label.trim() === '' ? option.id : option.label;
}

/** Who asks, by name; a task whose history names nobody was given back by some agent. */
export function askerName(asker: string): string {
  return asker === '' ? ours('an agent') : asker;
}

/** What a task is called: its title, or its id where it has none. */
export function taskName({ title }: { title: string }, { id }: { id: string }): string {
  return title.trim() === '' ? id : title;
}

export function taskTitle({ workspace, row }: Pick<FeedbackWait, 'workspace' | 'row'>): string {
  return taskName(workspace.facts(row), row);
}

/** "P2", or nothing where it has none. */
export function priorityWords({ priority }: FeedbackWait): Shown {
  return priority === null ? NONE : ours('P{0}', priority);
}

/** What tells where in its work the asker is: the round of a loop, the priority of a task. */
function placeWords(wait: Wait): Shown {
  return wait.kind === 'feedback'
    ? priorityWords(wait)
    : roundOf(wait.loop.snapshot, wait.question?.round ?? null);
}

/** "r2/8", "r2", or nothing before the first round. */
export function roundOf(snapshot: LoopSnapshot, round: number | null): Shown {
  const number = round ?? snapshot.rounds.at(-1)?.round ?? null;
  if (number === null) return NONE;
  const cap = snapshot.manifest?.round_cap;
  return (cap === undefined ? `r${number}` : `r${number}/${cap}`) as Shown;
}

/** "waits 4 min", or when it goes on where that is near; empty where its age is not known. */
export function sinceWords(wait: Wait, now: number): Shown {
  if (wait.expiresAt !== null && wait.expiresAt > now && wait.expiresAt - now < 3_600_000) {
    return ours('goes on without you in {0}', duration(wait.expiresAt - now));
  }
  return wait.since === null ? NONE : ours('waits {0}', duration(now - wait.since));
}

/**
 * `place`: among those that wait, from 1; 0 where it is none of them any more. `to`: how many asks alike get the
 * answer, null where it is this one alone.
 */
export function pickTitle(
  wait: Wait,
  now: number,
  place: number,
  waits: number,
  to: number | null = null,
): Shown<'pick'> {
  return join<'pick'>([
    headWords(wait, place > 0),
    to === null ? NONE : ours('your answer goes to {0} asks alike', to),
    place > 0 ? sinceWords(wait, now) : NONE,
    placeWords(wait),
    shown(folderName(folderOf(wait)), 'pick', 40),
    waits > 1 && place > 0 && to === null ? ours('{0} of {1}', place, waits) : NONE,
  ]);
}

function headWords(wait: Wait, waits: boolean): Shown<'pick'> {
  if (wait.kind === 'feedback') {
    const asker = askerName(wait.asker);
    return waits
      ? say('pick', '{0} asks about “{1}”', asker, cut(taskTitle(wait), 60))
      : say('pick', '{0} no longer waits', asker);
  }
  if (!waits && wait.question?.state === 'expired') {
    return say('pick', '{0} asked, its time has run out', wait.loop.id);
  }
  if (!waits) return say('pick', '{0} no longer waits', wait.loop.id);
  return asksWords('pick', wait);
}

/** "dashboard asks", "dashboard waits for your verdict". */
export function asksWords<S extends Sink>(sink: S, { kind, asker }: Wait): Shown<S> {
  return kind === 'verdict'
    ? say(sink, '{0} waits for your verdict', asker)
    : say(sink, '{0} asks', askerName(asker));
}

export function quoted<S extends Sink>(sink: S, text: string, max?: number): Shown<S> {
  return `“${shown(text, sink, max)}”` as Shown<S>;
}

/** The rows above "Write below this line" and the page of a long ask: heading, ask, options. */
export function askPage(wait: Wait, now: number): Shown<'document'> {
  const sink = 'document';
  const facts = join<'document'>([
    placeWords(wait),
    wait.since === null ? NONE : ours('since {0}', clockMinutes(wait.since)),
    wait.expiresAt === null
      ? NONE
      : wait.expiresAt > now
        ? ours('goes on without you at {0}', clockMinutes(wait.expiresAt))
        : ours('its time ran out at {0}', clockMinutes(wait.expiresAt)),
    shown(wait.kind === 'feedback' ? wait.workspace.folder : wait.loop.folder, sink),
  ]);
  const options = wait.options.map(
    (option, place) => `${place + 1}  ${shown(withoutBreaks(optionLabel(option)), sink)}`,
  );
  const draft =
    wait.kind === 'feedback' && wait.draft !== null
      ? [ours('Its draft:'), furtherIn(shown(wait.draft, sink)), '']
      : [];
  const ask = wait.text.trim() === '' ? ours('It says nothing more.') : furtherIn(shown(wait.text, sink));
  return [askHead(wait), facts, '', ask, '', ...draft, ...options].join('\n').trimEnd() as Shown<'document'>;
}

/** Lines of a longer text must not look like a heading or an option of ours. */
function furtherIn(text: Shown<'document'>): Shown<'document'> {
  return (text.includes('\n') ? text.replace(/^(?=.)/gm, '  ') : text) as Shown<'document'>;
}

function askHead(wait: Wait): Shown<'document'> {
  return wait.kind === 'feedback'
    ? say('document', '{0} asks about the task “{1}”', askerName(wait.asker), withoutBreaks(taskTitle(wait)))
    : asksWords('document', wait);
}

/** The line that only what stands below is sent. Short: it must fit one row beside a side bar. */
export function belowLine(options: number): Shown<'document'> {
  if (options === 0) return ours('Write below this line. {0} sends.', keyName('Enter'));
  const example = Math.min(2, options);
  return ours('Write below. "{0}:" at its start picks option {0}. {1} sends.', example, keyName('Enter'));
}

/** Of a question that is answered all the same; `expiresAt` in milliseconds since 1970, NaN where it said none. */
export function expiredWords(expiresAt: number): Shown<'toast'> {
  return Number.isNaN(expiresAt)
    ? ours('The time that it gave itself has run out; it may have gone on.')
    : ours('It gave itself until {0}; it may have gone on.', clockMinutes(expiresAt));
}

/** "Already answered 09:21: “Team leads”. Nothing was sent." */
export function lateWords(
  loop: string,
  question: QuestionState,
  snapshot: LoopSnapshot | undefined,
): Shown<'toast'> {
  const reply = snapshot?.inbox.findLast(
    (entry) => entry.kind === 'reply' && entry.trusted !== false && entry.text === question.answer,
  );
  const at = Date.parse(reply?.ts ?? '');
  const answer = question.answer === null || question.answer === '' ? null : quoted('toast', question.answer);
  if (answer === null) return say('toast', '{0} has its answer already. Nothing was sent.', loop);
  return Number.isNaN(at)
    ? ours('{0} has its answer already: {1}. Nothing was sent.', shown(loop, 'toast'), answer)
    : ours('Already answered at {0}: {1}. Nothing was sent.', clockMinutes(at), answer);
}

/** The rows above the line in a note's document. */
export function notePage(loop: { id: string; folder: string }): Shown<'document'> {
  return [
    say('document', 'A note to {0}. It reads it when it next looks at its inbox.', loop.id),
    shown(loop.folder, 'document'),
  ].join('\n') as Shown<'document'>;
}
