/**
 * A new task: its title, Enter, done. The rest is as in the last task of this workspace, and the last row opens the form
 * for it. What was begun is kept as a draft until it is written; its id is made once, so that no way of sending it makes
 * two of it, and what is being sent is offered to no other sitting.
 */
import type { BegunTasks } from '../../../acts/tasks/begunTasks.ts';
import type { NewTaskDraft } from '../../../acts/tasks/newTaskDrafts.ts';
import { differing, readFields, type TaskFields } from '../../../acts/tasks/taskFields.ts';
import { brief } from '../../../host/messages.ts';
import { ours, say } from '../../../text/say.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { personName } from '../../kit/personName.ts';
import { targetOf } from '../../kit/rowTree.ts';
import { repositoryInFront, selectedTask } from '../../kit/selectedTask.ts';
import type { Services } from '../../kit/services.ts';
import { TaskFormRequest } from '../../kit/taskFormRequest.ts';
import { valuesLine } from '../../kit/words/taskFormWords.ts';
import { tellTaskRefusal } from './tellTasks.ts';
import { pickTitle } from './titlePick.ts';
import { workspaceFor } from './workspaceChoice.ts';

export async function submitTask(services: Services, argument: unknown): Promise<void> {
  const repository = repositoryInFront();
  // Only from the editor: a row of a view that has the focus has nothing to do with what is selected in a file.
  const selected = targetOf(argument) === undefined ? await selectedTask(repository) : undefined;
  const workspace = await workspaceFor(services, argument, repository);
  if (workspace === undefined) return;
  await new Sitting(services, await services.begunTasks(), workspace, repository).run(selected);
}

/** One new task, from its first letter until it is submitted or goes on in the form. */
class Sitting {
  readonly #services: Services;
  readonly #begun: BegunTasks;
  readonly #repository: string;
  readonly #workspace: TaskWorkspace;
  readonly #blank: TaskFields;
  #draft: NewTaskDraft;
  /** Something was changed in this sitting. */
  #typed = false;

  constructor(services: Services, begun: BegunTasks, workspace: TaskWorkspace, repository: string) {
    this.#services = services;
    this.#begun = begun;
    this.#workspace = workspace;
    this.#repository = repository;
    this.#blank = begun.blank(workspace.key);
    this.#draft = this.#fresh({});
  }

  async run(selected: Partial<TaskFields> | undefined): Promise<void> {
    const begun = this.#begun.offered();
    const [newest] = begun;
    if (selected !== undefined) this.#draft = this.#fresh(selected);
    else if (newest !== undefined) this.#draft = newest;
    const others = begun.filter(({ id }) => id !== this.#draft.id);
    const picked = await pickTitle({
      title: say('pick', 'New task in {0}', this.#workspace.name),
      draft: this.#draft,
      others,
      values: ({ fields }) => valuesLine(readFields(fields, this.#workspace).form, this.#workspace.name),
      onChange: (draft) => this.#keep(draft),
    });
    if (picked === undefined) return this.#leave();
    this.#draft = picked.draft;
    const { faults } = readFields(this.#draft.fields, this.#workspace);
    // What is half typed in another box is seen, and mended, only there.
    if (picked.act === 'form' || Object.keys(faults).length > 0) await this.#openForm();
    else await this.#submit();
  }

  #fresh(given: Partial<TaskFields>): NewTaskDraft {
    return { id: this.#begun.newId(), fields: { ...this.#blank, ...given } };
  }

  #keep(draft: NewTaskDraft): void {
    this.#draft = draft;
    this.#typed = true;
    this.#begun.keep(draft, this.#blank);
  }

  #leave(): void {
    const isKept = this.#begun.all().some(({ fields }) => differing(fields, this.#draft.fields).length === 0);
    // Another window has sent what this one took up as well: what was typed here is a task of its own.
    if (this.#typed && !isKept) this.#keep({ ...this.#draft, id: this.#begun.newId() });
    if (this.#begun.offered().some(({ id }) => id === this.#draft.id))
      brief(ours('Kept: Submit Task takes it up again.'));
  }

  /** For the workspace that the pick named. */
  async #openForm(): Promise<void> {
    const begun = { ...this.#draft, workspace: this.#workspace.key };
    this.#begun.keep(begun, this.#blank);
    await this.#services.panels.open('newTask', new TaskFormRequest({ begun }));
  }

  async #submit(): Promise<void> {
    const { title, description } = this.#draft.fields;
    const sent = await this.#begun.submit(this.#draft, this.#workspace, this.#repository, () =>
      personName(this.#services),
    );
    if (sent === undefined) return this.#leave();
    if (!sent.ok)
      await tellTaskRefusal({
        refusal: sent,
        title: '',
        workspace: this.#workspace.name,
        text: description === '' ? title : `${title}\n\n${description}`,
        head: ours('Not submitted:'),
      });
  }
}
