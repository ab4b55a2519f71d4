/** Where a task may be dragged: folders between which there is a transition, and the command that is it. */
import { COMMANDS } from '../../../contract.ts';

/** What is dragged, as the editor names it after the view. */
export const TASKS_MIME = 'application/vnd.code.tree.quarterdeck.tasks';

const TRANSITIONS: Record<string, Record<string, string>> = {
  inbox: { active: COMMANDS.claimTask, blocked: COMMANDS.withdrawTask },
  active: {
    done: COMMANDS.completeTask,
    failed: COMMANDS.failTask,
    blocked: COMMANDS.blockTask,
    inbox: COMMANDS.reapStale,
  },
  blocked: { inbox: COMMANDS.unblockTask },
  failed: { inbox: COMMANDS.retryTask },
  feedback: { inbox: COMMANDS.answerFeedback },
};

/** Undefined: there is none. */
export function transition(from: string, to: string): string | undefined {
  return Object.hasOwn(TRANSITIONS, from) ? TRANSITIONS[from]?.[to] : undefined;
}

export type Drop =
  | { code: 'run'; command: string }
  | { code: 'nothing' | 'several-folders' | 'other-workspace' | 'same-folder' }
  | { code: 'none'; from: string; to: string };

/** What a drop of these tasks on a folder of this workspace is. */
export function dropOf(
  tasks: readonly { workspaceKey: string; folder: string }[],
  on: { key: string; folder: string } | undefined,
): Drop {
  const [first] = tasks;
  if (first === undefined || on === undefined) return { code: 'nothing' };
  if (tasks.some((task) => task.workspaceKey !== on.key)) return { code: 'other-workspace' };
  if (tasks.some((task) => task.folder !== first.folder)) return { code: 'several-folders' };
  if (first.folder === on.folder) return { code: 'same-folder' };
  const command = transition(first.folder, on.folder);
  return command === undefined
    ? { code: 'none', from: first.folder, to: on.folder }
    : { code: 'run', command };
}
