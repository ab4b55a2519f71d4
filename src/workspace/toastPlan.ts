import type { Look, Wait } from './needsYou.ts';

export type Toast = { marks: string[] } & (
  | { kind: 'wait'; wait: Wait; others: Wait[] }
  | { kind: 'reminder'; wait: Wait }
  /** What was already waiting when this window started, or when the person came back. */
  | { kind: 'summary'; why: 'start' | 'away'; waits: Wait[] }
  | { kind: 'over-cap' | 'no-progress'; look: Look }
);

/** What this window remembers between two plans. */
export interface ToastMemory {
  /** When each wait was first seen by this window. */
  firstSeen: ReadonlyMap<string, number>;
  /** Loops of which the history was already there: the first sight made no toast. */
  started: boolean;
  awaySince: number | null;
}

export interface ToastInput {
  now: number;
  waits: readonly Wait[];
  looks: readonly Look[];
  /** Of `Marks`. */
  marked: (mark: string) => boolean;
  /** This window has the focus and is in use. */
  active: boolean;
  memory: ToastMemory;
}

export interface ToastPlan {
  /** Claim every mark, and show it if at least one was ours. */
  toast: Toast | null;
  /** Claim these without a toast. */
  quietly: string[];
  /** When to plan again though nothing changed. */
  againAt: number | null;
  memory: ToastMemory;
}

export const noMemory: ToastMemory = { firstSeen: new Map(), started: false, awaySince: null };

export function toastPlan(input: ToastInput): ToastPlan {
  return { toast: null, quietly: [], againAt: null, memory: input.memory };
}
