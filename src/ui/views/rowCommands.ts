/** Acts on rows that need no more than the row: open, copy, and going to the views. */

import type { Parts } from '../../compose.ts';
import { COMMANDS, VIEWS } from '../../contract.ts';
import { writeClipboard } from '../../host/clipboard.ts';
import { run } from '../../host/commands.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { DisposableList } from '../../protocol/lib/disposables.ts';
import { join, shown } from '../../text/shown.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { NONE } from '../kit/rowItem.ts';
import { RowHandle } from '../kit/rowTree.ts';
import type { LoopsViewRow } from './loops/loopsView.ts';
import type { NeedsYouRow } from './needsYou/needsYouView.ts';
import type { TasksView } from './startTasks.ts';
import type { TasksRow } from './tasks/taskRows.ts';
import type { Tree } from './tree.ts';

type AnyRow = NeedsYouRow | LoopsViewRow | TasksRow;
type Handle = RowHandle<AnyRow>;

interface Views {
  needsTree: Tree<NeedsYouRow>;
  loopsTree: Tree<LoopsViewRow>;
  tasksView: TasksView;
}

export function startRowCommands(parts: Parts, model: ReadModel, views: Views): Disposable {
  const list = new DisposableList();
  list.add(
    parts.commands.register(COMMANDS.openRow, async (argument) => {
      const byKey = !(argument instanceof RowHandle);
      const handle = focused(views, argument);
      if (handle !== undefined) await open(handle, parts, views, byKey);
    }),
  );
  list.add(
    parts.commands.register(COMMANDS.copyRow, async (argument) => {
      const handle = focused(views, argument);
      if (handle !== undefined) await writeClipboard(shown(await textOf(handle, model), 'clipboard'));
    }),
  );
  list.add(parts.commands.register(COMMANDS.goToNeedsYou, () => run(`${VIEWS.needsYou}.focus`)));
  list.add(parts.commands.register(COMMANDS.manageTrust, () => run('workbench.trust.manage')));
  return list;
}

/** A key gives no row; `list.selectAndPreserveFocus` before it has selected the one that has the focus. */
function focused({ needsTree, loopsTree, tasksView }: Views, argument: unknown): Handle | undefined {
  if (argument instanceof RowHandle) return argument as Handle;
  const [newest] = [needsTree, loopsTree, tasksView.tree].sort(
    (one, other) => other.selectedAt - one.selectedAt,
  );
  return newest?.selected as Handle | undefined;
}

async function open(handle: Handle, parts: Parts, views: Views, byKey: boolean): Promise<void> {
  const { row, item } = handle;
  const page = row.target?.page;
  if (page !== undefined) {
    // Selecting by key has folded or unfolded the row as well, as a click does where the row has no command.
    if (byKey && item?.expands !== 'no' && item?.click === undefined) await run('list.toggleExpand');
    await parts.documents.open(page.kind, page.key, shown(page.name, 'document', 60));
    return;
  }
  switch (row.kind) {
    case 'look':
      // Those that are alike unfold, as the editor has done by now; one of them is a page.
      if (row.target?.tasks === undefined) await views.tasksView.open(handle);
      else if (byKey) await run('list.toggleExpand');
      return;
    case 'wait':
    case 'askLine':
    case 'option':
    case 'ownWords':
      await run(COMMANDS.answerQuestion, handle);
      return;
    case 'unanswered':
      if (item?.words.includes('answerable')) await run(COMMANDS.answerQuestion, handle);
      return;
    case 'artifact':
      await run(COMMANDS.openArtifact, handle);
      return;
    case 'file':
      await run(row.target?.file === undefined ? COMMANDS.openArtifact : COMMANDS.openLoopFile, handle);
      return;
    case 'problem':
      await run(COMMANDS.openLoopFile, handle);
      return;
    case 'task':
      await views.tasksView.open(handle);
      return;
    case 'words':
      if (row.command !== undefined) await run(row.command, handle);
      return;
    default:
      // A row that only holds others: the editor has unfolded it when it was selected.
      break;
  }
}

/** The row as text for a message or a note. */
async function textOf({ row, item }: Handle, model: ReadModel): Promise<string> {
  switch (row.kind) {
    case 'loop':
      return (await import('./loops/lateLoops.ts')).loopLine(row.loop, model);
    case 'wait':
      return row.wait.text;
    case 'askLine':
      return row.whole;
    case 'finding':
      return row.finding.text;
    case 'sent':
      return row.entry.text;
    case 'held':
      return row.note.text;
    case 'artifact':
      return row.path;
    case 'unanswered':
      return row.question.text;
    case 'words':
      if (row.copied !== undefined) return row.copied;
      return item === undefined ? '' : join([item.label, item.description ?? NONE]);
    default:
      return item === undefined ? '' : join([item.label, item.description ?? NONE]);
  }
}
