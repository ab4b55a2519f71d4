/** The rows of tasks that need a look. */

import { join as joinPath } from 'node:path';
import type { RowItem } from '../../../host/treeItem.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { homePath } from '../../../text/homePath.ts';
import { ours, say } from '../../../text/say.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { type TaskAbility, taskAbilities } from '../../../workspace/tasks/taskAbilities.ts';
import type { TaskLook } from '../../../workspace/tasks/taskAttention.ts';
import type { Target } from '../../kit/row.ts';
import { opensRow, rowItem } from '../../kit/rowItem.ts';
import { taskTarget } from '../../kit/taskTargets.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import { TASK_LOOK_ICONS, taskLookAdvice, taskLookName, taskLookWords } from './taskLookWords.ts';

/** Graphemes of a title. */
const TITLE = 22;

/** `single`: not the group, even where it is the first of one. */
export function taskLookTarget(look: TaskLook, single: boolean): Target {
  const target = ({ workspace, row }: TaskLook) => taskTarget(workspace.key, row);
  const many = !single && look.same.length > 1;
  return { task: target(look), ...(many ? { tasks: look.same.map(target) } : {}) };
}

export function taskLookItem(look: TaskLook, single: boolean, model: ReadModel): RowItem {
  const { workspace, row, same } = look;
  const many = !single && same.length > 1;
  const name = taskLookName(look, many);
  const words = join<'tree'>([
    model.workspaces().length > 1 ? shown(workspace.name, 'tree', 30) : NONE,
    taskLookWords('tree', look, model.now(), many),
  ]);
  const alike = ours('{0} alike', same.length);
  // A long title would leave no room for what is the matter with it.
  const label = many ? say('tree', '{0} ×{1}', name, same.length) : shown(name, 'tree', TITLE);
  return rowItem(label, {
    description: words,
    tooltip: lines<'tree'>([
      many ? alike : shown(workspace.facts(row).title || row.id, 'tree'),
      words,
      taskLookAdvice(look),
      shown(homePath(many ? workspace.folder : joinPath(workspace.folder, row.file), model.home), 'tree'),
      unwritableWords(workspace),
    ]),
    spoken: join<'tree'>([shown(name, 'tree'), words, many ? alike : NONE], ', '),
    icon: TASK_LOOK_ICONS[look.code],
    ...(many ? { badge: { text: String(Math.min(99, same.length)), meaning: alike } } : {}),
    words: [
      'look',
      'copyable',
      'task',
      row.folder,
      ...(many ? abilitiesOfAll(same) : taskAbilities(workspace, row)),
    ],
    click: opensRow(),
    expands: many ? 'closed' : 'no',
  });
}

/** What any of them allows: the act says which of them it left out. */
function abilitiesOfAll(same: readonly TaskLook[]): TaskAbility[] {
  return [...new Set(same.flatMap(({ workspace, row }) => taskAbilities(workspace, row)))];
}
