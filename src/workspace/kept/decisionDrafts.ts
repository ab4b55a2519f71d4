/**
 * What the person decided about findings and has not sent yet: a small file each, shared by panels and windows. A decision
 * is of a finding as it was worded then: of one that says something else by now it is known as such.
 */

import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import { reworded } from '../../protocol/loops/findingIdentity.ts';
import { type SmallFilePorts, SmallFiles } from '../kernel/smallFiles.ts';
import { DECISIONS, type Decided, type Decision, type FindingName, nameKey } from '../loops/decisions.ts';

export interface DecisionDraft extends FindingName {
  loopKey: string;
  /** What the finding said, its first part. */
  text: string;
  /** null: there is only a remark so far. */
  decision: Decision | null;
  remark: string;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** So long after the last key a remark is written. */
const WRITE_AFTER = 300;
const MAX_TEXT = 1000;
export const MAX_REMARK = 4000;

export class DecisionDrafts implements Disposable {
  /** What was decided before, here or elsewhere, is known. */
  readonly ready: Promise<void>;
  /** Keys of the loops whose drafts changed, here or in another window. */
  readonly onDidChange: (listener: (loopKeys: ReadonlySet<string>) => void) => Disposable;
  readonly #ports: SmallFilePorts;
  readonly #files: SmallFiles<DecisionDraft>;
  readonly #changes: Emitter<ReadonlySet<string>>;
  /** Typed here and not yet given to be written. */
  readonly #unsaved = new Map<string, { draft: DecisionDraft | null; timer: Disposable }>();
  readonly #saving = new Set<Promise<void>>();
  /** By loop and name, made anew after a change. */
  #byLoop: Map<string, Map<string, DecisionDraft>> | null = null;

