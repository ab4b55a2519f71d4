/** Whether the loop gets anywhere: its rounds as figures, and sentences that say it. */

import type { Metric } from '../../../protocol/loops/eventDefinitions.ts';
import type { Round } from '../../../protocol/loops/loopSnapshot.ts';
import { hasEnd, trendOf } from '../../../protocol/loops/trend.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { roundCost } from '../../../workspace/totals.ts';
import { convergence, paceWords } from '../../kit/words/convergenceWords.ts';
import { cost } from '../../kit/words/costWords.ts';
import type { Trend, TrendRow } from './loopMessages.ts';

/** So many rounds are drawn; of more, evenly some. */
const MOST = 200;
const MOST_METRICS = 4;
/** Rounds older than this many do not change any more: their figures are kept, for old rounds are made when asked for. */
const MAY_CHANGE = 100;
const WORDS_ROUNDS = 3;

type Figures = Omit<TrendRow, 'values' | 'cost'> & {
  usd: number;
  tokens: number;
  metrics: readonly Metric[];
};

/** What one panel draws of its loop. It remembers the figures of old rounds. */
export class TrendSlices {
  /** By the round's place, while the loop's log is the one that it was: its first round began when `began` says. */
  readonly #old = new Map<number, Figures>();
  #began: string | null = null;

  of(loop: WatchedLoop | undefined): Trend | null {
    if (loop === undefined) return null;
    const { rounds } = loop.snapshot;
    const rows = this.#rows(rounds);
    const newest = rows.at(-1);
    if (newest === undefined) return null;
    const metrics = chosenMetrics(newest.metrics);
    const inTokens = loop.snapshot.costUsd <= 0;
    const moves = convergence(loop);
    return {
      words: [
        moves === '' ? moves : ours('{0}.', moves),
        ...metrics.map((metric) => metricWords(metric, rows)),
        paceWords(loop),
      ].filter((each) => each !== ''),
      rows: rows.map(({ metrics: own, usd, tokens, ...row }) => ({
        ...row,
        cost: inTokens ? tokens : usd,
        values: metrics.map(({ name }) => own.findLast((each) => each.name === name)?.value ?? null),
      })),
      total: trendOf(rounds).ended,
      metrics: metrics.map(({ name, unit, target, better }) => ({
        name: panelLine(name, 200),
        unit: panelLine(unit, 60),
        target: target ?? null,
        better: better ?? null,
      })),
      costName: inTokens ? ours('tokens a round') : ours('dollars a round'),
    };
  }

  #rows(rounds: readonly Round[]): Figures[] {
    const began = rounds[0]?.startedAt ?? null;
    if (began !== this.#began) this.#old.clear();
    this.#began = began;
    const stride = Math.ceil(rounds.length / MOST);
    const settled = rounds.length - MAY_CHANGE;
    const rows: Figures[] = [];
    for (let at = 0; at < rounds.length; at += 1) {
      if (at % stride !== 0 && at < rounds.length - WORDS_ROUNDS) continue;
      const kept = at < settled ? this.#old.get(at) : undefined;
      const round = kept === undefined ? rounds[at] : undefined;
      const figures = kept ?? (round === undefined || !hasEnd(round) ? undefined : figuresOf(round));
      if (figures === undefined) continue;
      if (at < settled) this.#old.set(at, figures);
      rows.push(figures);
    }
    return rows;
  }
}

function figuresOf(round: Round): Figures {
  return {
    round: round.round,
    material: round.openMaterial,
    minor: round.openMinor,
    usd: round.costUsd,
    tokens: round.tokens,
    costWords: cost(roundCost(round)),
    metrics: round.metrics,
  };
}

/** Those with a target first. */
function chosenMetrics(metrics: readonly Metric[]): Metric[] {
  const byName = new Map(metrics.map((metric) => [metric.name, metric]));
  const all = [...byName.values()];
  const aimed = all.filter((metric) => metric.target != null);
  return [...aimed, ...all.filter((metric) => metric.target == null)].slice(0, MOST_METRICS);
}

/** "sourced: 0.38 → 0.63 → 0.63, target 1 (higher is better)." */
function metricWords(metric: Metric, rows: readonly Figures[]): string {
  const values = rows
    .slice(-WORDS_ROUNDS)
    .map((row) => row.metrics.findLast((each) => each.name === metric.name)?.value ?? null)
    .map((value) => (value === null ? '–' : figure(value)))
    .join(' → ');
  const unit = metric.unit.trim() === '' ? '' : ` ${metric.unit.trim()}`;
  const name = metric.name;
  if (metric.target == null) return say('webview', '{0}: {1}{2}.', name, values, unit);
  const target = figure(metric.target);
  if (metric.better === 'higher')
    return say('webview', '{0}: {1}{2}, target {3} (higher is better).', name, values, unit, target);
  if (metric.better === 'lower')
    return say('webview', '{0}: {1}{2}, target {3} (lower is better).', name, values, unit, target);
  return say('webview', '{0}: {1}{2}, target {3}.', name, values, unit, target);
}

export function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
