/** What a found task's rows say. */

import { join, NONE, type Shown, shown } from '../../../text/agentText.ts';
import { day } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { folderWords } from '../../../text/taskRefusalWords.ts';
import type { FoundTask } from '../../../workspace/tasks/searchTasks.ts';
import { titleWords } from './taskActWords.ts';

/** A codicon by the folder that a task is in. */
const ICONS: Readonly<Record<string, string>> = {
  active: 'sync',
  done: 'pass',
  failed: 'error',
  blocked: 'debug-pause',
  feedback: 'question',
};

export function folderIcon(folder: string): string {
  return ICONS[folder] ?? 'circle-large-outline';
}

/** "Fix invoice rounding · done · scribe · Tue 24 Nov" */
export function foundLine(found: FoundTask, now: number, several: boolean): Shown<'pick'> {
  const { workspace, row } = found;
  const facts = workspace.facts(row);
  const at = facts.updatedAt ?? facts.since;
  return join<'pick'>([
    titleWords('pick', facts.title, row.id),
    folderWords(row.folder),
    facts.agent === null ? NONE : shown(facts.agent, 'pick', 40),
    at === null ? NONE : day(at, now),
    several ? shown(workspace.name, 'pick', 30) : NONE,
  ]);
}

const DETAILS: Readonly<Record<FoundTask['field'], (line: string) => Shown<'pick'> | undefined>> = {
  title: () => undefined,
  id: (line) => say('pick', 'id {0}', line),
  agent: (line) => say('pick', 'agent {0}', line),
  tags: (line) => say('pick', 'tags {0}', line),
  description: (line) => say('pick', 'description: {0}', line),
  question: (line) => say('pick', 'question: {0}', line),
  answer: (line) => say('pick', 'answer: {0}', line),
  result: (line) => say('pick', 'result: {0}', line),
  error: (line) => say('pick', 'error: {0}', line),
};

/** The line that matched, with what it is of; undefined where the title says it. */
export function foundDetail({ field, line }: FoundTask): Shown<'pick'> | undefined {
  return DETAILS[field](line);
}

export function foundCount(count: number, more: boolean): Shown<'pick'> {
  if (more) return ours('Find Task · the newest {0}: more words find fewer', count);
  return count === 1 ? ours('Find Task · 1 found') : ours('Find Task · {0} found', count);
}
