/** What a found task's rows say. */

import { day } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { join, NONE, type Shown, shown } from '../../../text/shown.ts';
import { folderWords } from '../../../text/taskRefusalWords.ts';
import type { FoundTask } from '../../../workspace/tasks/searchTasks.ts';
import { titleWords } from './taskActWords.ts';

/** A codicon by the folder that a task is in. */
export function folderIcon(folder: string): string {
  switch (folder) {
    case 'active':
      return 'sync';
    case 'done':
      return 'pass';
    case 'failed':
      return 'error';
    case 'blocked':
      return 'debug-pause';
    case 'feedback':
      return 'question';
    default:
      return 'circle-large-outline';
  }
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

/** The line that matched, with where it stands; undefined where the title says it. */
export function foundDetail({ field, line }: FoundTask): Shown<'pick'> | undefined {
  switch (field) {
    case 'title':
      return undefined;
    case 'id':
      return say('pick', 'id {0}', line);
    case 'agent':
      return say('pick', 'agent {0}', line);
    case 'tags':
      return say('pick', 'tags {0}', line);
    case 'description':
      return say('pick', 'description: {0}', line);
    case 'question':
      return say('pick', 'question: {0}', line);
    case 'answer':
      return say('pick', 'answer: {0}', line);
    case 'result':
      return say('pick', 'result: {0}', line);
    case 'error':
      return say('pick', 'error: {0}', line);
  }
}

export function foundCount(count: number, more: boolean): Shown<'pick'> {
  if (more) return ours('Find Task · the newest {0}: more words find fewer', count);
  return count === 1 ? ours('Find Task · 1 found') : ours('Find Task · {0} found', count);
}
