/** All of a text that the panel shows cut. */

import { roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { LoopWait } from '../../../workspace/needsYou.ts';
import type { Whole } from './loopMessages.ts';
import { runsOf } from './roundSlice.ts';

/** Undefined where it is no longer there. */
export function wholeText(loop: WatchedLoop, waits: readonly LoopWait[], whole: Whole): string | undefined {
  const { snapshot } = loop;
  const brief = snapshot.manifest?.brief;
  switch (whole.of) {
    case 'title':
      return snapshot.title;
    case 'goal':
      return brief?.goal;
    case 'bar':
      return brief?.bar;
    case 'audience':
      return brief?.audience;
    case 'ask': {
      const wait = waits.find((each) => each.key === whole.wait);
      return wait?.text;
    }
    case 'plan':
    case 'summary':
    case 'next':
      return roundNumbered(snapshot.rounds, whole.round)?.[whole.of];
    case 'runSummary':
    case 'runError': {
      const round = roundNumbered(snapshot.rounds, whole.round);
      const run = round === undefined ? undefined : runsOf(round, whole.step)[whole.index];
      return whole.of === 'runSummary' ? run?.summary : run?.error?.text;
    }
    case 'finding':
      return roundNumbered(snapshot.rounds, whole.round)?.findings[whole.index]?.text;
    case 'question':
      return snapshot.questions[whole.index]?.text;
    case 'answer':
      return snapshot.questions[whole.index]?.answer ?? undefined;
    case 'sent':
      return snapshot.inbox[whole.index]?.text;
    case 'check': {
      const check = snapshot.checks[whole.index];
      return check === undefined ? undefined : [check.finding, check.evidence ?? '', check.who].join('\n\n');
    }
  }
}
