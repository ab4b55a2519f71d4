/** The whole of a task on one page of plain text. */

import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { asRecord } from '../../../protocol/tasks/taskRecord.ts';
import { join, NONE, type Shown, shown, withoutBreaks } from '../../../text/agentText.ts';
import { moment as timeOf } from '../../../text/ageWords.ts';
import { homePath } from '../../../text/homePath.ts';
import { ours, say } from '../../../text/say.ts';
import { taskReason } from '../../../text/taskReasonWords.ts';
import { duration } from '../../../text/timeWords.ts';
import { taskMoment } from '../../../workspace/tasks/taskMoment.ts';
import type { TaskFacts, TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { taskKey, taskNow } from '../../kit/taskIdentity.ts';
import { taskName } from '../../kit/words/answerWords.ts';
import { PageText } from '../pageText.ts';
import { historyLines } from './taskHistory.ts';
import { alsoIn, sectionName, stateSentence } from './taskStateWords.ts';

type Page = Shown<'document'>;
const MOST_CHILDREN = 200;
/** Before the words of a history's line. */
const HISTORY_COLUMNS = 14;
/** Graphemes of one section. */
const MOST_TEXT = 50_000;
/** They are told as question and answer. */
const TOLD = new Set(['_feedback_request', '_feedback_response']);

export function taskPage(
  workspace: TaskWorkspace,
  row: TaskRow,
  options: { now: number; home: string },
): PageText {
  const { now, home } = options;
  const facts = workspace.facts(row);
  const page = new PageText(HISTORY_COLUMNS);
  const title = shown(withoutBreaks(taskName(facts, row)), 'document', 300);
  page.heading(title, '=');
  page.add(stateSentence('document', facts, taskMoment(workspace, row, now), now));
  page.add(...filled([aboutLine(row, facts, now)]));
  const troubles = problemLines(row, facts, workspace, now);
  if (troubles.length > 0) page.gap().add(...troubles);
  page.section(ours('Question'), questionLines(facts));
  page.section(ours('Answer'), text(facts.answer));
  page.section(ours('Last error'), facts.state === 'done' ? [] : text(facts.lastError));
  page.section(ours('Description'), text(row.task?.['description']));
  const context = asRecord(row.task?.['context']);
  page.section(
    ours('Context'),
    context === null
      ? valueLines(row.task?.['context'])
      : valueLines(Object.fromEntries(Object.entries(context).filter(([key]) => !TOLD.has(key)))),
  );
  page.section(ours('Result'), valueLines(row.task?.['result']));
  page.section(ours('History'), historyLines(row.task?.['history'], now));
  family(page, workspace, row);
  page.gap().add(say('document', '{0}', homePath(`${workspace.folder}/${row.file}`, home)));
  return page;
}

function aboutLine(row: TaskRow, facts: TaskFacts, now: number): Page {
  return join<'document'>([
    facts.priority === null ? NONE : say('document', 'P{0}', String(facts.priority)),
    join(
      facts.tags.map((tag) => shown(`#${withoutBreaks(tag)}`, 'document', 60)),
      ' ',
    ),
    facts.createdBy === '' ? NONE : say('document', 'from {0}', withoutBreaks(facts.createdBy)),
    facts.createdAt === null ? NONE : ours('made {0}', timeOf(facts.createdAt, now)),
    facts.boundTo === null ? NONE : say('document', 'for {0} alone', withoutBreaks(facts.boundTo)),
    shown(row.id, 'document', 200),
  ]);
}

function problemLines(row: TaskRow, facts: TaskFacts, workspace: TaskWorkspace, now: number): Page[] {
  const { aheadMs, orphaned, lastSeen } = taskMoment(workspace, row, now);
  const also = facts.alsoDone
    ? ours('A copy of it is also in done, as agents leave it when they ask or block.')
    : alsoIn(row.alsoIn);
  return filled([
    ...row.problems.filter((code) => code !== 'duplicate_id').map(taskReason),
    also,
    facts.reaped === 0
      ? NONE
      : facts.reaped === 1
        ? ours('it was taken back from an agent once')
        : ours('it was taken back from an agent {0} times', facts.reaped),
    orphaned && lastSeen === null ? ours('its agent was never seen here') : NONE,
    aheadMs === null ? NONE : ours('its agent’s clock is {0} ahead of this machine’s', duration(aheadMs)),
  ]).map((words) => say('document', '! {0}', words));
}

function questionLines({ question, agent }: TaskFacts): Page[] {
  if (question === null) return [];
  return [
    ...(agent === null ? [] : [say('document', '{0} asks:', withoutBreaks(agent))]),
    // Further in than the options, lest it bring along lines that look like some.
    ...text(question.text, '    '),
    ...question.options.map(({ label, id }, index) =>
      label === id || label === ''
        ? say('document', '  {0}  {1}', index + 1, id)
        : say('document', '  {0}  {1} ({2})', index + 1, label, id),
    ),
    ...(question.draft === null ? [] : [ours('It would do or send:'), ...text(question.draft, '    ')]),
  ];
}

/** The parent and the children, as the only links of the page. */
function family(page: PageText, workspace: TaskWorkspace, row: TaskRow): void {
  const parentId = row.task?.['parent_id'];
  if (typeof parentId === 'string' && parentId !== '') {
    page.gap().heading(ours('Parent'));
    const parent = taskNow(workspace, parentId);
    if (parent === undefined)
      page.add(say('document', '{0} (not in this workspace)', withoutBreaks(parentId)));
    else linkTo(page, workspace, parent);
  }
  const children = workspace.children(row.id);
  if (children.length === 0) return;
  const head = ours('Children {0}', children.length);
  page.gap().heading(head);
  for (const child of children.slice(0, MOST_CHILDREN)) linkTo(page, workspace, child);
  if (children.length > MOST_CHILDREN) page.add(ours('… {0} more', children.length - MOST_CHILDREN));
}

function linkTo(page: PageText, workspace: TaskWorkspace, row: TaskRow): void {
  const where = say('document', '  ({0})', sectionName(row.folder).toLowerCase());
  page.link('→ ' as Page, taskName(workspace.facts(row), row), taskKey(workspace.key, row), where);
}

/** A value as one reads it: an object's keys a line each, what is nested in them as JSON. */
function valueLines(value: unknown): Page[] {
  if (value === undefined || value === null) return [];
  const object = asRecord(value);
  if (object === null) return text(typeof value === 'string' ? value : json(value));
  const entries = Object.entries(object);
  if (entries.length === 0) return [];
  return text(
    entries
      .map(([key, inner]) => {
        const words = typeof inner === 'string' ? inner : json(inner);
        return words.includes('\n') ? `${key}:\n${indented(words, '    ')}` : `${key}: ${words}`;
      })
      .join('\n'),
  );
}

function json(value: unknown): string {
  const flat = JSON.stringify(value) ?? '';
  return flat.length <= 80 ? flat : JSON.stringify(value, null, 2);
}

function indented(words: string, by: string): string {
  return words.replace(/^/gm, by);
}

/** Texts of agents stand further in, so that none of them looks like a heading or a line of ours. */
function text(value: unknown, by = '  '): Page[] {
  if (typeof value !== 'string' || value.trim() === '') return [];
  return indented(shown(value.trimEnd(), 'document', MOST_TEXT), by).split('\n') as Page[];
}

function filled(parts: readonly Page[]): Page[] {
  return parts.filter((part) => part !== '');
}