  constructor(ports: SmallFilePorts) {
    this.#ports = ports;
    this.#files = new SmallFiles(ports, draftOf);
    this.#changes = new Emitter((error) => ports.log.error('A listener of the decisions failed.', error));
    this.onDidChange = this.#changes.event;
    this.ready = this.#files.ready.then(() => {
      this.#byLoop = null;
    });
    this.#files.onDidChange((keys) => {
      this.#changed(new Set([...keys].map((key) => loopOf(key))));
    });
  }

  get(loopKey: string, name: FindingName): DecisionDraft | undefined {
    return this.of(loopKey).get(nameKey(name));
  }

  /** Of one loop, by `nameKey`. The same object until something of it changes. */
  of(loopKey: string): ReadonlyMap<string, DecisionDraft> {
    this.#byLoop ??= this.#sorted();
    let drafts = this.#byLoop.get(loopKey);
    if (drafts === undefined) {
      drafts = new Map();
      this.#byLoop.set(loopKey, drafts);
    }
    return drafts;
  }

  /** Keys of the loops that have some. */
  loops(): string[] {
    this.#byLoop ??= this.#sorted();
    return [...this.#byLoop].flatMap(([key, drafts]) => (drafts.size === 0 ? [] : [key]));
  }

  /** Known at once; on disk at once but for a remark, which is still being typed. Neither decision nor remark: no draft. */
  set(
    loopKey: string,
    finding: FindingName & { text: string },
    change: { decision?: Decision | null; remark?: string },
  ): void {
    const before = this.get(loopKey, finding);
    const kept = before !== undefined && isOf(before, finding) ? before : undefined;
    const decision = change.decision === undefined ? (kept?.decision ?? null) : change.decision;
    const remark = (change.remark ?? kept?.remark ?? '').slice(0, MAX_REMARK);
    const { step, label, id } = finding;
    const draft: DecisionDraft | null =
      decision === null && remark.trim() === ''
        ? null
        : {
            loopKey,
            step,
            label,
            id,
            text: finding.text.slice(0, MAX_TEXT),
            decision,
            remark,
            savedAt: this.#ports.clock.now(),
          };
    if (draft === null && before === undefined) return;
    this.#put(keyOf(loopKey, finding), draft, change.decision === undefined ? WRITE_AFTER : 0);
    this.#changed(new Set([loopKey]));
  }

  /** They went out, or are no longer wanted. */
  async delete(drafts: readonly DecisionDraft[]): Promise<void> {
    for (const draft of drafts) this.#put(keyOf(draft.loopKey, draft), null, 0);
    this.#changed(new Set(drafts.map(({ loopKey }) => loopKey)));
    await this.flush();
  }

  /** Writes what is not on disk yet. */
  async flush(): Promise<void> {
    for (const key of [...this.#unsaved.keys()]) this.#save(key);
    while (this.#saving.size > 0) await Promise.all(this.#saving);
  }

  /** What is not written yet is given to be written. */
  dispose(): void {
    for (const key of [...this.#unsaved.keys()]) this.#save(key);
    this.#files.dispose();
    this.#changes.dispose();
  }

  #changed(loopKeys: ReadonlySet<string>): void {
    this.#byLoop = null;
    this.#changes.fire(loopKeys);
  }

  #sorted(): Map<string, Map<string, DecisionDraft>> {
    const byLoop = new Map<string, Map<string, DecisionDraft>>();
    const all = new Map<string, DecisionDraft | null>(this.#files.entries());
    for (const [key, { draft }] of this.#unsaved) all.set(key, draft);
    for (const draft of all.values()) {
      if (draft === null) continue;
      let drafts = byLoop.get(draft.loopKey);
      if (drafts === undefined) {
        drafts = new Map();
        byLoop.set(draft.loopKey, drafts);
      }
      drafts.set(nameKey(draft), draft);
    }
    return byLoop;
  }

  #put(key: string, draft: DecisionDraft | null, after: number): void {
    this.#unsaved.get(key)?.timer.dispose();
    const timer = this.#ports.clock.setTimeout(() => this.#save(key), after);
    this.#unsaved.set(key, { draft, timer });
  }

  #save(key: string): void {
    const unsaved = this.#unsaved.get(key);
    if (unsaved === undefined) return;
    unsaved.timer.dispose();
    this.#unsaved.delete(key);
    const { draft } = unsaved;
    const writing = draft === null ? this.#files.delete(key) : this.#files.put(key, draft);
    const saving = writing.then((saved) => {
      this.#saving.delete(saving);
      // It stays known in this window, and the next change tries again.
      if (!saved.ok) this.#ports.log.error('A decision could not be written.', saved.message);
    });
    this.#saving.add(saving);
  }
}

/** Whether a draft is of what the finding says now. */
export function isOf(draft: DecisionDraft, finding: { text: string }): boolean {
  const text = finding.text.slice(0, MAX_TEXT);
  return draft.text === text || reworded(draft.text) === reworded(text);
}

/** As it goes into the note; null: nothing is decided yet. */
export function decidedOf({ step, label, id, decision, remark }: DecisionDraft): Decided | null {
  return decision === null ? null : { step, label, id, decision, remark };
}

function keyOf(loopKey: string, { step, label, id }: FindingName): string {
  return [loopKey, step, label, id].join('\0');
}

function loopOf(key: string): string {
  return key.split('\0', 1)[0] ?? '';
}

function draftOf(value: unknown): DecisionDraft | null {
  const { loopKey, step, label, id, text, decision, remark, savedAt } = (value ?? {}) as Record<
    keyof DecisionDraft,
    unknown
  >;
  const known = decision === null ? null : DECISIONS.find((each) => each === decision);
  if (
    typeof loopKey !== 'string' ||
    typeof step !== 'string' ||
    typeof label !== 'string' ||
    typeof id !== 'string' ||
    typeof text !== 'string' ||
    known === undefined ||
    typeof remark !== 'string' ||
    typeof savedAt !== 'number'
  )
    return null;
  return { loopKey, step, label, id, text, decision: known, remark, savedAt };
}
