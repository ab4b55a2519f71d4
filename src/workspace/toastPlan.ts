import { millis } from '../protocol/lib/time.ts';
import type { Look, LoopLook, Wait } from './needsYou.ts';

export type Toast = {
  /** Of `Marks`: claim all of them, and show the toast if at least one was ours. */
  marks: string[];
} & (
  | { kind: 'wait'; wait: Wait; others: Wait[] }
  | { kind: 'reminder'; wait: Wait }
  /** What was waiting already when this window started, or what still waits when the person comes back. */
  | { kind: 'summary'; why: 'start' | 'away'; waits: Wait[] }
  | { kind: 'over-cap' | 'no-progress'; look: LoopLook }
);

/** What this window remembers between two plans. */
export interface ToastMemory {
  /** When each wait was first seen by this window. */
  firstSeen: ReadonlyMap<string, number>;
  /** When the first plan was made: what began before is history. */
  startedAt: number | null;
  /** Since when the window is not in use; null while it is. */
  awaySince: number | null;
}

export interface ToastInput {
  now: number;
  /** As `needsYou` gives them. */
  waits: readonly Wait[];
  looks: readonly Look[];
  /** Of `Marks`, with those that are being claimed. */
  marked: (mark: string) => boolean;
  /** This window has the focus and is in use. */
  active: boolean;
  memory: ToastMemory;
}

export interface ToastPlan {
  /** One at a time; more may follow at `againAt`. */
  toast: Toast | null;
  /** Claim these without a toast. */
  quietly: string[];
  /** When to plan again though nothing changed, in milliseconds since 1970. */
  againAt: number | null;
  memory: ToastMemory;
}

export const noMemory: ToastMemory = { firstSeen: new Map(), startedAt: null, awaySince: null };

/** Waits that begin within this time share a toast. */
export const togetherMs = 5_000;
/** After so long away there is one summary. */
const longAwayMs = 120_000;
const noReminderUnder = 180_000;
const remindAtLeast = 60_000;
const betweenToasts = 1_000;
/** Of more waits than these the first are looked at: each costs a mark, and they come in as those before them go. */
const mostWaits = 500;
/** Of asks that are one row so many are marked; those that are left once these are answered may be told of again. */
const mostAlike = 50;

/** Which toast to show now. Pure: the same input gives the same plan (product.md, Toasts; ux.md, M24 to M33). */
export function toastPlan(input: ToastInput): ToastPlan {
  const { now, looks, marked, active, memory } = input;
  const waits = input.waits.slice(0, mostWaits);
  const isCut = waits.length < input.waits.length;
  const startedAt = memory.startedAt ?? now;
  const firstSeen = new Map(waits.map((wait) => [wait.key, memory.firstSeen.get(wait.key) ?? now]));
  const awaySince = active ? null : (memory.awaySince ?? now);
  const plan: ToastPlan = {
    toast: null,
    quietly: [],
    againAt: null,
    memory: { firstSeen, startedAt, awaySince },
  };
  const fresh: Wait[] = [];
  const history: Wait[] = [];
  for (const wait of waits) {
    const marks = waitMarks(wait);
    if (marks.some(marked)) {
      // Asked again in the same words while it waits: said already.
      plan.quietly.push(...marks.filter((mark) => !marked(mark)));
    } else if (isHistory(wait, memory, startedAt)) {
      history.push(wait);
    } else {
      fresh.push(wait);
    }
  }
  const newLooks = looks.filter(isToasted).filter((look) => !marked(lookMark(look)));
  const oldLooks = newLooks.filter((look) => isOld(look, memory, startedAt));
  plan.quietly.push(...oldLooks.map(lookMark));
  if (!active) {
    return plan;
  }
  const away = memory.awaySince === null ? 0 : now - memory.awaySince;
  const dueAt = (pool: readonly Wait[]): number =>
    Math.min(...pool.map((wait) => firstSeen.get(wait.key) ?? now)) + togetherMs;
  const reminder = waits.find((wait) => {
    const at = reminderAt(wait);
    const due = at !== null && at <= now && now < (wait.expiresAt ?? now);
    return due && marked(waitMark(wait)) && !marked(reminderMark(wait));
  });
  const look = newLooks.find((each) => !oldLooks.includes(each));
  const [first, ...others] = fresh;
  const pool = [...fresh, ...history];
  if (away > longAwayMs && pool.length > 0) {
    const why = history.length > 0 ? 'start' : 'away';
    plan.toast = { kind: 'summary', why, waits: [...input.waits], marks: marksOf(pool, now) };
  } else if (reminder !== undefined) {
    plan.toast = { kind: 'reminder', wait: reminder, marks: [reminderMark(reminder)] };
  } else if (first !== undefined && dueAt(fresh) <= now) {
    plan.toast = { kind: 'wait', wait: first, others, marks: marksOf(fresh, now) };
  } else if (history.length > 0 && dueAt(history) <= now) {
    const all = isCut ? [...input.waits] : history;
    plan.toast = { kind: 'summary', why: 'start', waits: all, marks: marksOf(history, now) };
  } else if (look !== undefined) {
    const kind = look.code === 'over-cap' ? 'over-cap' : 'no-progress';
    plan.toast = { kind, look, marks: [lookMark(look)] };
  }
  const moments = [fresh, history].filter((each) => each.length > 0).map(dueAt);
  for (const wait of waits) {
    const at = reminderAt(wait);
    if (at !== null && at > now) {
      moments.push(at);
    }
  }
  if (plan.toast !== null) {
    moments.push(now + betweenToasts);
  }
  const next = Math.min(...moments.filter((at) => at > now));
  plan.againAt = Number.isFinite(next) ? next : null;
  return plan;
}

function waitMark(wait: Wait): string {
  return `${wait.key}|toast`;
}

function waitMarks(wait: Wait): string[] {
  const same: readonly Wait[] = wait.same;
  return same.slice(0, mostAlike).map(waitMark);
}

function reminderMark(wait: Wait): string {
  return `${wait.key}|reminder`;
}

function lookMark(look: Look): string {
  return `${look.key}|toast`;
}

/** Those of the waits and of all that are one row with them; their reminders too where their time has come. */
function marksOf(waits: readonly Wait[], now: number): string[] {
  return waits.flatMap((wait): string[] => {
    const at = reminderAt(wait);
    const reminders = at !== null && at <= now ? [reminderMark(wait)] : [];
    return [...waitMarks(wait), ...reminders];
  });
}

/** The last fifth of its time, at least a minute before its end; null where its time is short or not limited. */
function reminderAt(wait: Wait): number | null {
  if (wait.since === null || wait.expiresAt === null) {
    return null;
  }
  const time = wait.expiresAt - wait.since;
  return time < noReminderUnder ? null : wait.expiresAt - Math.max(time / 5, remindAtLeast);
}

function isHistory(wait: Wait, memory: ToastMemory, startedAt: number): boolean {
  return wait.since === null ? memory.startedAt === null : wait.since < startedAt;
}

function isToasted(look: Look): look is LoopLook {
  return look.code === 'over-cap' || look.code === 'no-progress';
}

/** So since before this window: there at the first look, or without a sign of its loop since. */
function isOld(look: LoopLook, memory: ToastMemory, startedAt: number): boolean {
  return memory.startedAt === null || (millis(look.loop.snapshot.lastSign) ?? startedAt) < startedAt;
}
