import type { LoopSnapshot } from '../../src/protocol/loops/model.ts';

/** A loop that runs and of which nothing more is to be said. */
export function stateDefaults(): LoopSnapshot {
  return {
    id: '',
    title: '',
    manifest: null,
    status: 'running',
    lastSign: '2026-03-02T08:59:40.000Z',
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
    readingSeconds: null,
    problems: [],
  };
}
