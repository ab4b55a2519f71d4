/** One round: how it stands, its steps as a graph, and what each of them did. */

import { millis } from '../../../protocol/lib/time.ts';
import type { Metric, Outcome } from '../../../protocol/loops/eventDefinitions.ts';
import type { Round, Run } from '../../../protocol/loops/loopSnapshot.ts';
import type { Step } from '../../../protocol/loops/manifest.ts';
import { placeOfRound, roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import { graphProblem, stepEdges } from '../../../protocol/loops/stepGraph.ts';
import { isMet } from '../../../protocol/loops/trend.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { filledText, panelLine, panelText } from '../../../text/panelText.ts';
import { runStatus, stopReasonWord } from '../../../text/roundWords.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { dollars } from '../../kit/words/costWords.ts';
import { isRunning, materialFall, roundCostWords, roundStateWord } from '../../kit/words/roundStateWords.ts';
import {
  type List,
  PAGE,
  type RoundRow,
  type RoundShown,
  type RunShown,
  type StateShown,
  type StepNode,
  type StepShown,
} from './loopMessages.ts';
import { figure } from './trendSlice.ts';

const NONE = '' as Shown;
const LONG_TEXT = 8_000;
/** More steps than these are a list, not a picture. */
const MOST_STEPS = 80;
const MOST_RUNS = 40;
const MOST_FINDINGS = 20;
/** Bytes of what the runs of a step say, all together, and of each at most. */
const RUNS_TEXT = 36_000;
const RUN_TEXT = 4_000;
const FINDING_TEXT = 240;

/** The round that is meant: the newest where none is named, or where it is there no more. */
export function chosenRound(loop: WatchedLoop, number: number | null): Round | undefined {
  const { rounds } = loop.snapshot;
  return number === null ? rounds.at(-1) : (roundNumbered(rounds, number) ?? rounds.at(-1));
}

export function roundSlice(
  loop: WatchedLoop | undefined,
  number: number | null,
  now: number,
): RoundShown | null {
  const round = loop === undefined ? undefined : chosenRound(loop, number);
  if (loop === undefined || round === undefined) return null;
  const { rounds } = loop.snapshot;
  const at = placeOfRound(rounds, round.round);
  const steps = stepsOf(loop, round);
  const drawn = steps.slice(0, MOST_STEPS);
  const runs = runsByStep(round);
  return {
    round: round.round,
    before: rounds[at - 1]?.round ?? null,
    after: rounds[at + 1]?.round ?? null,
    state: roundState(loop, round),
    facts: roundFacts(round, now),
    commit: round.commit === null ? '' : shortCommit(round.commit),
    plan: filledText(round.plan, LONG_TEXT),
    summary: filledText(round.summary, LONG_TEXT),
    next: filledText(round.next, LONG_TEXT),
    metrics: round.metrics.slice(0, 12).map(metricShown),
    nodes: drawn.map((step) => nodeOf(step, runs.get(step.id) ?? [], round, now)),
    edges: edgesOf(loop, drawn),
    more: steps.length - drawn.length,
    noChanges: round.commit === null ? ours('No commit is recorded for this round.') : NONE,
  };
}

export function shortCommit(commit: string): string {
  return panelLine(commit.slice(0, 7)).text;
}

export function roundState(loop: WatchedLoop, round: Round): StateShown {
  const state = roundStateWord(loop, round);
  const words = join([state, stopReasonWord(round.stopReason), outcomeWord(round.outcome)]);
  switch (round.verdict) {
    case null:
      return isRunning(loop, round)
        ? { words, icon: 'sync', tone: 'busy' }
        : { words, icon: 'circle-large', tone: 'plain' };
    case 'done':
      return { words, icon: 'pass', tone: 'good' };
    case 'failed':
      return { words, icon: 'error', tone: 'bad' };
    case 'stopped':
      return { words, icon: 'circle-slash', tone: 'plain' };
    case 'wait':
      return { words, icon: 'question', tone: 'warn' };
    case 'continue':
      return { words, icon: 'arrow-right', tone: 'plain' };
  }
}

function outcomeWord(outcome: Outcome | null): Shown {
  if (outcome === null) return NONE;
  return outcome === 'kept' ? ours('kept') : ours('discarded');
}

function roundFacts(round: Round, now: number): string[] {
  const from = millis(round.startedAt);
  const to = millis(round.endedAt);
  return [
    from === null ? NONE : ours('started {0}', moment(from, now)),
    from === null
      ? NONE
      : to === null
        ? ours('{0} so far', duration(now - from))
        : ours('took {0}', duration(to - from)),
    roundCostWords(round),
    ours('{0} material, {1} minor open', round.openMaterial, round.openMinor),
  ].filter((each) => each !== '');
}

function metricShown(metric: Metric): RoundShown['metrics'][number] {
  const unit = metric.unit.trim() === '' ? '' : ` ${metric.unit.trim()}`;
  const value = metric.value === null ? '–' : `${figure(metric.value)}${unit}`;
  const name = panelLine(metric.name, 200);
  if (metric.target == null) return { name, words: say('webview', '{0}', value), tone: 'plain' };
  return {
    name,
    words: say('webview', '{0} of {1}', value, figure(metric.target)),
    tone: isMet(metric) ? 'good' : 'plain',
  };
}

/** The steps of the manifest, then those that only the round knows, in the order in which they ran. */
function stepsOf(loop: WatchedLoop, round: Round): (Pick<Step, 'id' | 'name'> & Partial<Step>)[] {
  const steps: (Pick<Step, 'id' | 'name'> & Partial<Step>)[] = [...(loop.snapshot.manifest?.steps ?? [])];
  const known = new Set(steps.map((step) => step.id));
  for (const run of round.runs) {
    if (known.has(run.step)) continue;
    known.add(run.step);
    steps.push({ id: run.step, name: run.step });
  }
  return steps;
}

function runsByStep(round: Round): Map<string, Run[]> {
  const byStep = new Map<string, Run[]>();
  for (const run of round.runs) {
    const runs = byStep.get(run.step);
    if (runs === undefined) byStep.set(run.step, [run]);
    else runs.push(run);
  }
  return byStep;
}

function edgesOf(loop: WatchedLoop, steps: readonly { id: string }[]): [number, number][] {
  const manifest = loop.snapshot.manifest?.steps ?? [];
  const places = new Map(steps.map((step, index) => [step.id, index]));
  const listed = manifest.length === 0 ? steps : manifest;
  if (graphProblem(listed) !== null) return [];
  return stepEdges(listed).flatMap(([from, to]): [number, number][] => {
    const one = places.get(from);
    const other = places.get(to);
    return one === undefined || other === undefined ? [] : [[one, other]];
  });
}

function nodeOf(
  step: Pick<Step, 'id' | 'name'> & Partial<Step>,
  runs: readonly Run[],
  round: Round,
  now: number,
): StepNode {
  const standing = runs.filter((run) => run.counts);
  const name = step.name.trim() === '' ? step.id : step.name;
  const kind =
    step.kind === undefined || step.kind === 'other' || name.toLowerCase().includes(step.kind)
      ? ''
      : step.kind;
  const usd = runs.reduce((sum, run) => sum + (run.costUsd ?? 0), 0);
  const spans = standing.flatMap((run) => {
    const from = millis(run.startedAt);
    const to = millis(run.finishedAt) ?? (run.status === 'running' ? now : null);
    return from === null || to === null ? [] : [{ from, to }];
  });
  // Of a fan-out the time that passed, not the sum of what ran beside each other.
  const took =
    spans.length === 0
      ? NONE
      : duration(Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from)));
  const listed = round.findings.filter((finding) => finding.step === step.id && finding.state === 'open');
  const material = listed.filter((finding) => finding.severity === 'material').length;
  return {
    id: step.id,
    name: panelLine(name, 200),
    kind,
    state: stepState(standing),
    facts: join([
      material > 0
        ? ours('{0} material', material)
        : listed.length > 0
          ? ours('{0} minor', listed.length)
          : NONE,
      took,
      usd > 0 ? dollars(usd, false) : NONE,
    ]),
    runs: standing.length,
  };
}

