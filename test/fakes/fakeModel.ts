/** The read model over sources that a test sets. */
import { Emitter } from '../../src/protocol/lib/emitter.ts';
import type { KeyFacts } from '../../src/protocol/loops/key.ts';
import type { Draft } from '../../src/workspace/kept/drafts.ts';
import type { HeldNote } from '../../src/workspace/kept/heldNotes.ts';
import type { SourceChange } from '../../src/workspace/kernel/changeBatch.ts';
import type { Place } from '../../src/workspace/kernel/place.ts';
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import { type ModelSources, ReadModel } from '../../src/workspace/model.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';

type Loops = ModelSources['loops'];
type Tasks = ModelSources['tasks'];

export class FakeSources implements ModelSources {
  time: number;
  home = '/home/me';
  list: readonly WatchedLoop[];
  folders: Place[] = [];
  taskWorkspaces: readonly TaskWorkspace[] = [];
  taskFolders: Place[] = [];
  readonly kept = new Map<string, Draft>();
  heldNotes: HeldNote[] = [];
  isTrusted = true;
  readonly running = new Set<string>();
  facts: KeyFacts | undefined = {
    state: 'ok',
    path: '/home/me/.config/loopcaptain/inbox.key',
    shared: false,
    fingerprint: 'ab12cd34',
  };
  readonly loopChanges = new Emitter<SourceChange>();
  readonly taskChanges = new Emitter<SourceChange>();
  readonly draftChanges = new Emitter<ReadonlySet<string>>();
  readonly #nothing = new Emitter<void>();

  constructor(time: number, loops: readonly WatchedLoop[]) {
    this.time = time;
    this.list = loops;
  }

  clock = { now: () => this.time };
  log = {
    error: (text: string, failure: unknown) => {
      throw new Error(text, { cause: failure });
    },
  };
  loops: Loops = {
    loops: () => this.list,
    get: (key) => this.list.find((loop) => loop.key === key),
    places: () => this.folders,
    ready: Promise.resolve(),
    onDidChange: this.loopChanges.event,
  };
  tasks: Tasks = {
    workspaces: () => this.taskWorkspaces,
    get: (key) => this.taskWorkspaces.find((workspace) => workspace.key === key),
    places: () => this.taskFolders,
    ready: Promise.resolve(),
    onDidChange: this.taskChanges.event,
  };
  drafts: ModelSources['drafts'] = {
    get: (key) => this.kept.get(key),
    window: 'here',
    onDidChange: this.draftChanges.event,
  };
  notes: ModelSources['notes'] = { list: () => this.heldNotes, onDidChange: this.#nothing.event };
  key = { facts: () => this.facts };
  trust = { trusted: () => this.isTrusted, onDidGrant: this.#nothing.event };
  terminals = { runs: (key: string) => this.running.has(key), onDidChange: this.#nothing.event };
}

const NONE: ReadonlySet<string> = new Set();

/** At 09:00 UTC on 2 March 2026, unless a test sets another time. What is set is told as a change. */
export class FakeModel extends ReadModel {
  readonly #sources: FakeSources;
  isReady = true;
  override home = '/home/me';
  override whenReady = Promise.resolve();

  constructor(...loops: WatchedLoop[]) {
    const sources = new FakeSources(Date.parse('2026-03-02T09:00:00Z'), loops);
    super(sources);
    this.#sources = sources;
  }

  override ready(): boolean {
    return this.isReady;
  }

  override tasksReady(): boolean {
    return this.isReady;
  }

  get time(): number {
    return this.#sources.time;
  }

  set time(time: number) {
    this.#sources.time = time;
    this.#loopsChanged();
  }

  get list(): readonly WatchedLoop[] {
    return this.#sources.list;
  }

  set list(loops: readonly WatchedLoop[]) {
    this.#sources.list = loops;
    this.#loopsChanged();
  }

  get taskWorkspaces(): readonly TaskWorkspace[] {
    return this.#sources.taskWorkspaces;
  }

  set taskWorkspaces(workspaces: readonly TaskWorkspace[]) {
    this.#sources.taskWorkspaces = workspaces;
    this.#sources.taskChanges.fire({ changed: new Map(), added: NONE, removed: NONE, places: false });
  }

  set folders(places: Place[]) {
    this.#sources.folders = places;
  }

  set taskFolders(places: Place[]) {
    this.#sources.taskFolders = places;
  }

  set heldNotes(notes: HeldNote[]) {
    this.#sources.heldNotes = notes;
  }

  set isTrusted(trusted: boolean) {
    this.#sources.isTrusted = trusted;
  }

  set facts(facts: KeyFacts | undefined) {
    this.#sources.facts = facts;
  }

  /** By the key of the wait. */
  get drafts(): Map<string, Draft> {
    return this.#sources.kept;
  }

  /** Keys of loops. */
  get running(): Set<string> {
    return this.#sources.running;
  }

  /** Something was typed for this wait. */
  tellDrafts(waitKey: string): void {
    this.#sources.draftChanges.fire(new Set([waitKey]));
  }

  #loopsChanged(): void {
    this.#sources.loopChanges.fire({ changed: new Map(), added: NONE, removed: NONE, places: false });
  }
}
