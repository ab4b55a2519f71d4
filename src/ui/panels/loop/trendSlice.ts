/** Whether the loop gets anywhere: its rounds as figures, and sentences that say it. */

import type { Metric, Round } from '../../../protocol/loops/loopModel.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import type { Shown } from '../../../text/shown.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { convergence } from '../../kit/words/convergenceWords.ts';
import { cost, dollars } from '../../kit/words/costWords.ts';
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

/** Figures of a loop's old rounds, by the round's place: whoever shows the loop keeps them. */
export type KeptFigures = Map<number, Figures>;

export function trendSlice(loop: WatchedLoop | undefined, old: KeptFigures = new Map()): Trend | null {
  if (loop === undefined) return null;
  const { rounds } = loop.snapshot;
  const stride = Math.ceil(rounds.length / MOST);
  const rows: Figures[] = [];
  for (let at = 0; at < rounds.length; at += 1) {
    if (at % stride !== 0 && at < rounds.length - WORDS_ROUNDS) continue;
    const kept = at < rounds.length - MAY_CHANGE ? old.get(at) : undefined;
    const round = kept === undefined ? rounds[at] : undefined;
    const figures = kept ?? (round === undefined || round.verdict === null ? undefined : figuresOf(round));
    if (figures === undefined) continue;
    if (kept === undefined && at < rounds.length - MAY_CHANGE) old.set(at, figures);
    rows.push(figures);
  }
  const newest = rows.at(-1);
  if (newest === undefined) return null;
  const metrics = chosenMetrics(newest.metrics);
  const inTokens = loop.snapshot.costUsd <= 0;
  const ended = rounds.at(-1)?.verdict === null ? rounds.length - 1 : rounds.length;
  return {
    words: [
      convergence(loop) === '' ? ('' as Shown) : ours('{0}.', convergence(loop)),
      ...metrics.map((metric) => metricWords(metric, rows)),
      costWords(loop, rows),
    ].filter((each) => each !== ''),
    rows: rows.map(({ metrics: own, usd, tokens, ...row }) => ({
      ...row,
      cost: inTokens ? tokens : usd,
      values: metrics.map(({ name }) => own.findLast((each) => each.name === name)?.value ?? null),
    })),
    total: ended,
    metrics: metrics.map(({ name, unit, target, better }) => ({
      name: panelLine(name, 200),
      unit: panelLine(unit, 60),
      target: target ?? null,
      better: better ?? null,
    })),
    costName: inTokens ? ours('tokens a round') : ours('dollars a round'),
  };
}

function figuresOf(round: Round): Figures {
  const spent = { usd: round.costUsd, estimated: round.costEstimated, tokens: round.unpricedTokens };
  return {
    round: round.round,
    material: round.openMaterial,
    minor: round.openMinor,
    usd: round.costUsd,
    tokens: round.tokens,
    costWords: cost(spent),
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

/** "About $0.31 a round; at this pace $5 lasts 13 more." */
function costWords(loop: WatchedLoop, rows: readonly Figures[]): string {
  const { costUsd, costEstimated, manifest } = loop.snapshot;
  const last = rows.slice(-WORDS_ROUNDS);
  const mean = last.reduce((sum, row) => sum + row.usd, 0) / last.length;
  if (costUsd <= 0 || mean <= 0) return '';
  const each = dollars(mean, costEstimated);
  const cap = manifest?.cost_cap_usd ?? null;
  if (cap === null || cap <= costUsd) return ours('About {0} a round.', each);
  return ours(
    'About {0} a round; at this pace {1} lasts {2} more.',
    each,
    dollars(cap, false),
    Math.floor((cap - costUsd) / mean),
  );
}

export function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
