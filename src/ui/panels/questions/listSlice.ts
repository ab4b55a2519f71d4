/** All that waits, as the list beside the question shows it; or that nothing does, with what runs. */

import { join, type Shown } from '../../../text/agentText.ts';
import { age } from '../../../text/ageWords.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours } from '../../../text/say.ts';
import { clockMinutes, duration } from '../../../text/timeWords.ts';
import { lastSent } from '../../../workspace/loops/sentProgress.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { AsksModel } from '../../../workspace/model.ts';
import { type Wait, writableOf } from '../../../workspace/needsYou.ts';
import { askerName, folderName, roundOf, taskTitle } from '../../kit/words/answerWords.ts';
import { stateWord } from '../../kit/words/loopStateWords.ts';
import type { WaitList, WaitRow } from './questionsMessages.ts';
import type { WaitHandles } from './waitHandles.ts';

const NONE = '' as Shown;
const MOST_ROWS = 150;
const MOST_RUNS = 20;
const ASK_LINE = 160;
const NAME_LINE = 80;
/** From here on the time left says more than the age. */
const SOON_MS = 600_000;

export function listSlice(model: AsksModel, handles: WaitHandles): WaitList {
  const waits = model.waits();
  const ready = model.ready();
  return {
    ready,
    rows: waits.slice(0, MOST_ROWS).map((wait) => rowOf(model, handles, wait)),
    more: Math.max(0, waits.length - MOST_ROWS),
    words: waits.length === 1 ? ours('1 waits for you') : ours('{0} wait for you', waits.length),
    quiet: waits.length === 0 && ready ? quiet(model) : null,
  };
}

function rowOf(model: AsksModel, handles: WaitHandles, wait: Wait): WaitRow {
  const now = model.now();
  const left = wait.expiresAt === null ? null : wait.expiresAt - now;
  const near = left !== null && left < SOON_MS;
  return {
    key: handles.of(wait.key),
    asker: panelLine(askerName(wait.asker), NAME_LINE),
    ask: panelLine(
      wait.kind === 'verdict' && wait.text === '' ? ours('waits for your verdict') : wait.text,
      ASK_LINE,
    ),
    place: panelLine(
      wait.kind === 'feedback' ? taskTitle(wait) : folderName(wait.loop.repository),
      NAME_LINE,
    ),
    when: near
      ? left <= 0
        ? ours('over')
        : ours('{0} left', duration(left))
      : wait.since === null
        ? NONE
        : age(now - wait.since),
    urgent: near,
    kind: wait.kind,
    count: wait.same.length,
    draft: model.draft(wait.key) !== undefined,
    locked: !writableOf(wait).ok,
  };
}

/** Those of which a person may ask "what does it do?": in a round, asleep, or without a sign. */
export function runningLoops(model: AsksModel): WatchedLoop[] {
  return model
    .loops()
    .filter(({ snapshot }) => ['running', 'sleeping', 'stalled', 'waiting'].includes(snapshot.status))
    .slice(0, MOST_RUNS);
}

function quiet(model: AsksModel): WaitList['quiet'] {
  const now = model.now();
  const read = Math.max(0, ...model.loops().map((loop) => lastSent(loop)?.readAt ?? 0));
  return {
    words: read === 0 ? NONE : ours('Your last answer was read at {0}.', clockMinutes(read)),
    runs: runningLoops(model).map((loop) => ({
      name: panelLine(loop.id, NAME_LINE),
      words: join<'tree'>([stateWord(loop, now), roundOf(loop.snapshot, null)]),
    })),
  };
}
