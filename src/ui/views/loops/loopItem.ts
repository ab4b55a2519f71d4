/** The row of a loop: id, state, round, open findings in the first 36 characters, then cost and last sign. */

import type { RowItem } from '../../../host/treeItem.ts';
import { millis } from '../../../protocol/lib/time.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { age, minutesLeft } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import { openFindings } from '../../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { loopCost } from '../../../workspace/totals.ts';
import { lastSignWords, loopFacts, stateLine } from '../../kit/loopFacts.ts';
import { loopIcon } from '../../kit/loopIcon.ts';
import { middleCut, rowItem, type Tree } from '../../kit/rowItem.ts';
import { roundOf } from '../../kit/words/answerWords.ts';
import { nearCap } from '../../kit/words/convergenceWords.ts';
import { costOfCap } from '../../kit/words/costWords.ts';
import { loopWords } from './loopContextValue.ts';

const LABEL = 20;

export function loopItem(loop: WatchedLoop, model: ReadModel): RowItem {
  const now = model.now();
  const { snapshot } = loop;
  const state = stateLine(loop, now);
  const open = snapshot.rounds.length === 0 ? NONE : ours('{0} open', openFindings(loop).material);
  const cost = costOfCap(loopCost(loop), snapshot.manifest?.cost_cap_usd ?? null);
  const sign = snapshot.lastSign === null ? NONE : age(now - Date.parse(snapshot.lastSign));
  const badge = badgeOf(loop, now);
  const title = shown(snapshot.title || loop.id, 'tree');
  const round = roundOf(snapshot, null);
  return rowItem(shown(middleCut(loop.id, LABEL), 'tree'), {
    description: join<'tree'>([state, round, open, nearCap(loop), cost, sign]),
    tooltip: lines<'tree'>([title, ...titled(loop, title), ...loopFacts(loop, model)]),
    spoken: join<'tree'>(
      [
        shown(loop.id, 'tree'),
        state,
        round,
        open === NONE ? NONE : ours('{0} material findings open', openFindings(loop).material),
        cost,
        snapshot.lastSign === null ? NONE : lastSignWords(loop, now),
        badge?.meaning ?? NONE,
      ],
      ', ',
    ),
    icon: loopIcon(loop),
    ...(badge === undefined ? {} : { badge }),
    words: loopWords(model.abilities(loop)),
    expands: 'closed',
  });
}

/** The id under a title that does not name it. */
function titled(loop: WatchedLoop, title: Tree): Tree[] {
  return title === loop.id ? [] : [shown(loop.id, 'tree')];
}

function badgeOf(loop: WatchedLoop, now: number): RowItem['badge'] | undefined {
  const soonest = loop.snapshot.questions
    .filter((question) => question.state === 'open' && !question.overtaken)
    .map((question) => millis(question.expiresAt))
    .filter((at) => at !== null)
    .sort((one, other) => one - other)[0];
  const left = hasEnded(loop) ? undefined : minutesLeft(soonest ?? null, now);
  if (left !== undefined && soonest !== undefined)
    return { text: left, meaning: ours('goes on without you in {0}', duration(soonest - now)) };
  const codes = loop.snapshot.needsALook.map((reason) => reason.code);
  if (codes.includes('over-cap')) return { text: '$', meaning: ours('over its cap') };
  if (codes.includes('no-progress')) return { text: '=', meaning: ours('no progress') };
  return undefined;
}

/** What Ctrl+C on the row copies: a line for a chat. */
export function loopLine(loop: WatchedLoop, model: ReadModel): Tree {
  const item = loopItem(loop, model);
  return say('tree', '{0}: {1}', loop.snapshot.title || loop.id, item.description ?? '');
}
