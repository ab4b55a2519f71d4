/** What the New Task panel reads, as a test says it; what the person does there is kept as lines. The drafts are real. */
import { BegunTasks } from '../../src/acts/tasks/begunTasks.ts';
import type { NewTaskDraft } from '../../src/acts/tasks/newTaskDrafts.ts';
import { type EditableTask, keepEdit, keptEdit } from '../../src/acts/tasks/taskEdit.ts';
import { readFields, type TaskFields } from '../../src/acts/tasks/taskFields.ts';
import type { Memory } from '../../src/acts/tasks/taskMemory.ts';
import type { Disposable } from '../../src/protocol/lib/disposables.ts';
import { Emitter } from '../../src/protocol/lib/emitter.ts';
import { ok, type Result, refuse } from '../../src/protocol/lib/result.ts';
import { editTaskHandlers } from '../../src/ui/panels/newTask/editTaskHandlers.ts';
import type { FormReads, KeptEdit, NewTaskActs } from '../../src/ui/panels/newTask/newTaskActs.ts';
import { newTaskHandlers } from '../../src/ui/panels/newTask/newTaskHandlers.ts';
import type { Draft, DraftStore } from '../../src/workspace/kept/drafts.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { FakeModel } from './fakeModel.ts';
import { agentRow, taskRow, taskWorkspace } from './shownTasks.ts';

/** 09:21 UTC on 2 March 2026. */
const NOW = Date.parse('2026-03-02T09:21:00Z');
export const NEW_ID = '0123456789abcdef0123456789abcdef';

