/** What commands do with the rows of the views, loaded with the first of them. */

import { COMMANDS } from '../../contract.ts';
import { writeClipboard } from '../../host/clipboard.ts';
import { run } from '../../host/commands.ts';
import { join, NONE, shown } from '../../text/agentText.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { RowHandle } from '../kit/rowTree.ts';
import type { Services } from '../kit/services.ts';
import type { ViewActs } from '../kit/viewsInWindow.ts';
import { loopLine } from './loops/loopItem.ts';
import type { LoopsViewRow } from './loops/loopsView.ts';
import type { NeedsYouRow } from './needsYou/needsYouView.ts';
import type { TasksRow } from './tasks/taskRowKinds.ts';
import type { TasksFeature } from './tasks/tasksFeature.ts';

type AnyRow = NeedsYouRow | LoopsViewRow | TasksRow;
type Handle = RowHandle<AnyRow>;

/** A tree, by what is selected in it and when that was chosen, in milliseconds since 1970. */
interface SelectedTree {
  readonly selected: RowHandle | undefined;
  readonly selectedAt: number;
}

export class RowActs implements ViewActs {
  readonly #services: Pick<Services, 'documents' | 'model'>;
  readonly #trees: readonly SelectedTree[];
  readonly #tasks: () => Promise<TasksFeature>;

  /** @param tasks loads the rest of the Tasks view */
  constructor(
    services: Pick<Services, 'documents' | 'model'>,
    trees: readonly SelectedTree[],
    tasks: () => Promise<TasksFeature>,
  ) {
    this.#services = services;
    this.#trees = trees;
    this.#tasks = tasks;
  }

  async openRow(argument: unknown): Promise<void> {
    const byKey = !(argument instanceof RowHandle);
    const handle = this.#focused(argument);
    if (handle !== undefined) await this.#open(handle, byKey);
  }

  async copyRow(argument: unknown): Promise<void> {
    const handle = this.#focused(argument);
    if (handle !== undefined) await writeClipboard(shown(textOf(handle, this.#services.model), 'clipboard'));
  }

  async openTask(argument: unknown, how?: unknown): Promise<void> {
    return (await this.#tasks()).openTask(argument, how);
  }

  async openTaskJson(argument: unknown): Promise<void> {
    return (await this.#tasks()).openJson(argument);
  }

  async filterTasks(): Promise<void> {
    return (await this.#tasks()).filter();
  }

  async clearTaskFilter(): Promise<void> {
    return (await this.#tasks()).clearFilter();
  }

  /** A key gives no row; `list.selectAndPreserveFocus` before it has selected the one that has the focus. */
  #focused(argument: unknown): Handle | undefined {
    if (argument instanceof RowHandle) return argument as Handle;
    const [newest] = [...this.#trees].sort((one, other) => other.selectedAt - one.selectedAt);
    return newest?.selected as Handle | undefined;
  }

  async #open(handle: Handle, byKey: boolean): Promise<void> {
    const { row, item } = handle;
    const page = row.target?.page;
    if (page !== undefined) {
      // Selecting by key has folded or unfolded the row as well, as a click does where the row has no command.
      if (byKey && item?.expands !== 'no' && item?.click === undefined) await run('list.toggleExpand');
      await this.#services.documents.open(page.kind, page.key, shown(page.name, 'document', 60));
      return;
    }
    const command = commandOf(handle);
    if (row.kind === 'task') await this.openTask(handle, { focus: true });
    else if (row.kind === 'look') {
      // Those that are alike unfold, as the editor has done by now; one of them is a page.
      if (row.target?.tasks === undefined) await this.openTask(handle, { focus: true });
      else if (byKey) await run('list.toggleExpand');
    } else if (command !== undefined) await run(command, handle);
  }
}

/** Undefined for a row that only holds others: the editor has unfolded it when it was selected. */
function commandOf({ row, item }: Handle): string | undefined {
  switch (row.kind) {
    case 'wait':
    case 'askLine':
    case 'option':
    case 'ownWords':
      return COMMANDS.answerQuestion;
    case 'unanswered':
      return item?.words.includes('answerable') ? COMMANDS.answerQuestion : undefined;
    case 'artifact':
      return COMMANDS.openArtifact;
    case 'file':
      return row.target?.file === undefined ? COMMANDS.openArtifact : COMMANDS.openLoopFile;
    case 'problem':
      return COMMANDS.openLoopFile;
    case 'words':
      return row.command;
    default:
      return undefined;
  }
}

/** The row as text for a message or a note. */
function textOf({ row, item }: Handle, model: ReadModel): string {
  switch (row.kind) {
    case 'loop':
      return loopLine(row.loop, model);
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
    default:
      if (row.kind === 'words' && row.copied !== undefined) return row.copied;
      return item === undefined ? '' : join([item.label, item.description ?? NONE]);
  }
}
