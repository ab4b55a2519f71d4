/** What a row means at a moment: what changes by time alone. */
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';

const minute = 60_000;
/** An agent not seen for so long takes nothing that is bound to it. */
const goneAfter = 60 * minute;
/** Clocks of two machines differ by less than this in ordinary life. */
const ordinarySkew = 5000;

export interface TaskMoment {
  /** How long the state lasts, in milliseconds; never negative. */
  lasts: number | null;
  /** How long this agent's tasks usually take. */
  usualMs: number | null;
  /** When its agent was last seen, milliseconds since 1970; null: never registered, or says nothing of it. */
  lastSeen: number | null;
  /** Active for so long that it looks abandoned, its agent not seen for as long. */
  stale: boolean;
  /** Waits for an agent that was not seen for an hour. */
  orphaned: boolean;
  /** By so much the writer's clock is ahead of ours; null where it is not. */
  aheadMs: number | null;
  /** The next moment at which one of these turns; null: by time alone none will. */
  nextChangeAt: number | null;
}

/** `now`: milliseconds since 1970. */
export function taskMoment(workspace: TaskWorkspace, row: TaskRow, now: number): TaskMoment {
  const facts = workspace.facts(row);
  const { since, state } = facts;
  const agent = facts.agent === null ? undefined : workspace.agent(facts.agent);
  const usualMs = facts.agent === null ? null : workspace.usualMs(facts.agent);
  const lastSeen = agent?.lastSeen ?? null;
  const base: TaskMoment = {
    lasts: since === null ? null : Math.max(0, now - since),
    usualMs,
    lastSeen,
    stale: false,
    orphaned: false,
    aheadMs: since !== null && since - now > ordinarySkew ? since - now : null,
    nextChangeAt: since !== null && since - now > ordinarySkew ? since - ordinarySkew : null,
  };
  if (state === 'active' && since !== null) {
    const limit = Math.max(workspace.staleMinutes * minute, 3 * (usualMs ?? 0));
    return turns(base, 'stale', Math.max(since, lastSeen ?? since) + limit, now);
  }
  if (facts.boundTo !== null) {
    const from = lastSeen ?? since;
    return from === null ? base : turns(base, 'orphaned', from + goneAfter, now);
  }
  return base;
}

function turns(moment: TaskMoment, what: 'stale' | 'orphaned', at: number, now: number): TaskMoment {
  return now > at
    ? { ...moment, [what]: true }
    : { ...moment, nextChangeAt: Math.min(at + 1, moment.nextChangeAt ?? Number.POSITIVE_INFINITY) };
}
