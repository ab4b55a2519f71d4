import type { ReasonArgs } from '../protocol/loops/attention.ts';
import type { LookCode, QuestionState, Reason } from '../protocol/loops/model.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** Something that waits for the person. Later systems add their kinds. */
export interface Wait {
  kind: 'question' | 'verdict';
  /** Stable and unique: the loop's key and which question it is. */
  key: string;
  loop: WatchedLoop;
  question: QuestionState | null;
  /** Milliseconds since 1970. */
  since: number | null;
  expiresAt: number | null;
  /** The loop does nothing until it is answered. */
  blocks: boolean;
  /** Equal asks of one loop are one row: all of them, self first. */
  same: Wait[];
}

/** Something that wants a look. */
export interface Look {
  code: LookCode;
  key: string;
  loop: WatchedLoop;
  reason: Reason<LookCode>;
  /** Equal failures are one row: all of them, self first. */
  same: Look[];
}

export interface NeedsYou {
  waits: Wait[];
  looks: Look[];
}

/** Groups by urgency; within `rest` the order is that of the list. */
const lookOrder: readonly LookCode[] = [
  'over-cap',
  'failed',
  'stalled',
  'no-progress',
  'unread',
  'still-asks',
  'needs-person',
  'decided',
  'capped',
  'untrusted',
  'problem',
];

/**
 * Everything that waits, then what needs a look, in the fixed order of the view: blocking questions and verdicts by
 * expiry (none last), then by how long they block; other questions by age; over cap, failed, stalled, no progress,
 * unread answers, the rest. The badge is `waits.length`: a group counts once.
 */
export function needsYou(loops: readonly WatchedLoop[]): NeedsYou {
  const waits = loops.flatMap(waitsOf).sort(compareWaits);
  const looks = loops.flatMap(looksOf).sort(compareLooks);
  return { waits: groupEqual(waits, sameAsk), looks: groupEqual(looks, sameFailure) };
}

/** The identity of a question over loops and over being asked again. */
export function questionWaitKey(loop: { key: string }, question: QuestionState): string {
  const { id, askedAt, offset } = question.key;
  return `${loop.key}|question|${JSON.stringify([id, askedAt, offset])}`;
}

/** ISO text as milliseconds since 1970, null for null or what is no time. */
export function millis(iso: string | null): number | null {
  const value = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(value) ? null : value;
}

function waitsOf(loop: WatchedLoop): Wait[] {
  const { snapshot } = loop;
  const found: Wait[] = [];
  if (snapshot.waitsForYou.some((reason) => reason.code === 'question')) {
    for (const question of snapshot.questions) {
      if (question.state === 'open' && !question.overtaken) {
        found.push(
          wait('question', questionWaitKey(loop, question), loop, {
            question,
            since: millis(question.askedAt),
            expiresAt: millis(question.expiresAt),
            blocks: question.blocks,
          }),
        );
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

function wait(
  kind: Wait['kind'],
  key: string,
  loop: WatchedLoop,
  rest: Pick<Wait, 'question' | 'since' | 'expiresAt' | 'blocks'>,
): Wait {
  const made: Wait = { kind, key, loop, ...rest, same: [] };
  made.same = [made];
  return made;
}

function looksOf(loop: WatchedLoop): Look[] {
  const count = new Map<LookCode, number>();
  return loop.snapshot.needsALook.map((reason) => {
    const before = count.get(reason.code) ?? 0;
    count.set(reason.code, before + 1);
    const detail = detailOf(reason) ?? (before === 0 ? '' : `|${before}`);
    const made: Look = {
      code: reason.code,
      key: `${loop.key}|${reason.code}${detail}`,
      loop,
      reason,
      same: [],
    };
    made.same = [made];
    return made;
  });
}

/** What tells two reasons of one code apart for good; figures that change with every event do not belong to it. */
function detailOf(reason: Reason<LookCode>): string | null {
  const { key } = reason.args as { key?: unknown };
  return typeof key === 'object' && key !== null ? `|${JSON.stringify(key)}` : null;
}

/** Numbers ascending, null last. */
function compareNumbers(a: number | null, b: number | null): number {
  if (a === null || b === null) {
    return a === b ? 0 : a === null ? 1 : -1;
  }
  return a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareWaits(a: Wait, b: Wait): number {
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
    lookOrder.indexOf(a.code) - lookOrder.indexOf(b.code) ||
    // Of two alike the one that happened last is news.
    compareText(b.loop.snapshot.lastSign ?? '', a.loop.snapshot.lastSign ?? '') ||
    compareText(a.key, b.key)
  );
}

/** Which asks are one row: the same loop, kind, text and options. Null: this one stands alone. */
function sameAsk(each: Wait): string | null {
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
function sameFailure(each: Look): string | null {
  if (each.code !== 'failed' && each.code !== 'needs-person') {
    return null;
  }
  const words = failureText(each);
  return words === '' ? null : JSON.stringify([each.code, words]);
}

/** What the failure says: its own words, else the error of the loop's newest failed run, else its last summary. */
export function failureText(look: Look): string {
  const { text } = look.reason.args as { text?: unknown };
  if (typeof text === 'string' && text.trim() !== '') {
    return text.trim();
  }
  const round = look.loop.snapshot.rounds.at(-1);
  const error = round?.runs.findLast((run) => run.error !== null)?.error;
  return (error?.text ?? round?.summary ?? '').trim();
}

/** The first of each group stands for all; the order is kept. */
function groupEqual<T extends { same: T[] }>(items: readonly T[], groupOf: (item: T) => string | null): T[] {
  const first = new Map<string, T>();
  const shown: T[] = [];
  for (const item of items) {
    const group = groupOf(item);
    const head = group === null ? undefined : first.get(group);
    if (head !== undefined) {
      head.same.push(item);
      continue;
    }
    if (group !== null) {
      first.set(group, item);
    }
    shown.push(item);
  }
  return shown;
}
