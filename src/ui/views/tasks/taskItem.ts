/** The rows of tasks: what one has to know of them in 300 pixels, and the rest in the tooltip. */

import { basename } from 'node:path';
import { COMMANDS } from '../../../contract.ts';
import type { RowItem } from '../../../host/treeItem.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { age, day, sameDay, moment as timeOf } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { taskReason } from '../../../text/taskReasonWords.ts';
import { clockMinutes, duration } from '../../../text/timeWords.ts';
import { abilitiesOf } from '../../../workspace/tasks/taskAbilities.ts';
import { type TaskMoment, taskMoment } from '../../../workspace/tasks/taskMoment.ts';
import type { TaskFacts, TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { ERROR, type RowIcon, rowItem, type Tree, WARNING } from '../../kit/rowItem.ts';
import { taskName } from '../../kit/words/answerWords.ts';
import type { GroupRow, OneTaskRow } from './taskRowKinds.ts';
import {
  alsoIn,
  boundWords,
  briefRuns,
  cameBy,
  interruptedWords,
  stateSentence,
  tookWords,
  tryWords,
} from './taskStateWords.ts';

/** What all rows of a folder are told of: these say what else is odd about a task. */
const TOLD_BY_STATE = new Set(['claim_interrupted', 'move_interrupted', 'edit_interrupted']);

const HINDERS = new Set(['unsafe_id', 'id_mismatch', 'wrong_type']);

export function taskItem({ row, inGroup }: OneTaskRow, workspace: TaskWorkspace, now: number): RowItem {
  const facts = workspace.facts(row);
  const moment = taskMoment(workspace, row, now);
  const label = labelOf(row, facts);
  const says = inGroup ? insideWords(facts, moment, now) : stateWords(row, facts, moment, now);
  const description = join<'tree'>([...says, ...oddWords(row)]);
  const badge = badgeOf(facts, moment);
  return rowItem(label, {
    description,
    tooltip: tooltip(row, facts, moment, workspace, now),
    spoken: join<'tree'>([label, description, badge?.meaning ?? NONE], ', '),
    icon: iconOf(row, facts, moment),
    ...(badge === undefined ? {} : { badge }),
    words: [
      'task',
      row.folder,
      'openable',
      'copyable',
      ...(workspace.writable.ok ? abilitiesOf(row, facts) : []),
    ],
    click: { id: COMMANDS.openTask, title: ours('Open') },
  });
}

export function groupItem({ entry, folder }: GroupRow, workspace: TaskWorkspace, now: number): RowItem {
  const { first, rows } = entry;
  const facts = workspace.facts(first);
  const agent = facts.agent === null ? NONE : shown(facts.agent, 'tree', 40);
  const times = span(
    rows.map((row) => workspace.facts(row).since),
    now,
  );
  const asks = folder === 'feedback';
  const text = shown((asks ? facts.question?.text : facts.lastError) ?? '', 'tree');
  const count = ours('×{0}', rows.length);
  const able = workspace.writable.ok
    ? new Set(rows.flatMap((row) => [...abilitiesOf(row, workspace.facts(row))]))
    : [];
  return rowItem(asks ? join([agent, count], ' ') : join([count, text], ' '), {
    description: asks ? say('tree', '“{0}”', text) : join<'tree'>([agent, times]),
    tooltip: lines<'tree'>([
      asks
        ? say('tree', '{0} asks the same in {1} tasks.', facts.agent ?? '', rows.length)
        : say('tree', '{0} tasks failed alike, by {1}.', rows.length, facts.agent ?? ''),
      shown((asks ? facts.question?.text : facts.lastError) ?? '', 'tree', 600),
      times,
    ]),
    icon: asks ? { name: 'question', color: WARNING } : { name: 'error', color: ERROR },
    badge: {
      text: rows.length > 99 ? '99' : String(rows.length),
      meaning: asks ? ours('{0} ask alike', rows.length) : ours('{0} failed alike', rows.length),
    },
    words: ['taskGroup', folder, 'copyable', ...able],
    expands: 'closed',
  });
}

/** "03:12–03:40", with the days where it is not today. */
function span(times: readonly (number | null)[], now: number): Tree {
  const known = times.filter((time) => time !== null);
  if (known.length === 0) return NONE;
  return between(Math.min(...known), Math.max(...known), now);
}

/** "09:21", "03:12–03:40", "Tue 24 Nov 09:21–10:03", "Tue 24 Nov–Wed 25 Nov". */
export function between(from: number, to: number, now: number): Tree {
  if (clockMinutes(from) === clockMinutes(to) && sameDay(from, to)) return timeOf(from, now);
  if (sameDay(from, to)) return ours('{0}–{1}', timeOf(from, now), clockMinutes(to));
  return ours('{0}–{1}', day(from, now), day(to, now));
}

/** What a task has that was given none: it tells nothing of one. */
const USUAL_PRIORITY = 5;

/** "P1 Fix invoice rounding"; the file's name where it can't be read. */
function labelOf(row: TaskRow, facts: TaskFacts): Tree {
  if (row.task === null) return shown(basename(row.file) || row.file, 'tree');
  const title = shown(taskName(facts, row), 'tree');
  const counts = row.folder === 'inbox' || row.folder === 'active' || row.folder === 'feedback';
  return facts.priority === null || facts.priority === USUAL_PRIORITY || !counts
    ? title
    : join<'tree'>([say('tree', 'P{0}', String(facts.priority)), title], ' ');
}

function tagWords(facts: TaskFacts): Tree {
  return join(
    facts.tags.slice(0, 3).map((tag) => shown(`#${tag}`, 'tree', 20)),
    ' ',
  );
}

function agentWords(facts: TaskFacts): Tree {
  return facts.agent === null ? NONE : shown(facts.agent, 'tree', 40);
}

function ageWords({ lasts }: TaskMoment): Tree {
  return lasts === null ? NONE : age(lasts);
}

/** Short words and what changes first: of what does not fit the end is cut. */
function stateWords(row: TaskRow, facts: TaskFacts, moment: TaskMoment, now: number): Tree[] {
  const when = facts.since === null ? NONE : timeOf(facts.since, now);
  switch (facts.state) {
    case 'active':
      return [briefRuns(moment), tryWords(facts), agentWords(facts)];
    case 'asks':
      return [
        ageWords(moment),
        agentWords(facts),
        facts.question === null || facts.question.text === ''
          ? ours('asks')
          : say('tree', '“{0}”', facts.question.text),
      ];
    case 'blocked':
      return [ageWords(moment), shown(facts.reason ?? '', 'tree'), agentWords(facts)];
    case 'failed':
      return [
        facts.lastError === null || facts.lastError.trim() === ''
          ? ours('failed')
          : shown(facts.lastError, 'tree'),
        agentWords(facts),
        when,
      ];
    case 'done':
      return [agentWords(facts), when, tookWords(facts)];
    case 'between':
      return [ours('on its way')];
    case 'claim-interrupted':
    case 'move-interrupted':
    case 'edit-interrupted':
      return [interruptedWords(facts), agentWords(facts)];
    case 'quarantined':
    case 'unreadable':
      return [row.problem === null ? ours('can’t be read') : taskReason(row.problem)];
    default:
      return [ageWords(moment), whoWords(facts, moment, now), cameBy('tree', facts), tagWords(facts)];
  }
}

function whoWords(facts: TaskFacts, moment: TaskMoment, now: number): Tree {
  if (facts.boundTo === null) return ours('anyone');
  return moment.orphaned ? boundWords('tree', facts.boundTo, moment, now) : shown(facts.boundTo, 'tree', 40);
}

/** Under a group, whose row says agent and text already. */
function insideWords(facts: TaskFacts, moment: TaskMoment, now: number): Tree[] {
  if (facts.state !== 'failed') return [ageWords(moment), tagWords(facts)];
  return [facts.since === null ? NONE : timeOf(facts.since, now), tagWords(facts)];
}

/** What else is odd, in words; a twin says where the other is. */
function oddWords(row: TaskRow): Tree[] {
  const told = row.task === null ? row.problems.slice(1) : row.problems;
  const odd = told.filter((code) => code !== 'duplicate_id' && !TOLD_BY_STATE.has(code)).map(taskReason);
  return [...odd.slice(0, 1), alsoIn(row.alsoIn)];
}

function badgeOf(facts: TaskFacts, moment: TaskMoment): RowItem['badge'] | undefined {
  if (moment.stale) return { text: '!', meaning: ours('looks abandoned'), told: true };
  if (facts.reaped > 1)
    return {
      text: `${Math.min(9, facts.reaped)}×`,
      meaning: ours('taken back {0} times', facts.reaped),
      told: true,
    };
  return undefined;
}

const HALF_DONE: RowIcon = { name: 'warning', color: WARNING };
const HISTORY: RowIcon = { name: 'history' };
const ICONS: Readonly<Partial<Record<TaskFacts['state'], RowIcon>>> = {
  asks: { name: 'question', color: WARNING },
  active: { name: 'sync' },
  blocked: { name: 'circle-slash' },
  failed: { name: 'error', color: ERROR },
  quarantined: { name: 'error', color: ERROR },
  done: { name: 'pass', color: 'testing.iconPassed' },
  between: { name: 'arrow-right' },
  'claim-interrupted': HALF_DONE,
  'move-interrupted': HALF_DONE,
  'edit-interrupted': HALF_DONE,
  unreadable: HALF_DONE,
  retry: HISTORY,
  retried: HISTORY,
  reaped: HISTORY,
  answered: { name: 'mail' },
};

/** Each state has its own shape; colour only adds to it. */
function iconOf(row: TaskRow, { state }: TaskFacts, { stale, orphaned }: TaskMoment): RowIcon {
  // No agent takes it, and no act touches it.
  const isOff = row.task === null || row.problems.some((code) => HINDERS.has(code));
  if (isOff || (state === 'active' && stale)) return HALF_DONE;
  const icon = ICONS[state] ?? { name: 'circle-large-outline' };
  // What is under way or was left half done is not told by whom it waits for.
  const isWaiting = icon !== HALF_DONE && state !== 'between';
  return orphaned && isWaiting ? { name: 'debug-disconnect', color: WARNING } : icon;
}

/** The whole of it as plain text. */
function tooltip(
  row: TaskRow,
  facts: TaskFacts,
  moment: TaskMoment,
  workspace: TaskWorkspace,
  now: number,
): Tree {
  const description = row.task?.['description'];
  const bound = moment.lastSeen === null ? NONE : ours('{0} ago', duration(now - moment.lastSeen));
  return lines<'tree'>([
    shown(taskName(facts, row), 'tree', 300),
    row.task === null && row.problem !== null
      ? taskReason(row.problem)
      : stateSentence('tree', facts, moment, now),
    facts.question === null ? NONE : say('tree', '{0} asks: {1}', facts.agent ?? '', facts.question.text),
    facts.state === 'failed' && facts.lastError !== null ? say('tree', 'Error: {0}', facts.lastError) : NONE,
    facts.agent === null || bound === NONE
      ? NONE
      : join<'tree'>([say('tree', '{0} last seen', facts.agent), bound], ' '),
    facts.reaped === 0 ? NONE : ours('Taken back from an agent: {0}', facts.reaped),
    join<'tree'>([
      facts.priority === null ? NONE : say('tree', 'priority {0}', String(facts.priority)),
      join(
        facts.tags.map((tag) => shown(`#${tag}`, 'tree', 40)),
        ' ',
      ),
      facts.createdBy === '' ? NONE : say('tree', 'from {0}', facts.createdBy),
    ]),
    facts.alsoDone
      ? ours('A copy of it is also in done, as agents leave it when they ask.')
      : alsoIn(row.alsoIn),
    ...(row.task === null ? [] : row.problems.map(taskReason)),
    moment.aheadMs === null
      ? NONE
      : ours('Its agent’s clock is {0} ahead of this machine’s.', duration(moment.aheadMs)),
    typeof description === 'string' ? shown(description, 'tree', 400) : NONE,
    shown(`${workspace.name}/${row.file}`, 'tree'),
  ]);
}

/** Until when time alone changes nothing of the row. */
export function taskTurnsAt(row: TaskRow, workspace: TaskWorkspace, now: number): number {
  const { lasts, nextChangeAt, lastSeen } = taskMoment(workspace, row, now);
  const next = [lasts, lastSeen === null ? null : now - lastSeen].map((ms) =>
    ms === null ? Number.POSITIVE_INFINITY : now + untilOther(ms),
  );
  return Math.min(...next, nextChangeAt ?? Number.POSITIVE_INFINITY);
}

/** When an age is said in other words than now: steps of 10 s, a minute, an hour, a day. */
function untilOther(ms: number): number {
  const step = ms < 60_000 ? 10_000 : ms < 12 * 3_600_000 ? 60_000 : 3_600_000;
  return step - (ms % step);
}
