/**
 * What the person decides about findings, for every panel that shows them: a decision is kept as a draft until the note of
 * its loop goes out, and the note is what was shown.
 */
import { createHash } from 'node:crypto';
import { ok, type Result, refuse } from '../../protocol/lib/result.ts';
import { newEntryId } from '../../protocol/loops/entryId.ts';
import {
  type DecisionDraft,
  type DecisionDrafts,
  decidedOf,
  isOf,
} from '../../workspace/kept/decisionDrafts.ts';
import { type DecidedOutcome, decisionOutcomes, type Fate } from '../../workspace/loops/decisionOutcome.ts';
import {
  type Decided,
  type Decision,
  decidedIn,
  type FindingName,
  nameKey,
  noteText,
} from '../../workspace/loops/decisions.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../workspace/model.ts';

/** One listing of a finding, by where it stands. */
export interface ListedFinding extends FindingName {
  text: string;
  state: 'open' | 'closed' | 'superseded';
  round: number;
  /** Its place in the round's findings. */
  index: number;
}

/** What the person said of a finding. */
export type Mine =
  /** `changed`: of another wording, so that it does not go out before it is said again. */
  | { kind: 'draft' | 'changed'; draft: DecisionDraft }
  | { kind: 'held'; decided: Decided }
  | { kind: 'sent'; decided: Decided; sentAt: number | null; fate: Fate };

export interface DecisionNote {
  text: string;
  count: number;
  /** Of this text: nothing else is sent with it. */
  stamp: string;
}

/** `not-sent`: the person went away, or was told why. */
export type Delivered = 'sent' | 'kept' | 'answered' | 'not-sent';

export interface DeskPorts {
  drafts: DecisionDrafts;
  model: Pick<ReadModel, 'loop' | 'notes'>;
  /** Sends a note, or asks what is to become of it while a question is open. */
  deliver: (loop: WatchedLoop, text: string, noteId: string) => Promise<Delivered>;
}

interface Known {
  outcomes: ReturnType<typeof decisionOutcomes>;
  held: string;
  sent: ReadonlyMap<string, { outcome: DecidedOutcome; sentAt: number | null }>;
  heldDecided: ReadonlyMap<string, Decided>;
}

export class DecisionDesk {
  readonly #ports: DeskPorts;
  readonly #known = new Map<string, Known>();
  /** Ids of notes that could not be sent: tried again they stay the same note. */
  readonly #noteIds = new Map<string, string>();
  readonly #sending = new Map<string, Promise<Result<{ how: Delivered }>>>();

  constructor(ports: DeskPorts) {
    this.#ports = ports;
  }

  mine(loop: WatchedLoop, finding: ListedFinding): Mine | null {
    const { sent, heldDecided } = this.#knownOf(loop);
    const drafts = this.#ports.drafts.of(loop.key);
    if (finding.state === 'open' && drafts.size + heldDecided.size > 0) {
      const name = nameKey(finding);
      const draft = drafts.get(name);
      if (draft !== undefined) return { kind: isOf(draft, finding) ? 'draft' : 'changed', draft };
      const held = heldDecided.get(name);
      if (held !== undefined) return { kind: 'held', decided: held };
    }
    const found = sent.get(`${finding.round}:${finding.index}`);
    if (found === undefined) return null;
    const { outcome, sentAt } = found;
    return { kind: 'sent', decided: outcome.decided, sentAt, fate: outcome.fate };
  }

  /** Only what is open is decided about. The same decision again takes it back. */
  decide(loop: WatchedLoop, finding: ListedFinding, decision: Decision | null): Result<Decision | null> {
    if (finding.state !== 'open') return refuse('not-open', 'The finding is not open.');
    const before = this.mine(loop, finding);
    const same = before?.kind === 'draft' && before.draft.decision === decision;
    const next = same ? null : decision;
    this.#ports.drafts.set(loop.key, finding, { decision: next });
    return ok(next);
  }

  remark(loop: WatchedLoop, finding: ListedFinding, remark: string): Result<null> {
    if (finding.state !== 'open') return refuse('not-open', 'The finding is not open.');
    this.#ports.drafts.set(loop.key, finding, { remark });
    return ok(null);
  }

  /** What would go out, in the order in which the loop lists its findings. */
  waiting(loop: WatchedLoop): Decided[] {
    return this.#waiting(loop).flatMap((draft) => decidedOf(draft) ?? []);
  }

  note(loop: WatchedLoop): DecisionNote | null {
    const decided = this.waiting(loop);
    if (decided.length === 0) return null;
    const text = noteText(decided);
    return { text, count: decided.length, stamp: stampOf(loop.key, text) };
  }

  /** Refused with `changed` where the note is another by now than the one that was shown. */
  async send(loopKey: string, stamp: string): Promise<Result<{ how: Delivered }>> {
    const running = this.#sending.get(loopKey);
    if (running !== undefined) return running;
    const sending = this.#send(loopKey, stamp).finally(() => this.#sending.delete(loopKey));
    this.#sending.set(loopKey, sending);
    return sending;
  }

  async #send(loopKey: string, stamp: string): Promise<Result<{ how: Delivered }>> {
    const loop = this.#ports.model.loop(loopKey);
    if (loop === undefined) return refuse('gone', 'The loop is no longer there.');
    const drafts = this.#waiting(loop);
    const note = this.note(loop);
    if (note?.stamp !== stamp) return refuse('changed', 'The note is another by now.');
    const noteId = this.#noteIds.get(stamp) ?? newEntryId();
    this.#noteIds.set(stamp, noteId);
    const how = await this.#ports.deliver(loop, note.text, noteId);
    if (how === 'not-sent') return ok({ how });
    this.#noteIds.delete(stamp);
    // What was said anew meanwhile stays.
    const unchanged = drafts.filter((draft) => this.#ports.drafts.get(loopKey, draft) === draft);
    await this.#ports.drafts.delete(unchanged);
    return ok({ how });
  }

  #waiting(loop: WatchedLoop): DecisionDraft[] {
    const drafts = this.#ports.drafts.of(loop.key);
    if (drafts.size === 0) return [];
    const found = new Set<DecisionDraft>();
    for (const open of loop.snapshot.openFindings) {
      const draft = drafts.get(nameKey(open));
      if (draft !== undefined && draft.decision !== null && isOf(draft, open)) found.add(draft);
    }
    return [...found];
  }

  #knownOf(loop: WatchedLoop): Known {
    const outcomes = decisionOutcomes(loop.snapshot);
    const notes = this.#ports.model.notes(loop.key);
    const held = notes.map(({ id }) => id).join();
    const before = this.#known.get(loop.key);
    if (before?.outcomes === outcomes && before.held === held) return before;
    const sent = new Map<string, { outcome: DecidedOutcome; sentAt: number | null }>();
    // The later note is the one that counts.
    for (const { decided, sentAt } of outcomes)
      for (const outcome of decided)
        for (const at of [outcome.before, outcome.now])
          if (at !== null) sent.set(`${at.round}:${at.index}`, { outcome, sentAt });
    const heldDecided = new Map(
      notes.flatMap(({ text }) => decidedIn(text).map((decided) => [nameKey(decided), decided] as const)),
    );
    const known = { outcomes, held, sent, heldDecided };
    this.#known.set(loop.key, known);
    return known;
  }
}

function stampOf(loopKey: string, text: string): string {
  return createHash('sha256').update(`${loopKey}\n${text}`).digest('hex').slice(0, 32);
}
