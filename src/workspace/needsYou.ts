import type { Option } from '../protocol/lib/option.ts';
import { millis } from '../protocol/lib/time.ts';
import type { ReasonArgs } from '../protocol/loops/attention.ts';
import type { LookCode, QuestionState, Reason } from '../protocol/loops/loopSnapshot.ts';
import { alone, compareNumbers, compareText, groupEqual } from './grouping.ts';
import type { Writable } from './kernel/writable.ts';
import type { WatchedLoop } from './loops/watchedLoop.ts';
import { unanswerable } from './tasks/taskAbilities.ts';
import type { FeedbackWait, TaskLook } from './tasks/taskAttention.ts';
import { mergeAsks, taskNeeds } from './tasks/taskNeeds.ts';
import type { TaskWorkspace } from './tasks/taskWorkspace.ts';

/** A loop's question, or a verdict that it waits for. */
export interface LoopWait {
  kind: 'question' | 'verdict';
  /** Stable and unique: the loop's key and which question it is. */
  key: string;
  loop: WatchedLoop;
  /** null: a verdict. */
  question: QuestionState | null;
  /** The loop's id. */
  asker: string;
  /** What it asks; for a verdict what its last round said. */
  text: string;
  options: readonly Option[];
  /** Milliseconds since 1970. */
  since: number | null;
  expiresAt: number | null;
  /** The loop does nothing until it is answered. */
  blocks: boolean;
  /** Equal asks of one loop are one row: all of them, self first. */
  same: LoopWait[];
}

/** Something that waits for the person. */
export type Wait = LoopWait | FeedbackWait;

/** Why a loop needs a look. */
export interface LoopLook {
  kind: 'loop';
  code: LookCode;
  key: string;
  loop: WatchedLoop;
  reason: Reason<LookCode>;
  /** Equal failures are one row: all of them, self first. */
  same: LoopLook[];
}

/** Something that wants a look. */
export type Look = LoopLook | TaskLook;

export interface NeedsYou {
  waits: Wait[];
  looks: Look[];
}

/** By urgency; what stands together is one rank. */
const lookRanks: readonly (readonly Look['code'][])[] = [
  ['over-cap'],
  ['failed', 'task-failed'],
  ['stalled', 'task-stale'],
  ['no-progress'],
  ['unread'],
  ['still-asks'],
  ['needs-person'],
  ['task-interrupted'],
  ['decided'],
  ['capped'],
  ['task-bound'],
  ['untrusted'],
  ['problem', 'task-unreadable'],
  ['task-twin'],
];
const rankOf = new Map(lookRanks.flatMap((codes, rank) => codes.map((code) => [code, rank] as const)));

/**
 * Everything that waits, then what needs a look, in the fixed order of the view: blocking questions and verdicts by
 * expiry (none last), then by how long they block; other questions by age; what tasks ask by priority and age; over cap,
 * failed, stalled, no progress, unread answers, the rest. The badge is `waits.length`: a group counts once.
 */
export function needsYou(
  loops: readonly WatchedLoop[],
  workspaces: readonly TaskWorkspace[],
  now: number,
): NeedsYou {
  const tasks = workspaces.map((workspace) => taskNeeds(workspace, now));
  const waits = groupEqual(loops.flatMap(waitsOf).sort(compareWaits), sameAsk);
  // Groups keep to one workspace, so what is grouped there only has to be merged here.
  const asks = tasks.length === 1 ? (tasks[0]?.waits ?? []) : mergeAsks(tasks.map((each) => each.waits));
  const looks = groupEqual(loops.flatMap(looksOf).sort(compareLooks), sameFailure);
  const taskLooks = tasks.flatMap((each) => each.looks);
  return {
    waits: [...waits, ...asks],
    looks: taskLooks.length === 0 ? looks : [...looks, ...taskLooks].sort(compareLooks),
  };
}

/** Whether the person may write where this waits. */
export function writableOf(wait: Wait): Writable {
  return wait.kind === 'feedback' ? wait.workspace.writable : wait.loop.writable;
}

/** The person may write there, and the task's file is one that takes an answer. */
export function canAnswer(wait: Wait): boolean {
  return writableOf(wait).ok && (wait.kind !== 'feedback' || unanswerable(wait.workspace, wait.row) === null);
}

/** The folder that it is in: a loop's repository, a task's workspace. */
export function folderOf(wait: Wait): string {
  return wait.kind === 'feedback' ? wait.workspace.folder : wait.loop.repository;
}

/** How many loops and how many tasks wait. */
export function countAskers(waits: readonly Wait[]): { loops: number; tasks: number } {
  const loops = new Set<string>();
  let tasks = 0;
  for (const wait of waits) {
    if (wait.kind === 'feedback') tasks += wait.same.length;
    else loops.add(wait.loop.key);
  }
  return { loops: loops.size, tasks };
}

