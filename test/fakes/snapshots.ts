import type {
  LookCode,
  LoopSnapshot,
  QuestionState,
  Round,
  Run,
  SentEntry,
} from '../../src/protocol/loops/loopSnapshot.ts';
import type { Manifest } from '../../src/protocol/loops/manifest.ts';
import { loopKey, type WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';

export const manifest: Manifest = {
  protocol: 1,
  id: 'a',
  title: 'A',
  brief: { goal: 'g', audience: 'a', bar: 'b' },
  steps: [],
  pace: '',
  commands: {},
  outputs: [],
  state: [],
};

/** A loop's state with only what a test says. */
export function snapshot(values: Partial<LoopSnapshot> = {}): LoopSnapshot {
  return {
    id: 'a',
    title: 'A',
    manifest,
    status: 'running',
    lastSign: '2026-03-02T09:00:00.000Z',
    nextAt: null,
    nextChangeAt: null,
    waitsForYou: [],
    needsALook: [],
    rounds: [],
    openFindings: [],
    questions: [],
    inbox: [],
    checks: [],
    costUsd: 0,
    costEstimated: false,
    tokens: 0,
    unpricedTokens: 0,
    runtimeSeconds: 0,
    stopRequested: false,
    ended: null,
    readingSeconds: null,
    problems: [],
    ...values,
  };
}

export function question(values: Partial<QuestionState> & { offset?: number } = {}): QuestionState {
  const { offset = 0, ...rest } = values;
  const askedAt = rest.askedAt ?? '2026-03-02T09:00:00.000Z';
  return {
    key: { id: rest.id ?? null, askedAt, offset },
    id: null,
    text: 'Which way?',
    round: null,
    blocks: true,
    state: 'open',
    reason: null,
    answer: null,
    overtaken: false,
    options: [],
    askedAt,
    expiresAt: null,
    ...rest,
  };
}

export function round(values: Partial<Round> = {}): Round {
  return {
    round: 1,
    verdict: null,
    stopReason: null,
    plan: '',
    summary: '',
    next: '',
    commit: null,
    outcome: null,
    startedAt: null,
    endedAt: null,
    costUsd: 0,
    costEstimated: false,
    tokens: 0,
    unpricedTokens: 0,
    openMaterial: 0,
    openMinor: 0,
    metrics: [],
    runs: [],
    findings: [],
    ...values,
  };
}

export function run(values: Partial<Run> = {}): Run {
  return {
    step: 'build',
    label: '',
    attempt: null,
    status: 'ok',
    startedAt: null,
    finishedAt: null,
    summary: '',
    artifact: null,
    costUsd: null,
    error: null,
    session: null,
    model: null,
    counts: true,
    ...values,
  };
}

export function sent(values: Partial<SentEntry> = {}): SentEntry {
  return {
    id: 'qd-1',
    kind: 'reply',
    text: 'yes',
    ts: '2026-03-02T09:00:00.000Z',
    question: null,
    choice: null,
    round: null,
    trusted: true,
    copy: false,
    read: false,
    readAt: null,
    takenAt: null,
    answers: null,
    ...values,
  };
}

/** A loop as the store gives it; with open questions it waits. */
export function watched(id: string, values: Partial<LoopSnapshot> = {}, repository = '/r'): WatchedLoop {
  const asks = (values.questions ?? []).some((each) => each.state === 'open' && !each.overtaken);
  return {
    key: loopKey(`${repository}/.loops/${id}`, id),
    folder: `${repository}/.loops/${id}`,
    repository,
    id,
    origin: 'workspace',
    snapshot: snapshot({ id, waitsForYou: asks ? [{ code: 'question', args: {} }] : [], ...values }),
    writable: { ok: true },
  };
}

export function looks(...codes: LookCode[]): Pick<LoopSnapshot, 'needsALook'> {
  return { needsALook: codes.map((code) => ({ code, args: {} })) };
}
