/** The seven folders of a workspace as the system shows them. */
import * as path from 'node:path';
import { errnoOf, meansGone } from '../../protocol/files/errno.ts';
import type { FileStat, Files } from '../../protocol/files/filesPort.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import { AGENTS_FOLDER, TASK_FOLDERS } from '../../protocol/tasks/taskNames.ts';
import { identityOf } from '../kernel/place.ts';
import type { Wanted } from '../kernel/watchSet.ts';

/** The folders of a workspace, all seven. */
export const WORKSPACE_FOLDERS: readonly string[] = [...TASK_FOLDERS, AGENTS_FOLDER];
/** A change that follows another within this time may leave the same time on the folder. */
const freshMs = 2000;
/** The workspace's own folder. */
const OWN = '';

/** null: not there. A string: the errno for which nobody can tell. */
type Looked = FileStat | string | null;

export class FolderStates {
  readonly #root: string;
  readonly #ports: { files: Files; clock: Clock };
  #stats: ReadonlyMap<string, Looked> = new Map();
  readonly #signatures = new Map<string, string>();
  #present: readonly string[] = [];

  constructor(root: string, ports: { files: Files; clock: Clock }) {
    this.#root = root;
    this.#ports = ports;
  }

  /** Looks at each. `wanted`: how to watch them. `empty`: not one task folder is there. `errno`: why some could not be looked at. */
  async look(): Promise<{ wanted: Wanted[]; empty: boolean; errno: string | null }> {
    const stats = await this.#look();
    this.#stats = stats;
    const wanted = [...stats].map(([name, stat]) => ({
      name,
      folder: path.join(this.#root, name),
      names: name === OWN ? WORKSPACE_FOLDERS : null,
      identity: typeof stat === 'string' ? null : identityOf(stat),
    }));
    const known = this.#present;
    this.#present = WORKSPACE_FOLDERS.filter((name) => {
      const stat = stats.get(name) ?? null;
      return typeof stat === 'string' ? known.includes(name) : stat !== null;
    });
    const tasks = [...stats].filter(([name]) => name !== OWN && name !== AGENTS_FOLDER);
    const errno = [...stats.values()].findLast((stat) => typeof stat === 'string') ?? null;
    return { wanted, empty: tasks.every(([, stat]) => stat === null), errno };
  }

  /** What `look` saw of these, which are read next, is what `stale` compares with. `polling`: no watch tells of more. */
  sign(names: ReadonlySet<string> | 'all', polling: boolean): void {
    for (const [name, stat] of this.#stats) {
      if (names !== 'all' && !names.has(name)) continue;
      const fresh =
        polling &&
        stat !== null &&
        typeof stat !== 'string' &&
        Math.abs(this.#ports.clock.now() - stat.mtimeMs) < freshMs;
      this.#signatures.set(name, fresh ? 'fresh' : signatureOf(stat));
    }
  }

  /** Folders that changed since they were signed, by a look at each. */
  async stale(): Promise<string[]> {
    const stats = await this.#look();
    return WORKSPACE_FOLDERS.filter(
      (name) => this.#signatures.get(name) !== signatureOf(stats.get(name) ?? null),
    );
  }

  /** Which of the seven are there, as `look` saw it. */
  present(): readonly string[] {
    return this.#present;
  }

  async #look(): Promise<Map<string, Looked>> {
    const names = [OWN, ...WORKSPACE_FOLDERS];
    const stats = await Promise.all(names.map((name) => this.#stat(name)));
    return new Map(names.map((name, index) => [name, stats[index] ?? null]));
  }

  async #stat(name: string): Promise<Looked> {
    try {
      const stat = await this.#ports.files.stat(path.join(this.#root, name));
      return stat.kind === 'directory' ? stat : null;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      return meansGone(errno) ? null : errno;
    }
  }
}

/** No time is like that of a folder that could not be looked at: it is read again. */
function signatureOf(stat: Looked): string {
  if (typeof stat === 'string') return `${stat} ${Math.random()}`;
  return stat === null ? '' : `${identityOf(stat)}:${stat.mtimeMs}:${stat.ctimeMs}`;
}
