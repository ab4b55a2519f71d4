/** The whole state of a loop in a few lines of plain text: for tooltips and pages. */

import { join, NONE, shown } from '../../text/agentText.ts';
import { ago } from '../../text/ageWords.ts';
import { homePath } from '../../text/homePath.ts';
import { stopReasonWord } from '../../text/roundWords.ts';
import { ours } from '../../text/say.ts';
import { duration } from '../../text/timeWords.ts';
import { openFindings } from '../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { loopCost } from '../../workspace/totals.ts';
import type { Tree } from './rowItem.ts';
import { convergence, materialTrail, nearCap, rate } from './words/convergenceWords.ts';
import { costOfCapLong } from './words/costWords.ts';
import { stateWord } from './words/loopStateWords.ts';
import { unwritableWords } from './wordsRow.ts';

export function loopFacts(loop: WatchedLoop, model: ReadModel): Tree[] {
  const { snapshot } = loop;
  const now = model.now();
  const reads = snapshot.readingSeconds;
  return [
    stateLine(loop, now),
    join<'tree'>([
      roundLong(loop),
      materialWords(loop),
      costOfCapLong(loopCost(loop), snapshot.manifest?.cost_cap_usd ?? null),
      nearCap(loop),
    ]),
    convergence(loop),
    join<'tree'>([
      rate(loop),
      snapshot.runtimeSeconds > 0 ? ours('ran {0}', duration(snapshot.runtimeSeconds * 1000)) : NONE,
    ]),
    join<'tree'>([
      lastSignWords(loop, now),
      reads === null ? NONE : ours('usually reads in {0}', duration(reads * 1000)),
    ]),
    shown(homePath(loop.folder, model.home), 'tree'),
    unwritableWords(loop),
  ];
}

function roundLong(loop: WatchedLoop): Tree {
  const round = loop.snapshot.rounds.at(-1)?.round;
  const cap = loop.snapshot.manifest?.round_cap;
  if (round === undefined) return ours('no round yet');
  return cap === undefined ? ours('round {0}', round) : ours('round {0} of {1}', round, cap);
}

function materialWords(loop: WatchedLoop): Tree {
  const open = ours('{0} material open', openFindings(loop).material);
  const trail = materialTrail(loop);
  return trail === '' ? open : ours('{0} ({1})', open, trail);
}

/** Where it stands, whether a stop was sent, and why it ended: "running · stop sent". */
export function stateLine(loop: WatchedLoop, now: number): Tree {
  return join<'tree'>([
    stateWord(loop, now),
    loop.snapshot.stopRequested ? ours('stop sent') : NONE,
    stopReasonWord(loop.snapshot.ended?.why),
  ]);
}

export function lastSignWords({ snapshot }: WatchedLoop, now: number): Tree {
  const { lastSign } = snapshot;
  return lastSign === null ? ours('no sign yet') : ours('last sign {0}', ago(now - Date.parse(lastSign)));
}
