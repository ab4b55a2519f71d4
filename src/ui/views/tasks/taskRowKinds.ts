/** The kinds of rows of the Tasks view. */

import type { AgentRow as AgentFile, TaskRow as TaskFile } from '../../../protocol/tasks/taskModel.ts';
import type { TaskFolderName } from '../../../protocol/tasks/taskNames.ts';
import { feedbackKey } from '../../../workspace/tasks/taskAttention.ts';
import type { TaskFacts } from '../../../workspace/tasks/taskWorkspace.ts';
import type { Row, Target } from '../../kit/row.ts';
import { taskTarget } from '../../kit/taskTargets.ts';
import type { WordsRow } from '../../kit/wordsRow.ts';
import type { PlacesRow } from '../placeRows.ts';
import type { Entry } from './sections.ts';

interface OfWorkspace extends Row {
  /** Of the workspace in the store. */
  key: string;
}

export interface WorkspaceRow extends OfWorkspace {
  kind: 'workspace';
}

export interface SectionRow extends OfWorkspace {
  kind: 'section';
  folder: TaskFolderName;
}

export interface PageRow extends OfWorkspace {
  kind: 'page';
  folder: TaskFolderName;
  entries: readonly Entry[];
  isFirst: boolean;
  /** It holds some of those that are alike. */
  inGroup: boolean;
}

/** Several alike: asks of one agent, or equal failures. */
export interface GroupRow extends OfWorkspace {
  kind: 'group';
  folder: TaskFolderName;
  entry: Entry;
}

export interface OneTaskRow extends OfWorkspace {
  kind: 'task';
  row: TaskFile;
  /** It stands under a row that already says what it asks or how it failed. */
  inGroup: boolean;
}

export interface AgentsRow extends OfWorkspace {
  kind: 'agents';
}

/** Some of very many agents. */
export interface AgentPageRow extends OfWorkspace {
  kind: 'agentPage';
  files: readonly AgentFile[];
  isFirst: boolean;
}

export interface OneAgentRow extends OfWorkspace {
  kind: 'agent';
  file: AgentFile;
}

export type TasksRow =
  | WorkspaceRow
  | SectionRow
  | PageRow
  | GroupRow
  | OneTaskRow
  | AgentsRow
  | AgentPageRow
  | OneAgentRow
  | PlacesRow
  | WordsRow;

/** The name under which the tree is told that something of a folder, or of the agents, changed. */
export function partOf(key: string, folder: string): string {
  return `${key}|${folder}`;
}

/** What acts on the row get: the task, and of one that asks its wait. */
export function targetOfTask(key: string, row: TaskFile, facts: TaskFacts): Target {
  const task = taskTarget(key, row);
  return facts.state === 'asks' ? { task, waitKey: feedbackKey({ key }, row, facts) } : { task };
}
