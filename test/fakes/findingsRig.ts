/** The Findings panel's session over loops that a test makes, with everything it does outside written down. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecisionDesk, type Delivered } from '../../src/acts/decide/decisionDesk.ts';
import { nodeFiles } from '../../src/protocol/files/filesPort.ts';
import { systemClock } from '../../src/protocol/lib/clock.ts';
import { ok, type Refusal, refuse } from '../../src/protocol/lib/result.ts';
import { DEFAULT_FILTER, type Filter } from '../../src/ui/panels/findings/findingsMessages.ts';
import { FindingsSession } from '../../src/ui/panels/findings/findingsSession.ts';
import { DecisionDrafts } from '../../src/workspace/kept/decisionDrafts.ts';
import type { HeldNote } from '../../src/workspace/kept/heldNotes.ts';
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import { FakeLog } from './fakeLog.ts';
import { FakeModel } from './fakeModel.ts';
import { FakeWatcher } from './fakeWatcher.ts';
import type { LoopBuilder } from './loopBuilder.ts';
import { watched } from './snapshots.ts';

export class FindingsRig {
  readonly model = new FakeModel();
  held: HeldNote[] = [];
  /** What was done outside, in order: "copy …", "send api-docs: …". */
  readonly acts: string[] = [];
  kept: Filter | null = null;
  how: Delivered = 'sent';
  refusal: Refusal | null = null;
  question: string | null = null;
  /** What the text names is there. */
  place = true;
  onChange: () => void = () => undefined;
  /** What the loop does with a note that it gets. */
  onSend: (loop: WatchedLoop, text: string) => void = () => undefined;
  readonly log = new FakeLog();
  readonly drafts: DecisionDrafts;
  readonly desk: DecisionDesk;
  readonly #folder: string;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'quarterdeck-findings-'));
    this.drafts = new DecisionDrafts({
      folder: join(this.#folder, 'decisions'),
      files: nodeFiles,
      clock: systemClock,
      log: this.log,
      watcher: new FakeWatcher(),
    });
    this.desk = new DecisionDesk({
      drafts: this.drafts,
      model: {
        loop: (key) => this.model.loop(key),
        notes: (key) => this.held.filter(({ loopKey }) => loopKey === key),
      },
      deliver: async (loop, text) => {
        this.acts.push(`send ${loop.id}: ${text}`);
        if (this.how !== 'not-sent') this.onSend(loop, text);
        return this.how;
      },
    });
  }

  get loops(): readonly WatchedLoop[] {
    return this.model.list;
  }

  set loops(loops: readonly WatchedLoop[]) {
    this.model.list = loops;
  }

  set ready(ready: Promise<void>) {
    this.model.whenReady = ready;
  }

  session(filter: Filter = DEFAULT_FILTER): FindingsSession {
    const session = new FindingsSession(
      {
        model: this.model,
        desk: this.desk,
        pace: { due: () => true, pause: () => new Promise((resolve) => setImmediate(resolve)) },
        log: this.log,
        mayWrite: () => this.refusal,
        openQuestion: () => this.question,
        openArtifact: async (_, named) => void this.acts.push(`open ${named}`),
        openWhole: async (_, { round, id, nth }) => void this.acts.push(`whole ${round} ${id} ${nth}`),
        goToLocation: async (_, text) => {
          this.acts.push(`place ${text}`);
          return this.place ? ok(null) : refuse('no-place', '');
        },
        copy: async (text) => void this.acts.push(`copy ${text}`),
        keepFilter: (kept) => {
          this.kept = kept;
        },
        changed: () => this.onChange(),
      },
      filter,
    );
    this.drafts.onDidChange(() => session.decisionsChanged());
    return session;
  }

  async dispose(): Promise<void> {
    await this.drafts.flush();
    this.drafts.dispose();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

export function builtLoop(id: string, built: LoopBuilder, repository = '/home/me/webshop'): WatchedLoop {
  return watched(id, { ...built.after(), id }, repository);
}
