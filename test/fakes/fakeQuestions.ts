/** What the Questions panel reads, as a test says it; what the person does there is kept as lines. */

import type { QuestionsActs } from '../../src/ui/panels/questions/questionsActs.ts';
import { questionsHandlers } from '../../src/ui/panels/questions/questionsHandlers.ts';
import type { Draft } from '../../src/workspace/kept/drafts.ts';
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import type { Wait } from '../../src/workspace/needsYou.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { FakeAnswering } from './fakeAnswering.ts';
import { FakeModel } from './fakeModel.ts';

/** 09:21 UTC on 2 March 2026. */
const NOW = Date.parse('2026-03-02T09:21:00Z');

export class FakeQuestions {
  readonly model = new FakeModel();
  /** What the person did, one line each. */
  readonly done: string[] = [];
  readonly answers = new FakeAnswering(this.model.drafts, () => this.time);
  /** Those of the list of alike asks that the person takes; undefined: none, they went away. */
  taken: (alike: readonly Wait[]) => readonly Wait[] | undefined = (alike) => alike;
  changed: () => void = () => undefined;

  constructor() {
    this.model.time = NOW;
    this.answers.changed = () => this.changed();
    this.answers.discarded = () => this.#did('discard');
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
    session: (key) => this.answers.session(key),
    send: async (session, answer) => {
      const { seen, alike } = session;
      const asker = seen?.kind === 'feedback' ? seen.asker : seen?.loop.id;
      if (alike !== null) this.#did(`send to ${alike.length}: ${answer.text}`);
      else this.#did(`send ${asker}: ${JSON.stringify([answer.text, answer.choice])}`);
      return this.answers.send(session, answer);
    },
    openAsk: async (wait) => this.#did(`whole ${wait.asker}`),
    openFile: async (loop, path) => this.#did(`file ${loop.id} ${path}`),
    changes: async (loop, round) => this.#did(`changes ${loop.id} ${round}`),
    showLoop: async (loop) => this.#did(`show ${loop.id}`),
    showTask: async (wait) => this.#did(`show ${wait.row.id}`),
    writeInEditor: async (wait) => this.#did(`editor ${wait.asker}`),
    pickAlike: async (alike) => this.taken(alike),
    wayOut: async ({ writable }) => this.#did(`way out of ${writable.ok ? 'nothing' : writable.code}`),
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
