/** The entry in the status bar, and the line just sent that it follows for a while. */

import { createStatusBar } from '../../host/statusBarItem.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { ours } from '../../text/say.ts';
import { progressOf } from '../../workspace/loops/sentProgress.ts';
import type { Services } from '../kit/services.ts';
import { type Followed, STEP_MS, statusLine } from './statusLine.ts';

/** Left of what other extensions say, right of branch and problems. */
const PRIORITY = 40;
/** "4 min left" must not stand for five. */
const TICK_MS = 10_000;

export function startStatusBar({
  model,
  clock,
  context,
  sent,
}: Pick<Services, 'model' | 'clock' | 'context' | 'sent'>): { update(): void } {
  const bar = createStatusBar('quarterdeck.status', ours('Quarterdeck'), PRIORITY);
  let followed: Followed | undefined;
  let timer: Disposable | undefined;

  const follow = () => {
    if (followed === undefined || 'asker' in followed) return;
    const loop = model.loop(followed.loopKey);
    const stage = loop === undefined ? undefined : progressOf(loop, followed.entryId)?.state;
    if (stage === undefined || stage === followed.stage) return;
    followed = { ...followed, stage, movedAt: model.now() };
  };

  const update = () => {
    follow();
    bar.show(statusLine(model, followed));
    timer?.dispose();
    const some = model.loops().length + model.workspaces().length > 0;
    const soon = followed !== undefined && model.now() - followed.movedAt < STEP_MS;
    timer = some ? clock.setTimeout(update, soon ? STEP_MS : TICK_MS) : undefined;
  };

  context.subscriptions.push(
    bar,
    { dispose: () => timer?.dispose() },
    sent.event((news) => {
      followed =
        'asker' in news
          ? { asker: news.asker, movedAt: news.at }
          : { loopKey: news.loopKey, entryId: news.entryId, movedAt: model.now(), stage: 'sent' };
      update();
    }),
  );
  return { update };
}
