/**
 * A save by hand of a file that agents take: VS Code writes in place and can't be kept from it, so the checked way is
 * offered at the first change, and once more after the save, with what came of it.
 */
import { type TextDocument, workspace } from 'vscode';
import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { info, warn } from '../../../host/messages.ts';
import { type Disposable, DisposableList } from '../../../protocol/lib/disposables.ts';
import type { Log } from '../../../protocol/lib/log.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { taskAbilities } from '../../../workspace/tasks/taskAbilities.ts';
import type { TaskStore } from '../../../workspace/tasks/taskStore.ts';
import { rowForTask } from '../../kit/rowTree.ts';
import { afterSave, beforeSave, editButton, openButton, savedTwice } from './handSaveWords.ts';
import { type TaskFile, taskFileOf } from './taskFile.ts';

export class HandSaves implements Disposable {
  readonly #model: ReadModel;
  readonly #store: () => Promise<TaskStore>;
  readonly #disposables = new DisposableList();
  /** Files of which something is being said, so that it is said once at a time. */
  readonly #told = new Set<string>();
  readonly #warned = new Set<string>();

  constructor(model: ReadModel, ports: { store: () => Promise<TaskStore>; log: Log }) {
    this.#model = model;
    this.#store = ports.store;
    const caught = (act: Promise<void>) =>
      act.catch((failure: unknown) => ports.log.error('A save by hand could not be looked at.', failure));
    this.#disposables.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.isDirty) void caught(this.#edited(document));
      }),
    );
    this.#disposables.add(workspace.onDidSaveTextDocument((document) => void caught(this.#saved(document))));
    this.#disposables.add(
      workspace.onDidCloseTextDocument(({ uri }) => void this.#warned.delete(uri.fsPath)),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #fileOf(document: TextDocument): TaskFile | undefined {
    const { scheme, fsPath } = document.uri;
    return scheme === 'file' ? taskFileOf(fsPath, this.#model.workspaces()) : undefined;
  }

  async #edited(document: TextDocument): Promise<void> {
    const file = this.#fileOf(document);
    const { fsPath } = document.uri;
    if (file === undefined || this.#warned.has(fsPath)) return;
    this.#warned.add(fsPath);
    await this.#say(fsPath, () => this.#offer(file, beforeSave(this.#nameOf(file), this.#canEdit(file))));
  }

  async #saved(document: TextDocument): Promise<void> {
    const file = this.#fileOf(document);
    if (file === undefined) return;
    const { fsPath } = document.uri;
    const store = await this.#store();
    store.poke(fsPath);
    await store.refresh();
    const others = (this.#found(file)?.row.alsoIn ?? []).filter((folder) => folder !== 'done');
    if (others.length > 0) {
      const pressed = await warn(savedTwice(fileOf(file), others), [openButton()]);
      if (pressed === 0) await run(COMMANDS.openTask, targetOf(file), { focus: true });
      return;
    }
    // What was said before the save may still stand there, and is true no more.
    await this.#say(`${fsPath} saved`, () => this.#offer(file, afterSave(this.#nameOf(file))));
  }

  async #say(path: string, say: () => Promise<void>): Promise<void> {
    if (this.#told.has(path)) return;
    this.#told.add(path);
    try {
      await say();
    } finally {
      this.#told.delete(path);
    }
  }

  /** The task as it is now. */
  #found({ workspace: { key }, folder, id }: TaskFile) {
    const workspace = this.#model.workspace(key);
    const row = workspace?.row(folder, id);
    return workspace === undefined || row === undefined ? undefined : { workspace, row };
  }

  /** Its title in quotes; where none can be read, the file. */
  #nameOf(file: TaskFile): string {
    const found = this.#found(file);
    const title = found === undefined ? '' : found.workspace.facts(found.row).title.trim();
    return title === '' ? fileOf(file) : `“${[...title].slice(0, 60).join('')}”`;
  }

  #canEdit(file: TaskFile): boolean {
    const found = this.#found(file);
    return found !== undefined && taskAbilities(found.workspace, found.row).includes('editable');
  }

  async #offer(file: TaskFile, words: Parameters<typeof info>[0]): Promise<void> {
    const canEdit = this.#canEdit(file);
    const pressed = await info(words, [canEdit ? editButton() : openButton()]);
    if (pressed === undefined) return;
    if (!canEdit) await run(COMMANDS.openTask, targetOf(file), { focus: true });
    else await run(COMMANDS.editTask, rowForTask(targetOf(file)));
  }
}

function targetOf({ workspace, folder, id }: TaskFile) {
  return { workspaceKey: workspace.key, folder, id };
}

function fileOf({ folder, id }: TaskFile): string {
  return `${folder}/${id}.json`;
}
