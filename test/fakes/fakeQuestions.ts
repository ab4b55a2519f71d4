/** What the Questions panel reads, as a test says it; what the person does there is kept as lines. */
import { questionsHandlers } from '../../src/ui/panels/questions/questionsHandlers.ts';
import type { QuestionsActs } from '../../src/ui/panels/questions/questionsWorld.ts';
import type { Draft } from '../../src/workspace/kept/drafts.ts';
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import type { Wait } from '../../src/workspace/needsYou.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { FakeModel } from './fakeModel.ts';

/** 09:21 UTC on 2 March 2026. */
const NOW = Date.parse('2026-03-02T09:21:00Z');

export class FakeQuestions {
  readonly model = new FakeModel();
  /** What the person did, one line each. */
  readonly done: string[] = [];
  /** What becomes of what is sent. */
  sending: (wait: Wait) => Promise<boolean> = async () => true;
  /** Those of the list of alike asks that the person takes; undefined: none, they went away. */
  taken: (alike: readonly Wait[]) => readonly Wait[] | undefined = (alike) => alike;
  changed: () => void = () => undefined;

  constructor() {
    this.model.time = NOW;
  }

  get list(): readonly WatchedLoop[] {
    return this.model.list;
  }

  set list(loops: readonly WatchedLoop[]) {
    this.model.list = loops;
  }

  set tasks(workspaces: readonly TaskWorkspace[]) {
    this.model.taskWorkspaces = workspaces;
  }

  get time(): number {
    return this.model.time;
  }

  set time(time: number) {
    this.model.time = time;
  }

  set isReady(ready: boolean) {
    this.model.isReady = ready;
  }

  get drafts(): Map<string, Draft> {
    return this.model.drafts;
  }

  readonly acts: QuestionsActs = {
    setDraft: (key, typed) => this.draft(key, typed.text, typed.choice),
    discard: async (key) => {
      this.drafts.delete(key);
      this.#did('discard');
    },
    send: async (wait, answer) => {
      this.#did(`send ${wait.asker}: ${JSON.stringify([answer.text, answer.choice])}`);
      const sent = await this.sending(wait);
      if (sent) this.drafts.delete(wait.key);
      this.changed();
      return sent;
    },
    sendAll: async (waits, answer) => {
      this.#did(`send to ${waits.length}: ${answer.text}`);
      return true;
    },
    openWhole: async (wait) => this.#did(`whole ${wait.asker}`),
    openFile: async (loop, path) => this.#did(`file ${loop.id} ${path}`),
    changes: async (loop, round) => this.#did(`changes ${loop.id} ${round}`),
    showLoop: async (loop) => this.#did(`show ${loop.id}`),
    showTask: async (wait) => this.#did(`show ${wait.row.id}`),
    writeInEditor: async (wait) => this.#did(`editor ${wait.asker}`),
    pickAlike: async (alike) => this.taken(alike),
    wayOut: async (code) => this.#did(`way out of ${code}`),
    copy: async (text) => this.#did(`copy ${text}`),
    steer: async (loop, text) => this.#did(`steer ${loop.id}: ${text}`),
  };

  readonly handlers = questionsHandlers(this.model, this.acts, () => this.changed());

  draft(key: string, text: string, choice: string | null = null, window = 'here'): void {
    if (text === '' && choice === null) this.drafts.delete(key);
    else this.drafts.set(key, { text, choice, savedAt: this.time, notSent: null, window });
    this.changed();
  }

  /** The key of the wait of this asker. */
  keyOf(asker: string): string {
    const wait = this.model.waits().find((each) => each.asker === asker);
    if (wait === undefined) throw new Error(`${asker} does not ask`);
    return wait.key;
  }

  /** Replaces a loop, as the store does. */
  replace(id: string, loop: WatchedLoop | undefined): void {
    this.list = this.list.flatMap((each) => (each.id === id ? (loop === undefined ? [] : [loop]) : [each]));
    this.changed();
  }

  #did(line: string): void {
    this.done.push(line);
    this.changed();
  }
}
