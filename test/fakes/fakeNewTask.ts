/** What the New Task panel reads, as a test says it; what the person does there is kept as lines. */
import {
  draftsFrom,
  draftsWith,
  draftsWithout,
  type NewTaskDraft,
} from '../../src/acts/tasks/newTaskDrafts.ts';
import { emptyForm, NO_VALUES, type TaskForm } from '../../src/acts/tasks/taskForm.ts';
import { ok, type Result } from '../../src/protocol/lib/result.ts';
import { newTaskHandlers } from '../../src/ui/panels/newTask/newTaskHandlers.ts';
import type { NewTaskActs, NewTaskWorld } from '../../src/ui/panels/newTask/newTaskWorld.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { agentRow, taskRow, taskWorkspace } from './shownTasks.ts';

/** 09:21 UTC on 2 March 2026. */
const NOW = Date.parse('2026-03-02T09:21:00Z');
export const NEW_ID = '0123456789abcdef0123456789abcdef';

export class FakeNewTask {
  list: TaskWorkspace[] = [];
  isReady = true;
  drafts = '';
  name: string | undefined = 'mira';
  readonly done: string[] = [];
  /** What becomes of what is submitted. */
  submitting: (draft: NewTaskDraft, workspace: TaskWorkspace) => Promise<Result<string> | undefined> = async (
    draft,
  ) => ok(draft.id);
  changed: () => void = () => undefined;

  readonly world: NewTaskWorld = {
    now: () => NOW,
    ready: () => this.isReady,
    home: '/home/me',
    workspaces: () => this.list,
    begun: () => draftsFrom(this.drafts),
    savedAt: () => (this.drafts === '' ? null : NOW),
    last: () => NO_VALUES,
    chosen: () => undefined,
    name: () => this.name,
  };

  readonly acts: NewTaskActs = {
    keep: (draft) => {
      this.drafts = draftsWith(draftsFrom(this.drafts), draft);
      this.changed();
    },
    drop: async (id) => {
      this.drafts = draftsWithout(draftsFrom(this.drafts), id);
      this.changed();
    },
    submit: async (draft, workspace) => {
      this.#did(`submit ${draft.id.slice(0, 4)} to ${workspace.name}: ${JSON.stringify(draft.form)}`);
      const sent = await this.submitting(draft, workspace);
      if (sent?.ok === true) {
        const { title, priority, tags, assignedTo } = draft.form;
        const row = taskRow('inbox', draft.id, { title, priority, tags, assigned_to: assignedTo });
        this.drafts = draftsWithout(draftsFrom(this.drafts), draft.id);
        this.list = [await taskWorkspace([row], { folder: workspace.folder })];
        this.changed();
      }
      return sent;
    },
    show: async (task) => this.#did(`show ${task.folder}/${task.id.slice(0, 4)}`),
    withdraw: async (task) => this.#did(`withdraw ${task.id.slice(0, 4)}`),
    another: () => this.#did('another'),
    initialize: async () => this.#did('initialize'),
    wayOut: async (workspace) => this.#did(`way out of ${workspace.name}`),
  };

  handlers(form?: Partial<TaskForm>) {
    const start = { id: NEW_ID, ...(form === undefined ? {} : { form }) };
    return newTaskHandlers(this.world, this.acts, start, () => this.changed());
  }

  /** What is kept of the panel's task. */
  get kept(): TaskForm {
    return this.world.begun().find(({ id }) => id === NEW_ID)?.form ?? emptyForm();
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
