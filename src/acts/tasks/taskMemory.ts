/** What is remembered of the person's tasks: which workspace they chose last, and what its last task was given. */
import { type LastValues, lastValuesFrom } from './taskForm.ts';

/** Where it is kept, over windows and reloads. */
export interface Memory {
  get<T>(name: string, otherwise: T): T;
  update(name: string, value: unknown): PromiseLike<void>;
}

const CHOSEN = 'tasks.chosen';
const LAST = 'tasks.last';

export class TaskMemory {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Key of the workspace that was chosen last for this folder. */
  chosen(repository: string): string | undefined {
    return this.#memory.get<Record<string, string>>(CHOSEN, {})[repository];
  }

  async choose(repository: string, key: string): Promise<void> {
    if (this.chosen(repository) !== key) await this.#add(CHOSEN, repository, key);
  }

  last(workspaceKey: string): LastValues {
    return lastValuesFrom(this.#memory.get<Record<string, unknown>>(LAST, {})[workspaceKey]);
  }

  async keepLast(workspaceKey: string, { assignedTo, priority, tags }: LastValues): Promise<void> {
    await this.#add(LAST, workspaceKey, { assignedTo, priority, tags });
  }

  async #add(name: string, key: string, value: unknown): Promise<void> {
    await this.#memory.update(name, { ...this.#memory.get<Record<string, unknown>>(name, {}), [key]: value });
  }
}