/** As the store of drafts, but that nothing reaches a disk. */
export class FakeDrafts
  implements Pick<DraftStore, 'get' | 'set' | 'delete' | 'flush' | 'onDidChange' | 'entries'>
{
  readonly #drafts = new Map<string, Draft>();
  readonly #changes = new Emitter<ReadonlySet<string>>();

  onDidChange(listener: (keys: ReadonlySet<string>) => void): Disposable {
    return this.#changes.event(listener);
  }

  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  entries(): [string, Draft][] {
    return [...this.#drafts];
  }

  set(key: string, { text, choice }: { text: string; choice: string | null }): void {
    if ((this.#drafts.get(key)?.text ?? '') === text) return;
    if (text === '') this.#drafts.delete(key);
    else this.#drafts.set(key, { text, choice, savedAt: NOW, notSent: null, window: 'this' });
    this.#changes.fire(new Set([key]));
  }

  async delete(key: string): Promise<void> {
    this.set(key, { text: '', choice: null });
  }

  async flush(): Promise<void> {
    // There is no disk.
  }
}

/** As the editor's memory, but that it ends with the test. */
export function fakeMemory(): Memory {
  const values = new Map<string, unknown>();
  return {
    get: <T>(name: string, otherwise: T) => (values.get(name) as T | undefined) ?? otherwise,
    update: async (name, value) => void values.set(name, value),
  };
}

const EDIT_KEY = 'the edit';

export class FakeNewTask {
  readonly model = new FakeModel();
  name: string | undefined = 'mira';
  readonly done: string[] = [];
  readonly kept = new FakeDrafts();
  readonly begun = new BegunTasks({
    drafts: this.kept,
    clock: { now: () => NOW },
    tasks: { act: async () => refuse('busy', 'Nothing is written here.') },
    memory: fakeMemory(),
    submitted: () => undefined,
  });
  /** What becomes of what is submitted, and of what is saved. */
  submitting: (draft: NewTaskDraft, workspace: TaskWorkspace) => Promise<Result<string> | undefined> = async (
    draft,
  ) => ok(draft.id);
  saving: () => Promise<Result<unknown>> = async () => ok(null);
  /** What the file of the task that is changed holds. */
  file: Omit<EditableTask, 'version'> | undefined;
  changed: () => void = () => undefined;

  readonly reads: FormReads = {
    model: this.model,
    begun: this.begun,
    chosen: () => undefined,
    name: () => this.name,
  };

  get list(): readonly TaskWorkspace[] {
    return this.model.taskWorkspaces;
  }

  set list(workspaces: readonly TaskWorkspace[]) {
    this.model.taskWorkspaces = workspaces;
  }

  set isReady(ready: boolean) {
    this.model.isReady = ready;
  }

  readonly edits: KeptEdit = {
    kept: () => keptEdit(this.kept, EDIT_KEY),
    keep: (edit) => keepEdit(this.kept, EDIT_KEY, edit),
    drop: () => this.kept.delete(EDIT_KEY),
    savedAt: () => this.kept.get(EDIT_KEY)?.savedAt ?? null,
    read: async (_, row) =>
      this.file === undefined
        ? refuse('changed', 'It is another file.')
        : ok({ version: row.version, ...this.file }),
  };

  readonly acts: NewTaskActs = {
    submit: async (draft, workspace) => {
      const { form } = readFields(draft.fields, workspace);
      this.#did(`submit ${draft.id.slice(0, 4)} to ${workspace.name}: ${JSON.stringify(form)}`);
      const sent = await this.submitting(draft, workspace);
      if (sent?.ok === true) {
        const { title, priority, tags, assignedTo } = form;
        const row = taskRow('inbox', draft.id, { title, priority, tags, assigned_to: assignedTo });
        await this.begun.drop(draft.id);
        this.list = [await taskWorkspace([row], { folder: workspace.folder })];
        this.changed();
      }
      return sent;
    },
    save: async (workspace, { row, seen }, change) => {
      this.#did(`save ${row.id} in ${workspace.name} as of ${seen.slice(0, 4)}: ${JSON.stringify(change)}`);
      return this.saving();
    },
    show: async (task) => this.#did(`show ${task.folder}/${task.id.slice(0, 4)}`),
    withdraw: async (task) => this.#did(`withdraw ${task.id.slice(0, 4)}`),
    another: () => this.#did('another'),
    initialize: async () => this.#did('initialize'),
    wayOut: async (workspace) => this.#did(`way out of ${workspace.name}`),
    copy: async (text) => this.#did(`copy ${text}`),
    failed: (failure) => this.#did(`failed ${String(failure)}`),
  };

  constructor() {
    this.model.time = NOW;
    this.kept.onDidChange(() => this.changed());
  }

  handlers(fields?: Partial<TaskFields>) {
    const start = { id: NEW_ID, ...(fields === undefined ? {} : { fields }) };
    return newTaskHandlers(this.reads, this.acts, start, () => this.changed());
  }

  /** Of the task of this id in the first workspace. */
  editing(id: string) {
    const workspaceKey = this.list[0]?.key ?? '';
    return editTaskHandlers(this.model, this.edits, this.acts, { workspaceKey, id }, () => this.changed());
  }

  /** What is kept of the panel's task. */
  get keptFields(): TaskFields | undefined {
    return this.begun.get(NEW_ID)?.fields;
  }

  /** As another window or the pick types it. */
  typeElsewhere(fields: Partial<TaskFields>): void {
    const before = this.keptFields ?? this.begun.blank(undefined);
    this.begun.keep({ id: NEW_ID, fields: { ...before, ...fields } }, this.begun.blank(undefined));
  }

  #did(line: string): void {
    this.done.push(line);
    this.changed();
  }
}

export async function opsAndWeb(): Promise<FakeNewTask> {
  const fake = new FakeNewTask();
  const rows = [
    taskRow('inbox', 'aaaa1111', { title: 'Fix invoice rounding', tags: ['web', 'money'] }),
    taskRow('active', 'aaaa2222', { title: 'Invoice export', tags: ['web'] }),
    taskRow('done', 'bbbb3333', { title: 'Set up the exporter' }),
  ];
  fake.list = [
    await taskWorkspace(rows, {}, [agentRow('scout', 1), agentRow('scribe', 2)]),
    await taskWorkspace([], { folder: '/home/me/drops/web' }),
  ];
  return fake;
}
