/**
 * A new task: its title, Enter, done. The rest is as in the last task of this workspace, and one row opens the form for it.
 * What was begun is kept as a draft until it is written; its id is made once, so that no way of sending
 * it makes two of it, and what is being sent is offered to no other sitting.
 */
import { isDeepStrictEqual } from 'node:util';
import { window } from 'vscode';
import type { NewTaskDraft } from '../../../acts/tasks/newTaskDrafts.ts';
import { emptyForm, type TaskForm, titleFrom } from '../../../acts/tasks/taskForm.ts';
import { brief } from '../../../host/messages.ts';
import { refuse } from '../../../protocol/lib/result.ts';
import { ours, say } from '../../../text/say.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { targetOf } from '../../kit/rowTree.ts';
import { selectionInFence } from '../../kit/selection.ts';
import type { Acting } from '../../kit/services.ts';
import { valuesLine } from '../../kit/words/taskFormWords.ts';
import { fillForm } from './fillForm.ts';
import { begunTasks, keepBegun, newTaskId, offeredTasks, sendNewTask } from './sendNewTask.ts';
import { tellTaskRefusal } from './tellTasks.ts';
import { pickTitle } from './titlePick.ts';
import { lastValues, pickWorkspace, repositoryInFront, workspaceFor } from './workspaceChoice.ts';

export async function submitTask(acting: Acting, argument: unknown): Promise<void> {
  const repository = repositoryInFront();
  // Only from the editor: a row of a view that has the focus has nothing to do with what is selected in a file.
  const selected = targetOf(argument) === undefined ? await selectionInFence(repository) : '';
  const title = selected === '' ? '' : firstLine();
  const workspace = await workspaceFor(acting, argument, repository);
  if (workspace === undefined) return;
  const sitting = new Sitting(acting, workspace, repository);
  await sitting.run(title === '' ? null : { title, description: selected });
}

/** What a task is to be called that is made of the selection: empty without one. */
export function firstLine(): string {
  const editor = window.activeTextEditor;
  const text = editor === undefined ? '' : editor.document.getText(editor.selection);
  const line = text.split(/\r\n|\r|\n/).find((one) => one.trim() !== '') ?? '';
  return titleFrom(line);
}

/** One new task, from its first letter to its file. */
class Sitting {
  readonly #acting: Acting;
  readonly #repository: string;
  #workspace: TaskWorkspace;
  #draft: NewTaskDraft;
  /** Something was changed in this sitting. */
  #typed = false;

  constructor(acting: Acting, workspace: TaskWorkspace, repository: string) {
    this.#acting = acting;
    this.#workspace = workspace;
    this.#repository = repository;
    this.#draft = this.#fresh({});
  }

  async run(selection: Pick<TaskForm, 'title' | 'description'> | null): Promise<void> {
    const begun = this.#begun();
    const [newest] = begun;
    if (selection !== null) this.#draft = this.#fresh(selection);
    else if (newest !== undefined) this.#draft = newest;
    const others = begun.filter(({ id }) => id !== this.#draft.id);
    const picked = await pickTitle({
      title: this.#title(),
      draft: this.#draft,
      others,
      values: ({ form }) => valuesLine(form, this.#workspace.name),
      onChange: (draft) => this.#keep(draft),
    });
    if (picked === undefined) return this.#leave();
    this.#draft = picked.draft;
    const isOpen = Object.keys(this.#draft.unfinished ?? {}).length > 0;
    if ((picked.act === 'form' || isOpen) && !(await this.#fillForm())) return this.#leave();
    await this.#submit();
  }

  #title() {
    return say('pick', 'New task in {0}', this.#workspace.name);
  }

  #fresh(given: Partial<TaskForm>): NewTaskDraft {
    const last = lastValues(this.#acting, this.#workspace.key);
    return { id: newTaskId(), form: { ...emptyForm(last), ...given } };
  }

  #begun(): NewTaskDraft[] {
    return offeredTasks(this.#acting);
  }

  #keep(draft: NewTaskDraft): void {
    this.#draft = draft;
    this.#typed = true;
    keepBegun(this.#acting, draft);
  }

  #leave(): void {
    // Another window has sent what this one took up as well: what was typed here is a task of its own.
    if (
      this.#typed &&
      !begunTasks(this.#acting).some(({ form }) => isDeepStrictEqual(form, this.#draft.form))
    )
      this.#keep({ ...this.#draft, id: newTaskId() });
    if (this.#begun().some(({ id }) => id === this.#draft.id))
      brief(ours('Kept: Submit Task takes it up again.'));
  }

  async #fillForm(): Promise<boolean> {
    const form = await fillForm(this.#acting, this.#draft.form, {
      title: () => this.#title(),
      go: ours('Submit'),
      // Not what ends it: a second Enter in haste would submit.
      start: this.#draft.form.title.trim() === '' ? 'title' : 'description',
      fields: ['title', 'description', 'assignedTo', 'priority', 'tags', 'parentId', 'context', 'workspace'],
      workspace: () => this.#workspace,
      changeWorkspace: async () => {
        this.#workspace = (await pickWorkspace(this.#acting, this.#repository)) ?? this.#workspace;
      },
      unfinished: this.#draft.unfinished ?? {},
      onChange: (changed) => this.#keep({ ...this.#draft, ...changed }),
    });
    if (form === undefined) return false;
    this.#draft = { ...this.#draft, form };
    return true;
  }

  async #submit(): Promise<void> {
    const { form } = this.#draft;
    const workspace = this.#workspace;
    const sent = await sendNewTask(this.#acting, this.#draft, workspace, this.#repository);
    if (sent === undefined) return this.#leave();
    if (!sent.ok) {
      const { title, description } = form;
      await tellTaskRefusal({
        refusal: refuse(sent.code, sent.message, sent.args),
        title: '',
        workspace: workspace.name,
        text: description === '' ? title : `${title}\n\n${description}`,
        head: ours('Not submitted:'),
      });
    }
  }
}