function stepState(runs: readonly Run[]): StateShown {
  if (runs.length === 0) return { words: ours('not run'), icon: 'circle', tone: 'plain' };
  const running = runs.filter((run) => run.status === 'running').length;
  const failed = runs.filter((run) => run.status === 'failed').length;
  const status =
    running > 0
      ? 'running'
      : failed > 0
        ? 'failed'
        : runs.every((run) => run.status === 'skipped')
          ? 'skipped'
          : 'ok';
  return { words: statusWords(status, runs.length, running || failed), ...RUN_STATES[status] };
}

/** @param those how many of them run or failed */
function statusWords(status: Run['status'], count: number, those: number): Shown {
  if (count === 1) return runStatus(status);
  if (status === 'running') return ours('{0} of {1} run', those, count);
  if (status === 'failed') return ours('{0} of {1} failed', those, count);
  return ours('{0} ×{1}', runStatus(status), count);
}

const RUN_STATES: Record<Run['status'], Omit<StateShown, 'words'>> = {
  running: { icon: 'sync', tone: 'busy' },
  ok: { icon: 'check', tone: 'good' },
  failed: { icon: 'close', tone: 'bad' },
  skipped: { icon: 'debug-step-over', tone: 'plain' },
};

export function runsOf(round: Round, step: string): Run[] {
  return round.runs.filter((run) => run.step === step);
}

