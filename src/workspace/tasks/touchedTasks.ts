/** Notes which tasks acts touch, so that these are read again and no others. */
import type { Result } from '../../protocol/lib/result.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import { AGENTS_FOLDER, SUFFIX, TASK_FOLDERS } from '../../protocol/tasks/taskNames.ts';

export interface Touching {
  folder: TaskFolder;
  /** Relative paths, with `/`: wherever a touched task may have been or have gone. */
  touched(): string[];
}

/** `tasks` itself, acts noted. */
export function noteTouched(tasks: TaskFolder): Touching {
  const ids = new Set<string>();
  const agents = new Set<string>();
  const more = new Set<string>();
  const noted = <T>(id: string, act: Promise<T>): Promise<T> => {
    ids.add(id);
    return act;
  };
  const agent = <T>(name: string, act: Promise<T>): Promise<T> => {
    agents.add(name);
    return act;
  };
  const afterwards = async <T>(
    act: Promise<Result<T>>,
    idsOf: (value: T) => readonly string[],
  ): Promise<Result<T>> => {
    const result = await act;
    if (result.ok) for (const id of idsOf(result.value)) ids.add(id);
    return result;
  };
  const folder: TaskFolder = {
    scan: () => tasks.scan(),
    rescan: (changed) => tasks.rescan(changed),
    list: (name, filter) => tasks.list(name, filter),
    get: (id) => tasks.get(id),
    stats: () => tasks.stats(),
    submit: (task) => afterwards(tasks.submit(task), (id) => [id]),
    claim: (id, ...rest) => noted(id, tasks.claim(id, ...rest)),
    complete: (id, ...rest) => noted(id, tasks.complete(id, ...rest)),
    fail: (id, ...rest) => noted(id, tasks.fail(id, ...rest)),
    requestFeedback: (id, ...rest) => noted(id, tasks.requestFeedback(id, ...rest)),
    block: (id, ...rest) => noted(id, tasks.block(id, ...rest)),
    respondFeedback: (id, ...rest) => noted(id, tasks.respondFeedback(id, ...rest)),
    unblock: (id, ...rest) => noted(id, tasks.unblock(id, ...rest)),
    release: (id, ...rest) => noted(id, tasks.release(id, ...rest)),
    retry: (id, ...rest) => noted(id, tasks.retry(id, ...rest)),
    withdraw: (id, ...rest) => noted(id, tasks.withdraw(id, ...rest)),
    edit: (id, ...rest) => noted(id, tasks.edit(id, ...rest)),
    mend: (where, id, ...rest) => noted(id, tasks.mend(where, id, ...rest)),
    putBack: (file) => {
      more.add(file);
      return afterwards(tasks.putBack(file), (task) => (typeof task['id'] === 'string' ? [task['id']] : []));
    },
    reapStale: (...args) =>
      afterwards(tasks.reapStale(...args), ({ reaped, skipped }) => [
        ...reaped,
        ...skipped.map(({ id }) => id),
      ]),
    registerAgent: (name, ...rest) => agent(name, tasks.registerAgent(name, ...rest)),
    heartbeat: (name) => agent(name, tasks.heartbeat(name)),
  };
  const touched = (): string[] => [
    ...[...ids].flatMap((id) => TASK_FOLDERS.map((name) => `${name}/${id}${SUFFIX}`)),
    ...[...agents].map((name) => `${AGENTS_FOLDER}/${name}${SUFFIX}`),
    ...more,
  ];
  return { folder, touched };
}
