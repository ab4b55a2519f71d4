/**
 * What the person decided about findings and has not sent yet: a small file each, shared by panels and windows. A decision
 * is of a finding as it was worded then: of one that says something else by now it is known as such.
 */

import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { reworded } from '../../protocol/loops/findingIdentity.ts';
import type { SmallFilePorts } from '../kernel/smallFiles.ts';
import { DECISIONS, type Decided, type Decision, type FindingName, nameKey } from '../loops/decisions.ts';
import { DelayedFiles } from './delayedFiles.ts';

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
  readonly #clock: Clock;
  readonly #files: DelayedFiles<DecisionDraft>;
  /** By loop and name; cached, invalidated by every change. */
  #byLoop: Map<string, Map<string, DecisionDraft>> | null = null;

  constructor(ports: SmallFilePorts) {
    this.#clock = ports.clock;
    this.#files = new DelayedFiles(ports, draftOf, 'A decision');
    const invalidate = () => {
      this.#byLoop = null;
    };
    this.#files.onDidChange(invalidate);
    this.onDidChange = (listener) =>
      this.#files.onDidChange((keys) => listener(new Set([...keys].map(loopOf))));
    this.ready = this.#files.ready.then(invalidate);
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
            savedAt: this.#clock.now(),
          };
    if (draft === null && before === undefined) return;
    const key = keyOf(loopKey, finding);
    this.#files.put(new Map([[key, draft]]), change.decision === undefined ? WRITE_AFTER : 0);
  }

  /** They went out, or are no longer wanted. */
  async delete(drafts: readonly DecisionDraft[]): Promise<void> {
    this.#files.put(new Map(drafts.map((draft) => [keyOf(draft.loopKey, draft), null])), 0);
    await this.flush();
  }

  /** Writes what is not on disk yet. */
  flush(): Promise<void> {
    return this.#files.flush();
  }

  dispose(): void {
    this.#files.dispose();
  }

  #sorted(): Map<string, Map<string, DecisionDraft>> {
    const byLoop = new Map<string, Map<string, DecisionDraft>>();
    for (const [, draft] of this.#files.entries()) {
      let drafts = byLoop.get(draft.loopKey);
      if (drafts === undefined) {
        drafts = new Map();
        byLoop.set(draft.loopKey, drafts);
      }
      drafts.set(nameKey(draft), draft);
    }
    return byLoop;
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
