/** What the rows of rounds, their pages, runs and artifacts show. */

import type { RowItem } from '../../../host/treeItem.ts';
import { millis } from '../../../protocol/lib/time.ts';
import type { Round, Run } from '../../../protocol/loops/loopSnapshot.ts';
import { hasEnd } from '../../../protocol/loops/trend.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { runStatus, verdictWord } from '../../../text/roundWords.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { opensRow, rowItem, type Tree } from '../../kit/rowItem.ts';
import { dollars } from '../../kit/words/costWords.ts';
import { isRunning, materialFall, roundCostWords } from '../../kit/words/roundStateWords.ts';
import type { WordsRow } from '../../kit/wordsRow.ts';
import type { RowKinds } from '../rowKinds.ts';
import type { FindingsRow } from './findingRows.ts';
import {
  type ArtifactRow,
  insideRound,
  insideRoundPage,
  insideRun,
  type RoundPageRow,
  type RoundRow,
  type RoundsRow,
  type RunRow,
} from './roundRows.ts';

export const ROUNDS: RowKinds<RoundsRow, RoundsRow | FindingsRow | WordsRow> = {
  roundPage: { item: roundPageItem, children: insideRoundPage },
  round: { item: roundItem, children: insideRound },
  run: { item: runItem, children: insideRun },
  artifact: { item: artifactItem },
};

function roundPageItem({ loop, page }: RoundPageRow): RowItem {
  const { rounds } = loop.snapshot;
  const from = rounds[page.from]?.round ?? page.from + 1;
  const to = rounds[page.to - 1]?.round ?? page.to;
  return rowItem(from === to ? ours('Round {0}', from) : ours('Rounds {0}–{1}', from, to), {
    icon: { name: 'history' },
    expands: 'closed',
  });
}

function roundItem({ round, before, loop }: RoundRow, model: ReadModel): RowItem {
  const now = model.now();
  const description = hasEnd(round) ? endedWords(round, before) : runningWords(round, now);
  return rowItem(ours('Round {0}', round.round), {
    description,
    tooltip: lines<'tree'>([
      ours('Round {0}', round.round),
      description,
      spanWords(round, now),
      ...round.metrics.map((metric) =>
        say(
          'tree',
          '{0}: {1}{2}',
          metric.name,
          metric.value ?? '?',
          metric.target == null ? '' : ` (target ${metric.target})`,
        ),
      ),
      shown(round.summary || round.plan, 'tree', 600),
      round.commit === null ? NONE : say('tree', 'commit {0}', round.commit),
    ]),
    icon: { name: roundIcon(loop, round) },
    words: ['round', 'copyable'],
    expands: 'closed',
  });
}

function roundIcon(loop: WatchedLoop, round: Round): string {
  if (!hasEnd(round)) return isRunning(loop, round) ? 'sync' : 'circle-large-outline';
  switch (round.verdict) {
    case 'done':
      return 'pass';
    case 'failed':
      return 'error';
    case 'stopped':
      return 'circle-slash';
    case 'wait':
      return 'question';
    default:
      return 'circle-small-filled';
  }
}

/** "continue · 3 → 2 · $2.95 · 1f3c9ab". */
function endedWords(round: Round, before: Round | undefined): Tree {
  const fall = materialFall(before, round);
  const material = before !== undefined && hasEnd(before) ? fall : ours('{0} open', fall);
  return join<'tree'>([
    verdictWord(round.verdict),
    material,
    roundCostWords(round),
    round.outcome === 'discarded' ? ours('discarded') : NONE,
    round.commit === null ? NONE : shown(round.commit.slice(0, 7), 'tree'),
  ]);
}

/** "build runs 3 min · reader ok · $3.02": the last steps, the running one first. */
function runningWords(round: Round, now: number): Tree {
  const running = round.runs.filter((run) => run.status === 'running');
  const last = round.runs.filter((run) => run.status !== 'running').slice(-1);
  return join<'tree'>([...[...running, ...last].map((run) => runWords(run, now)), roundCostWords(round)]);
}

function runWords(run: Run, now: number): Tree {
  const started = millis(run.startedAt);
  if (run.status === 'running')
    return started === null
      ? say('tree', '{0} runs', nameOf(run))
      : say('tree', '{0} runs {1}', nameOf(run), duration(now - started));
  return say('tree', '{0} {1}', nameOf(run), runStatus(run.status));
}

function nameOf(run: Run): string {
  return run.label === '' ? run.step : `${run.step} ${run.label}`;
}

function spanWords(round: Round, now: number): Tree {
  const from = millis(round.startedAt);
  const to = millis(round.endedAt) ?? now;
  return from === null ? NONE : ours('took {0}', duration(to - from));
}

function runItem({ run }: RunRow, model: ReadModel): RowItem {
  const now = model.now();
  const from = millis(run.startedAt);
  const to = millis(run.finishedAt) ?? now;
  const description = join<'tree'>([
    runStatus(run.status),
    run.attempt !== null && run.attempt > 1 ? ours('try {0}', run.attempt) : NONE,
    from === null ? NONE : duration(to - from),
    run.costUsd === null || run.costUsd <= 0 ? NONE : dollars(run.costUsd, false),
    run.error === null ? NONE : shown(run.error.text, 'tree'),
  ]);
  const inside = run.artifact !== null || run.error !== null || run.summary.trim() !== '';
  return rowItem(shown(nameOf(run), 'tree'), {
    description,
    tooltip: lines<'tree'>([
      shown(nameOf(run), 'tree'),
      description,
      run.model === null ? NONE : say('tree', 'model {0}', run.model),
      run.session === null ? NONE : say('tree', 'session {0}', run.session),
      shown(run.error?.text ?? run.summary, 'tree', 600),
    ]),
    icon: { name: RUN_ICONS[run.status] },
    words: ['run', 'copyable', ...(run.artifact === null ? [] : ['artifact', 'openable'])],
    expands: inside ? 'closed' : 'no',
  });
}

const RUN_ICONS = { running: 'sync', ok: 'check', failed: 'error', skipped: 'debug-step-over' } as const;

function artifactItem({ path }: ArtifactRow): RowItem {
  return rowItem(shown(path, 'tree'), {
    icon: { name: 'file' },
    click: opensRow(),
    words: ['artifact', 'copyable', 'openable'],
  });
}
