/** What the forms for tasks say. */
import type { FieldName } from '../../../acts/tasks/taskFields.ts';
import type { TaskForm } from '../../../acts/tasks/taskForm.ts';
import { join, NONE, type Shown, shown } from '../../../text/agentText.ts';
import { ago } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import type { TaskAgent, TaskFacts } from '../../../workspace/tasks/taskWorkspace.ts';

const LABELS: Record<FieldName, () => Shown> = {
  title: () => ours('Title'),
  description: () => ours('Description'),
  assignedTo: () => ours('For whom'),
  priority: () => ours('Priority'),
  tags: () => ours('Tags'),
  parent: () => ours('Parent'),
  context: () => ours('Context'),
};

/** What a box of the form is called. */
export function fieldLabel(name: FieldName): Shown {
  return LABELS[name]();
}

/** "for anyone · P5 · #web · ops" */
export function valuesLine(form: TaskForm, workspace: string): Shown<'pick'> {
  return join<'pick'>([
    forWhom(form.assignedTo),
    form.priority === null ? NONE : ours('P{0}', form.priority),
    ...form.tags.slice(0, 6).map((tag) => shown(`#${tag}`, 'pick', 24)),
    form.description === '' ? NONE : ours('with a description'),
    form.context.trim() === '' ? NONE : ours('with a context'),
    form.parentId === null ? NONE : ours('with a parent'),
    shown(workspace, 'pick', 40),
  ]);
}

export function forWhom(assignedTo: string | null): Shown<'pick'> {
  return assignedTo === null ? ours('for anyone') : say('pick', 'for {0}', assignedTo);
}

/** "worker · seen 2 min ago · 3 wait for it" */
export function agentLine(agent: TaskAgent, now: number): Shown<'pick'> {
  return join<'pick'>([
    agent.role === null ? NONE : shown(agent.role, 'pick', 40),
    agent.lastSeen === null ? ours('never seen') : ours('seen {0}', ago(now - agent.lastSeen)),
    agent.active === 0 ? NONE : ours('{0} active', agent.active),
    agent.bound === 0 ? NONE : ours('{0} wait for it', agent.bound),
  ]);
}

export function submitted(title: string, workspace: string): Shown<'statusBar'> {
  return say('statusBar', 'Submitted to {1}: “{0}” · click to withdraw', cutTitle(title), workspace);
}

export function submittedTip(title: string, facts: Pick<TaskFacts, 'boundTo'>): Shown<'tree'> {
  return join<'tree'>(
    [
      shown(title, 'tree'),
      facts.boundTo === null ? ours('for anyone') : say('tree', 'for {0}', facts.boundTo),
      ours('Withdraw it while no agent has taken it.'),
    ],
    '\n',
  );
}

function cutTitle(title: string): string {
  return [...title].length > 30 ? `${[...title].slice(0, 29).join('')}…` : title;
}
