/** Makes of each scan what is shown, keeping what did not change, and never working for long at a stretch. */
import { memoize } from '../../protocol/lib/memo.ts';
import type { Pace } from '../../protocol/lib/pace.ts';
import { sameItems } from '../../protocol/lib/sameItems.ts';
import type { TaskRow, TaskScan } from '../../protocol/tasks/taskModel.ts';
import {
  AGENTS_FOLDER,
  isTaskFolder,
  TASK_FOLDERS,
  type TaskFolderName,
} from '../../protocol/tasks/taskNames.ts';
import { inOrder } from './rowOrder.ts';
import { agentsOf } from './taskAgents.ts';
import { taskFacts } from './taskStates.ts';
import type { TaskAgent, TaskWorkspace } from './taskWorkspace.ts';
import { usualTimes } from './usualTimes.ts';

/** What is said of a workspace as a whole. */
export type WorkspaceParts = Pick<
  TaskWorkspace,
  'key' | 'folder' | 'name' | 'origin' | 'writable' | 'polling' | 'tookMs' | 'staleMinutes'
>;

type ByFolder = Record<TaskFolderName, readonly TaskRow[]>;

/** So many rows are gone through between two looks at the clock. */
const atATime = 64;
const NO_ROWS: ByFolder = { inbox: [], active: [], done: [], failed: [], blocked: [], feedback: [] };

export class WorkspaceSnapshots {
  readonly #pace: Pace;
  #listed: ByFolder = NO_ROWS;
  #rows: ByFolder = NO_ROWS;
  #odd: readonly TaskRow[] = [];
  #bound: readonly TaskRow[] = [];
  #agents: readonly TaskAgent[] = [];
  #byName: ReadonlyMap<string, TaskAgent> = new Map();
  #usual: ReadonlyMap<string, number> = new Map();
  #problems = '';
  #scan: TaskScan = { tasks: [], agents: [], problems: [] };

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Takes a scan over; which folders it changed, `agents` too. One call at a time. */
  async take(scan: TaskScan): Promise<Set<string>> {
    const changed = new Set<string>();
    const listed = await this.#split(scan);
    const rows = { ...this.#rows };
    for (const folder of TASK_FOLDERS) {
      if (sameItems(listed[folder], this.#listed[folder])) {
        listed[folder] = this.#listed[folder];
        continue;
      }
      await this.#breathe();
      rows[folder] = inOrder(folder, listed[folder], rows[folder]);
      if (rows[folder] !== this.#rows[folder]) changed.add(folder);
    }
    await this.#breathe();
    if (rows.done !== this.#rows.done) this.#usual = usualTimes(rows.done);
    this.#listed = listed;
    this.#rows = rows;
    const agents = agentsOf(scan.agents, rows.active, this.#bound, this.#usual, this.#agents);
    if (agents !== this.#agents) {
      this.#agents = agents;
      this.#byName = new Map(agents.map((agent) => [agent.name, agent]));
      changed.add(AGENTS_FOLDER);
    }
    const broken = scan.problems.filter((problem) => problem.code === 'unreadable_folder');
    const problems = broken.map(({ file, args }) => `${file} ${String(args['errno'])}`).join();
    if (problems !== this.#problems) {
      for (const { file } of broken) changed.add(file);
      this.#problems = problems;
    }
    this.#scan = scan;
    return changed;
  }

  /** What was taken over last, with what is said of the workspace as a whole. */
  make(parts: WorkspaceParts): TaskWorkspace {
    const rows = this.#rows;
    const usual = this.#usual;
    const byName = this.#byName;
    const scan = this.#scan;
    let children: Map<string, TaskRow[]> | null = null;
    return {
      ...parts,
      scan,
      rows,
      odd: this.#odd,
      bound: this.#bound,
      agents: this.#agents,
      usualMs: (agent) => usual.get(agent) ?? null,
      agent: (name) => byName.get(name),
      facts: taskFacts,
      row: (folder, id) => (isTaskFolder(folder) ? byId(rows[folder]).get(id) : undefined),
      children: (id) => {
        children ??= childrenOf(scan.tasks);
        return children.get(id) ?? [];
      },
    };
  }

  /** Rows by folder, with all that is worth knowing of each worked out. */
  async #split({ tasks }: TaskScan): Promise<ByFolder> {
    const split = { inbox: [], active: [], done: [], failed: [], blocked: [], feedback: [] } as Record<
      TaskFolderName,
      TaskRow[]
    >;
    const odd: TaskRow[] = [];
    const bound: TaskRow[] = [];
    let count = 0;
    for (const row of tasks) {
      count += 1;
      if (count % atATime === 0) await this.#breathe();
      if (!isTaskFolder(row.folder)) continue;
      const rows = split[row.folder];
      const isKnown = this.#listed[row.folder][rows.length] === row;
      rows.push(row);
      if (isOdd(row)) odd.push(row);
      // What is worked out here is at hand when thousands are put in order.
      if ((!isKnown || row.folder === 'inbox') && taskFacts(row).boundTo !== null) bound.push(row);
    }
    if (!sameItems(odd, this.#odd)) this.#odd = odd;
    if (!sameItems(bound, this.#bound)) this.#bound = bound;
    return split;
  }

  async #breathe(): Promise<void> {
    if (this.#pace.due()) await this.#pace.pause();
  }
}

function isOdd({ task, folder, problem, problems }: TaskRow): boolean {
  // What is done and merely large is as it should be.
  if (task === null) return problem !== 'too_large' || folder !== 'done' || problems.length > 1;
  if (problem === null) return false;
  return problems.some((word) => word === 'duplicate_id' || word.endsWith('_interrupted'));
}

/** A folder's rows by id, kept as long as its array. */
const byId = memoize((rows: readonly TaskRow[]): ReadonlyMap<string, TaskRow> => {
  const made = new Map<string, TaskRow>();
  for (const row of rows) {
    // What was set aside for a change has the id of a file that may stand beside it.
    if (!made.has(row.id) || row.file.endsWith('.json')) made.set(row.id, row);
  }
  return made;
});

function childrenOf(rows: readonly TaskRow[]): Map<string, TaskRow[]> {
  const children = new Map<string, TaskRow[]>();
  for (const row of rows) {
    const parent = row.task?.['parent_id'];
    if (typeof parent !== 'string' || parent === '') continue;
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [row]);
    else list.push(row);
  }
  return children;
}