export function stepSlice(
  loop: WatchedLoop | undefined,
  number: number | null,
  step: string,
  now: number,
): StepShown | null {
  const round = loop === undefined ? undefined : chosenRound(loop, number);
  if (loop === undefined || round === undefined) return null;
  const runs = runsOf(round, step);
  const purpose = loop.snapshot.manifest?.steps.find((each) => each.id === step)?.purpose;
  const shownRuns = runs.slice(-MOST_RUNS);
  const from = runs.length - shownRuns.length;
  const room = Math.min(RUN_TEXT, Math.floor(RUNS_TEXT / Math.max(1, shownRuns.length)));
  return {
    step,
    purpose: filledText(purpose, 1_000),
    runs: shownRuns.map((run, at) => {
      const findings = round.findings.filter(
        (finding) => finding.step === step && finding.label === run.label && run.counts,
      );
      return {
        ...runShown(run, from + at, now),
        summary: filledText(run.summary, room),
        error:
          run.error === null
            ? null
            : {
                words: run.error.kind === 'needs_person' ? ours('needs you') : ours('may pass by itself'),
                text: panelText(run.error.text, room),
              },
        model: run.model === null ? null : panelLine(run.model, 200),
        session: run.session === null ? null : panelLine(run.session, 200),
        artifact: run.artifact === null ? null : panelLine(run.artifact, 300),
        findings: findings.slice(0, shownRuns.length > 5 ? 3 : MOST_FINDINGS).map((finding) => ({
          severity: finding.severity,
          id: panelLine(finding.id, 100),
          text: panelLine(finding.text, FINDING_TEXT),
        })),
        more: Math.max(0, findings.length - (shownRuns.length > 5 ? 3 : MOST_FINDINGS)),
      };
    }),
    moreRuns: from,
  };
}

function runShown(run: Run, index: number, now: number): RunShown {
  const from = millis(run.startedAt);
  const to = millis(run.finishedAt) ?? (run.status === 'running' ? now : null);
  const again = run.attempt !== null && run.attempt > 1 ? ours('try {0}', run.attempt) : NONE;
  const over = run.counts ? NONE : ours('an earlier try');
  const words = join([runStatus(run.status), again, over]);
  return {
    index,
    label: panelLine(run.label, 200),
    state: { words, ...RUN_STATES[run.status] },
    took: from === null || to === null ? '' : duration(to - from),
    cost: run.costUsd === null || run.costUsd <= 0 ? '' : dollars(run.costUsd, false),
  };
}

/** A page of rounds by their place from the oldest. */
export function roundsSlice(loop: WatchedLoop | undefined, page: number): List<RoundRow> {
  if (loop === undefined) return { count: 0, rows: [] };
  const { rounds } = loop.snapshot;
  const from = page * PAGE;
  const shownRounds = rounds.slice(from, from + PAGE);
  return {
    count: rounds.length,
    rows: shownRounds.map((round, at) => roundRow(loop, round, shownRounds[at - 1] ?? rounds[from - 1])),
  };
}

function roundRow(loop: WatchedLoop, round: Round, before: Round | undefined): RoundRow {
  return {
    round: round.round,
    state: roundState(loop, round),
    material: ours('{0} material', materialFall(before, round)),
    cost: roundCostWords(round),
    commit: round.commit === null ? '' : shortCommit(round.commit),
    outcome: outcomeWord(round.outcome),
    summary: panelLine(round.summary || round.plan, 300),
  };
}
