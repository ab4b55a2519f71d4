/** Loops as views get them, built from what a test wants to say about one. */

import type { LoopSnapshot, QuestionState, Round, Run, SentEntry } from '../../src/protocol/loops/model.ts';
import { loopKey, type WatchedLoop } from '../../src/workspace/watchedLoop.ts';
import { stateDefaults } from './snapshotDefaults.ts';

export interface LoopSpec extends Partial<LoopSnapshot> {
  repository?: string;
  writable?: WatchedLoop['writable'];
}

export function aLoop(id: string, spec: LoopSpec = {}): WatchedLoop {
  const { repository = '/home/me/webshop', writable = { ok: true }, ...snapshot } = spec;
  const folder = `${repository}/.loops/${id}`;
  return {
    key: loopKey(folder, id),
    folder,
    repository,
    id,
    origin: 'workspace',
    writable,
    snapshot: { ...stateDefaults(), id, title: `About ${id}`, ...snapshot },
  };
}

export function aQuestion(spec: Partial<QuestionState> = {}): QuestionState {
  const askedAt = spec.askedAt ?? '2026-03-02T08:54:00.000Z';
  const id = spec.id ?? 'q1';
  return {
    key: { id, askedAt, offset: 100 },
    id,
    text: 'Who should the page speak to first?',
    round: 3,
    blocks: true,
    state: 'open',
    reason: null,
    answer: null,
    overtaken: false,
    options: [],
    askedAt,
    expiresAt: null,
    ...spec,
  };
}

/** A loop that asks. */
export function asking(id: string, question: Partial<QuestionState> = {}, spec: LoopSpec = {}): WatchedLoop {
  return aLoop(id, {
    status: 'waiting',
    waitsForYou: [{ code: 'question', args: {} }],
    questions: [aQuestion(question)],
    ...spec,
  });
}

export function aRound(round: number, spec: Partial<Round> = {}): Round {
  return {
    round,
    verdict: 'continue',
    stopReason: null,
    plan: '',
    summary: '',
    next: '',
    commit: null,
    outcome: null,
    startedAt: '2026-03-02T07:00:00.000Z',
    endedAt: '2026-03-02T08:00:00.000Z',
    costUsd: 0,
    costEstimated: false,
    tokens: 0,
    unpricedTokens: 0,
    openMaterial: 0,
    openMinor: 0,
    metrics: [],
    runs: [],
    findings: [],
    ...spec,
  };
}

export function aRun(step: string, spec: Partial<Run> = {}): Run {
  return {
    step,
    label: '',
    attempt: null,
    status: 'ok',
    startedAt: '2026-03-02T07:00:00.000Z',
    finishedAt: '2026-03-02T07:03:00.000Z',
    summary: '',
    artifact: null,
    costUsd: null,
    error: null,
    session: null,
    model: null,
    counts: true,
    ...spec,
  };
}

export function aReply(spec: Partial<SentEntry> = {}): SentEntry {
  return {
    id: 'qd-1',
    kind: 'reply',
    text: 'Team leads',
    ts: '2026-03-02T08:59:00.000Z',
    question: 'q1',
    choice: null,
    round: null,
    trusted: true,
    copy: false,
    read: false,
    readAt: null,
    takenAt: null,
    answers: null,
    ...spec,
  };
}
