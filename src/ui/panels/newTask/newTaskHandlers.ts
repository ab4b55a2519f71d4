/** What the page may ask for and do where it writes a new task. Nothing here knows the editor: that is what the acts are for. */
import type { NewTaskDraft } from '../../../acts/tasks/newTaskDrafts.ts';
import { differing, type TaskFields } from '../../../acts/tasks/taskFields.ts';
import { ok, type Result, refuse } from '../../../protocol/lib/result.ts';
import { ours, say } from '../../../text/say.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import { checkedHandlers, type PanelHandlers } from '../rpc.ts';
import { checkedNew } from './fieldWords.ts';
import {
  choicesSlice,
  done,
  type FoundTask,
  findById,
  NONE,
  savedWords,
  sharedRequests,
  taskShown,
  waysOut,
  workspaceShown,
} from './formShown.ts';
import type { FormReads, NewTaskActs } from './newTaskActs.ts';
import {
  ASKS,
  type Checked,
  type Fields,
  type FormShown,
  type NewTask,
  type NewTaskContract,
  TAKES,
} from './newTaskMessages.ts';

const MOST_WORKSPACES = 100;

/** @param start the draft that the panel was opened with; its id is the panel's for good */
export function newTaskHandlers(
  reads: FormReads,
  acts: NewTaskActs,
  start: { id: string; fields?: Partial<TaskFields>; workspace?: string },
  changed: () => void,
): PanelHandlers<NewTaskContract> {
  const { id } = start;
  /** Of the task that it became: its own where another stood under the id already. */
  let taskId = id;
  let workspaceKey = start.workspace;
  /** What the boxes hold, and what they held before anything was typed. */
  let fields: TaskFields | undefined;
  let blank: TaskFields | undefined;

  const shownWorkspaces = () => reads.model.workspaces().slice(0, MOST_WORKSPACES);
  const workspace = (): TaskWorkspace | undefined => {
    const all = shownWorkspaces();
    const chosen = workspaceKey ?? reads.chosen();
    return all.find(({ key }) => key === chosen) ?? all.find(({ writable }) => writable.ok) ?? all[0];
  };
  const found = (): FoundTask | undefined =>
    // As long as it is a draft, a task under its id is another's: of a window that took up the same one.
    reads.begun.get(id) === undefined ? findById(reads.model.workspaces(), taskId) : undefined;
  /** Takes over what was typed elsewhere: in the pick, in another window. */
  const read = (): TaskFields => {
    const kept = reads.begun.get(id);
    if (kept !== undefined && (fields === undefined || differing(kept.fields, fields).length > 0))
      fields = kept.fields;
    if (kept?.workspace !== undefined) workspaceKey = kept.workspace;
    blank ??= reads.begun.blank(workspace()?.key);
    if (fields === undefined) {
      fields = { ...blank, ...start.fields };
      if (start.fields !== undefined) keep(fields);
    }
    return fields;
  };
  const draftOf = (of: TaskFields): NewTaskDraft => ({
    id,
    fields: of,
    ...(workspaceKey === undefined ? {} : { workspace: workspaceKey }),
  });
  const keep = (of: TaskFields): void => {
    fields = of;
    reads.begun.keep(draftOf(of), blank ?? reads.begun.blank(workspace()?.key));
  };
  const take = (typed: Fields): Checked => {
    keep(typed);
    return checkedNew(typed, workspace());
  };

  const submit = async (typed: Fields): Promise<Result<{ submitted: boolean }>> => {
    const { faults } = take(typed);
    const target = workspace();
    if (target === undefined) return refuse('gone', 'There is no workspace.');
    const [fault] = Object.values(faults);
    if (fault !== undefined) return refuse('fault', fault);
    if (!target.writable.ok)
      return refuse(target.writable.code, 'It can only be read.', target.writable.args);
    const sent = await acts.submit(draftOf(typed), target);
    if (sent === undefined) return ok({ submitted: false });
    if (sent.ok) taskId = sent.value;
    return sent.ok ? ok({ submitted: true }) : sent;
  };

  const formShown = (): FormShown => {
    const typed = read();
    const workspaces = shownWorkspaces();
    const chosen = workspace();
    const name = reads.name();
    const isKept = reads.begun.get(id) !== undefined;
    return {
      fields: typed,
      checked: checkedNew(typed, chosen),
      edits: null,
      workspaces: workspaces.map((each) => workspaceShown(each, reads.model.home)),
      workspace: chosen === undefined ? -1 : workspaces.indexOf(chosen),
      locked: {},
      off: chosen === undefined ? NONE : unwritableWords(chosen),
      differs: [],
      ways: chosen === undefined ? [] : waysOut(chosen),
      author:
        name === undefined ? ours('You are asked for your name.') : say('webview', 'Submitted by {0}.', name),
      saved: savedWords(isKept ? reads.begun.savedAt() : null, reads.model.now()),
    };
  };

  return checkedHandlers<NewTaskContract>(ASKS, TAKES, {
    slices: {
      task: (): NewTask => {
        const task = found();
        if (task !== undefined) return { state: 'submitted', task: taskShown(task) };
        if (reads.model.workspaces().length === 0)
          return { state: reads.model.tasksReady() ? 'none' : 'reading' };
        return { state: 'form', form: formShown() };
      },
      choices: choicesSlice(shownWorkspaces, () => reads.model.now()),
    },
    requests: {
      ...sharedRequests(found, acts, submit),
      type: (typed) => ok(take(typed)),
      workspace: ({ index }) =>
        done(() => {
          const chosen = shownWorkspaces()[index];
          if (chosen === undefined) return;
          const typed = read();
          workspaceKey = chosen.key;
          keep(typed);
          changed();
        }),
      discard: () =>
        done(async () => {
          blank = reads.begun.blank(workspace()?.key);
          fields = blank;
          await reads.begun.drop(id);
          changed();
        }),
      another: () => done(acts.another),
      way: ({ name }) =>
        done(async () => {
          const target = workspace();
          if (name === 'out' && target !== undefined) await acts.wayOut(target);
        }),
    },
  });
}
