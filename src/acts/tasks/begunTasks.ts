/** The tasks that the person has begun, over all windows, and the one way in which one of them is submitted. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { type Result, refuse } from '../../protocol/lib/result.ts';
import type { DraftStore } from '../../workspace/kept/drafts.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import type { TaskWriter } from './actOnTasks.ts';
import type { TaskTarget } from './chosenTasks.ts';
import { draftsFrom, draftsWith, draftsWithout, type NewTaskDraft, offered } from './newTaskDrafts.ts';
import { submitOnce } from './submitOnce.ts';
import { differing, fieldsOf, readFields, type TaskFields } from './taskFields.ts';
import { emptyForm } from './taskForm.ts';
import { type Memory, TaskMemory } from './taskMemory.ts';

export interface BegunTasksPorts {
  drafts: Pick<DraftStore, 'get' | 'set' | 'flush' | 'onDidChange'>;
  clock: Pick<Clock, 'now'>;
  tasks: TaskWriter;
  memory: Memory;
  /** Hears of each that is on disk, by this window. */
  submitted: (task: SubmittedTask) => void;
}

export interface SubmittedTask {
  target: TaskTarget;
  title: string;
  /** The workspace's own name. */
  workspace: string;
}

/** Of the draft that holds them all. */
const KEY = 'tasks|new';

export class BegunTasks {
  readonly memory: TaskMemory;
  readonly #ports: BegunTasksPorts;
  /** Ids that this window is sending. */
  readonly #underWay = new Set<string>();

  constructor(ports: BegunTasksPorts) {
    this.#ports = ports;
    this.memory = new TaskMemory(ports.memory);
  }

  /** Newest first. */
  all(): NewTaskDraft[] {
    return draftsFrom(this.#ports.drafts.get(KEY)?.text ?? '');
  }

  get(id: string): NewTaskDraft | undefined {
    return this.all().find((draft) => draft.id === id);
  }

  /** Those that can be taken up: without those that are being sent. */
  offered(): NewTaskDraft[] {
    return offered(this.all(), this.#ports.clock.now()).filter(({ id }) => !this.#underWay.has(id));
  }

  /** When one of them was kept last, in milliseconds since 1970; null: there is none. */
  savedAt(): number | null {
    return this.#ports.drafts.get(KEY)?.savedAt ?? null;
  }

  onDidChange(listener: () => void): Disposable {
    return this.#ports.drafts.onDidChange((keys) => keys.has(KEY) && listener());
  }

  /** An id as the peer makes them. */
  newId(): string {
    return randomUUID().replaceAll('-', '');
  }

  /** What the boxes hold before anything is typed: for whom, priority and tags as the last task of the workspace had them. */
  blank(workspaceKey: string | undefined): TaskFields {
    return fieldsOf(emptyForm(workspaceKey === undefined ? undefined : this.memory.last(workspaceKey)));
  }

  /** @param blank what its boxes held at first: where they hold that again, there is nothing to keep */
  keep(draft: NewTaskDraft, blank: TaskFields): void {
    const all = this.all();
    this.#set(
      differing(draft.fields, blank).length === 0 ? draftsWithout(all, draft.id) : draftsWith(all, draft),
    );
  }

  async drop(id: string): Promise<void> {
    this.#set(draftsWithout(this.all(), id));
    await this.#ports.drafts.flush();
  }

  /**
   * Writes it, once however often it is tried; the draft goes only then.
   *
   * @param name asks for the person's name where it must; undefined: they went away
   * @returns the id of the task; undefined where the person went away; or why nothing was written: `fault` {field} where
   * a box is not filled in right, else a code of the protocol's `submit` or of the store's `act`
   */
  async submit(
    draft: NewTaskDraft,
    workspace: TaskWorkspace,
    repository: string,
    name: () => Promise<string | undefined>,
  ): Promise<Result<string> | undefined> {
    const { clock } = this.#ports;
    const { fields, sentAt: _, ...rest } = draft;
    const { form, faults } = readFields(fields, workspace);
    const [field] = Object.keys(faults);
    if (field !== undefined) return refuse('fault', 'A field is not filled in right.', { field });
    this.#underWay.add(draft.id);
    try {
      // What is on its way is kept first: neither a closed window nor a refusal loses it.
      await this.#save({ ...rest, fields });
      const author = await name();
      if (author === undefined) return undefined;
      await this.#save({ ...rest, fields, sentAt: clock.now() });
      const sent = await this.#ports.tasks.act(workspace.key, (folder) =>
        submitOnce(folder, form, draft.id, author, () => this.newId()),
      );
      if (!sent.ok) {
        // Typed meanwhile in another window: that stands.
        await this.#save({ ...rest, fields: this.get(draft.id)?.fields ?? fields });
        return sent;
      }
      this.#set(draftsWithout(this.all(), draft.id, fields));
      await this.#ports.drafts.flush();
      await this.memory.keepLast(workspace.key, form);
      await this.memory.choose(repository, workspace.key);
      const target = { workspaceKey: workspace.key, folder: 'inbox', id: sent.value };
      this.#ports.submitted({ target, title: form.title, workspace: workspace.name });
      return sent;
    } finally {
      this.#underWay.delete(draft.id);
    }
  }

  async #save(draft: NewTaskDraft): Promise<void> {
    this.#set(draftsWith(this.all(), draft));
    await this.#ports.drafts.flush();
  }

  #set(text: string): void {
    this.#ports.drafts.set(KEY, { text, choice: null });
  }
}
