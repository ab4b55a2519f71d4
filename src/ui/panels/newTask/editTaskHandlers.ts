/** What the page may ask for and do where it changes a waiting task: against the version that the person saw. */
import {
  changesOf,
  type EditableTask,
  editFaults,
  rebased,
  type TaskEdit,
} from '../../../acts/tasks/taskEdit.ts';
import { differing, type FieldName, type TaskFields } from '../../../acts/tasks/taskFields.ts';
import { ok, type Refusal, type Result, refuse } from '../../../protocol/lib/result.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { join } from '../../../text/agentText.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import { taskRefusalWords } from '../../../text/taskRefusalWords.ts';
import { abilitiesOf } from '../../../workspace/tasks/taskAbilities.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import { checkedHandlers, type PanelHandlers } from '../rpc.ts';
import { checkedEdit, differsWords, lockWords } from './fieldWords.ts';
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
import type { FormReads, KeptEdit, NewTaskActs } from './newTaskActs.ts';
import {
  ASKS,
  type Checked,
  type Faults,
  type Fields,
  type FormShown,
  type NewTask,
  type NewTaskContract,
  TAKES,
} from './newTaskMessages.ts';

/** @returns also how to begin anew once it was saved */
export function editTaskHandlers(
  model: FormReads['model'],
  kept: KeptEdit,
  acts: NewTaskActs,
  about: { workspaceKey: string; id: string },
  changed: () => void,
): { handlers: PanelHandlers<NewTaskContract>; again: () => void; title: () => string } {
  /** What its file holds, as it was read last, and the version that is being read. */
  let now: EditableTask | undefined;
  let reading: string | undefined;
  let edit: TaskEdit | undefined;
  let isSaved = false;

  const workspaces = (): readonly TaskWorkspace[] =>
    model.workspaces().filter(({ key }) => key === about.workspaceKey);
  const found = (): FoundTask | undefined => findById(workspaces(), about.id);
  const waiting = (): FoundTask | undefined => {
    const [workspace] = workspaces();
    const row = workspace?.row('inbox', about.id);
    return workspace === undefined || row === undefined ? undefined : { workspace, row };
  };
  const title = (): string => {
    const task = found();
    const titled = task?.workspace.facts(task.row).title ?? '';
    return titled || (edit?.before.title ?? '') || about.id;
  };

  const readFile = (workspace: TaskWorkspace, row: TaskRow): void => {
    reading = row.version;
    kept.read(workspace, row).then((read) => {
      if (reading !== row.version) return;
      reading = undefined;
      // Where its file was faster than the store, the store tells of it soon.
      if (!read.ok) return;
      now = read.value;
      changed();
    }, acts.failed);
  };
  /** What stands in the boxes: as it was kept, here or in another window, else as the file has it. */
  const read = (): TaskEdit | undefined => {
    const task = waiting();
    if (task !== undefined && task.row.version !== (reading ?? now?.version))
      readFile(task.workspace, task.row);
    edit = kept.kept() ?? edit;
    if (now === undefined) return edit;
    if (edit === undefined || !isTyped(edit))
      edit = { seen: now.version, before: now.fields, fields: now.fields };
    else if (differing(edit.before, now.fields).length === 0) edit = { ...edit, seen: now.version };
    return edit;
  };
  /** By what the file differs from what it held when the person began. */
  const differs = (of: TaskEdit): FieldName[] =>
    now === undefined || of.seen === now.version ? [] : differing(of.before, now.fields);

  const keep = (of: TaskEdit): void => {
    edit = of;
    kept.keep(of);
  };
  const checked = (of: TaskEdit): Checked => checkedEdit(of, editFaults(of));
  const take = (typed: TaskFields): Checked | undefined => {
    const before = read();
    if (before === undefined) return undefined;
    keep({ ...before, fields: typed });
    return checked({ ...before, fields: typed });
  };

  /** Why it can't be saved, whatever is typed. */
  const hindrance = (): Refusal | undefined => {
    const [workspace] = workspaces();
    const task = waiting();
    if (task === undefined)
      return refuse('gone', 'It does not wait any more.', { foundIn: found()?.row.folder ?? null });
    if (workspace !== undefined && !workspace.writable.ok)
      return refuse(workspace.writable.code, 'It can only be read.', workspace.writable.args);
    const { row } = task;
    if (abilitiesOf(row, task.workspace.facts(row)).includes('editable')) return undefined;
    return refuse('invalid', 'It can’t be changed.', { reason: row.problem ?? '' });
  };
  const offWords = (of: TaskEdit): string => {
    const [workspace] = workspaces();
    if (workspace !== undefined && !workspace.writable.ok) return unwritableWords(workspace);
    const wrong = hindrance();
    if (wrong !== undefined)
      return join<'toast'>(
        [
          ours('It can’t be saved:'),
          taskRefusalWords(wrong, title(), workspace?.name ?? ''),
          isTyped(of) ? ours('Your text is kept.') : NONE,
        ],
        ' ',
      );
    return differs(of).length === 0
      ? NONE
      : ours('Its file has changed since you began. What you changed yourself stays as it is here.');
  };

  const save = async (typed: Fields): Promise<Result<{ submitted: boolean }>> => {
    const faults = take(typed)?.faults ?? {};
    const [fault] = Object.values(faults);
    const task = waiting();
    const wrong = hindrance();
    if (wrong !== undefined) return wrong;
    if (edit === undefined || task === undefined) return refuse('gone', 'It is not read yet.');
    if (differs(edit).length > 0)
      return refuse('changed', 'Its file has changed.', { version: task.row.version });
    if (fault !== undefined) return refuse('fault', fault);
    const change = changesOf(edit);
    if (Object.keys(change).length === 0) return refuse('fault', ours('Nothing is changed yet.'));
    const saved = await acts.save(task.workspace, { row: task.row, seen: edit.seen }, change);
    if (!saved.ok) return saved;
    isSaved = true;
    await forget();
    return ok({ submitted: true });
  };
  const forget = async (): Promise<void> => {
    edit = undefined;
    await kept.drop();
    changed();
  };

  const formShown = (of: TaskEdit): FormShown => {
    const [workspace] = workspaces();
    const task = found();
    const wrong = differs(of);
    const off = offWords(of);
    const mine = differing(of.before, of.fields);
    const locked: Faults = {};
    for (const [name, lock] of Object.entries(now?.locked ?? {})) locked[name as FieldName] = lockWords(lock);
    return {
      fields: of.fields,
      checked: checked(of),
      edits: {
        title: panelLine(title()),
        words: join<'pick'>([
          ...(task === undefined ? [] : [taskShown(task).words as ReturnType<typeof ours>]),
          say('pick', 'id {0}', about.id),
        ]),
      },
      workspaces: workspaces().map((each) => workspaceShown(each, model.home)),
      workspace: 0,
      locked,
      off,
      differs: wrong.map((name) =>
        differsWords(name, of.before[name], now?.fields[name] ?? '', mine.includes(name)),
      ),
      ways: [
        ...(workspace === undefined ? [] : waysOut(workspace)),
        ...(wrong.length > 0 && waiting() !== undefined
          ? [{ name: 'rebase' as const, words: ours('Take Over What Changed') }]
          : []),
        ...(off !== '' && mine.length > 0 ? [{ name: 'copy' as const, words: ours('Copy Text') }] : []),
      ],
      author: NONE,
      saved: savedWords(kept.savedAt(), model.now()),
    };
  };

  const give = (): NewTask => {
    const task = found();
    if (isSaved && task !== undefined) return { state: 'saved', task: taskShown(task) };
    if (workspaces().length === 0 && !model.tasksReady()) return { state: 'reading' };
    const of = read();
    if (of !== undefined && (isTyped(of) || waiting() !== undefined))
      return { state: 'form', form: formShown(of) };
    if (task !== undefined && waiting() === undefined) return { state: 'elsewhere', task: taskShown(task) };
    if (waiting() !== undefined) return { state: 'reading' };
    const gone = taskRefusalWords(refuse('gone', 'Nowhere.', { foundIn: null }), title(), '');
    return { state: 'elsewhere', task: { title: panelLine(title()), words: gone, waits: false } };
  };

  const again = (): void => {
    isSaved = false;
    changed();
  };
  const handlers = checkedHandlers<NewTaskContract>(ASKS, TAKES, {
    slices: { task: give, choices: choicesSlice(workspaces, () => model.now()) },
    requests: {
      ...sharedRequests(found, acts, save),
      type: (typed) => {
        const checks = take(typed);
        return checks === undefined ? refuse('gone', 'It is not read yet.') : ok(checks);
      },
      // A task stays where it is.
      workspace: () => ok(null),
      discard: () => done(forget),
      another: () => done(again),
      way: ({ name }) =>
        done(async () => {
          const [workspace] = workspaces();
          if (name === 'out' && workspace !== undefined) await acts.wayOut(workspace);
          if (name === 'copy' && edit !== undefined) await acts.copy(typedTexts(edit));
          if (name !== 'rebase' || edit === undefined || now === undefined) return;
          keep(rebased(edit, now));
          changed();
        }),
    },
  });
  return { handlers, again, title };
}

function isTyped({ before, fields }: TaskEdit): boolean {
  return differing(before, fields).length > 0;
}

/** What a person would miss: the texts that they changed. */
function typedTexts({ before, fields }: TaskEdit): string {
  return differing(before, fields)
    .map((name) => fields[name])
    .join('\n\n');
}