/** The identity of a question over loops and over being asked again. */
export function questionWaitKey(loop: { key: string }, question: QuestionState): string {
  const { id, askedAt, offset } = question.key;
  return `${loop.key}|question|${JSON.stringify([id, askedAt, offset])}`;
}

function waitsOf(loop: WatchedLoop): LoopWait[] {
  const { snapshot } = loop;
  const found: LoopWait[] = [];
  if (snapshot.waitsForYou.some((reason) => reason.code === 'question')) {
    for (const question of snapshot.questions) {
      if (question.state === 'open' && !question.overtaken) {
        found.push(questionWait(loop, question));
      }
    }
  }
  for (const reason of snapshot.waitsForYou) {
    if (reason.code === 'verdict-wait') {
      const { round = null, since = null } = reason.args as Partial<ReasonArgs['verdict-wait']>;
      found.push(
        wait('verdict', `${loop.key}|verdict|${JSON.stringify([round, since])}`, loop, {
          question: null,
          since: millis(since),
          expiresAt: null,
          blocks: true,
        }),
      );
    }
  }
  return found;
}

/** A question of a loop as a wait, whether it is one or not. */
export function questionWait(loop: WatchedLoop, question: QuestionState): LoopWait {
  return wait('question', questionWaitKey(loop, question), loop, {
    question,
    since: millis(question.askedAt),
    expiresAt: millis(question.expiresAt),
    blocks: question.blocks,
  });
}

function wait(
  kind: LoopWait['kind'],
  key: string,
  loop: WatchedLoop,
  rest: Pick<LoopWait, 'question' | 'since' | 'expiresAt' | 'blocks'>,
): LoopWait {
  const { question } = rest;
  return alone<LoopWait>({
    kind,
    key,
    loop,
    ...rest,
    asker: loop.id,
    text: question === null ? lastWords(loop) : question.text,
    options: question?.options ?? [],
    same: [],
  });
}

function lastWords({ snapshot }: WatchedLoop): string {
  const round = snapshot.rounds.at(-1);
  return [round?.summary ?? '', round?.next ?? ''].filter((text) => text !== '').join(' ');
}

function looksOf(loop: WatchedLoop): LoopLook[] {
  const count = new Map<LookCode, number>();
  return loop.snapshot.needsALook.map((reason) => {
    const before = count.get(reason.code) ?? 0;
    count.set(reason.code, before + 1);
    const detail = detailOf(reason) ?? (before === 0 ? '' : `|${before}`);
    const key = `${loop.key}|${reason.code}${detail}`;
    return alone<LoopLook>({ kind: 'loop', code: reason.code, key, loop, reason, same: [] });
  });
}

/** What tells two reasons of one code apart for good; figures that change with every event do not belong to it. */
function detailOf(reason: Reason<LookCode>): string | null {
  const { key } = reason.args as { key?: unknown };
  return typeof key === 'object' && key !== null ? `|${JSON.stringify(key)}` : null;
}

function compareWaits(a: LoopWait, b: LoopWait): number {
  if (a.blocks !== b.blocks) {
    return a.blocks ? -1 : 1;
  }
  return (
    (a.blocks ? compareNumbers(a.expiresAt, b.expiresAt) : 0) ||
    compareNumbers(a.since, b.since) ||
    compareText(a.key, b.key)
  );
}

function compareLooks(a: Look, b: Look): number {
  return (
    (rankOf.get(a.code) ?? 0) - (rankOf.get(b.code) ?? 0) ||
    // Of two alike the one that happened last is news.
    happened(b) - happened(a) ||
    compareText(a.key, b.key)
  );
}

/** Milliseconds since 1970; 0 where nothing says. */
function happened(look: Look): number {
  return (look.kind === 'task' ? look.since : millis(look.loop.snapshot.lastSign)) ?? 0;
}

/** Which asks are one row: the same loop, kind, text and options. Null: this one stands alone. */
function sameAsk(each: LoopWait): string | null {
  if (each.question === null) {
    return null;
  }
  const { text, options } = each.question;
  return JSON.stringify([
    each.loop.key,
    each.blocks,
    text.trim(),
    options.map((option) => [option.id, option.label]),
  ]);
}

/** Which failures are one row: the same words in any loop. */
function sameFailure(each: LoopLook): string | null {
  if (each.code !== 'failed' && each.code !== 'needs-person') {
    return null;
  }
  const words = failureText(each);
  return words === '' ? null : JSON.stringify([each.code, words]);
}

/** What the failure says: its own words, else the error of the loop's newest failed run, else its last summary. */
export function failureText(look: LoopLook): string {
  const { text } = look.reason.args as { text?: unknown };
  if (typeof text === 'string' && text.trim() !== '') {
    return text.trim();
  }
  const round = look.loop.snapshot.rounds.at(-1);
  const error = round?.runs.findLast((run) => run.error !== null)?.error;
  return (error?.text ?? round?.summary ?? '').trim();
}
