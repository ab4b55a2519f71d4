/** What the status bar says: how far the line just sent has come, else what waits, else what runs, else nothing. */

import { COMMANDS } from '../../contract.ts';
import type { StatusBarText } from '../../host/statusBarItem.ts';
import { millis } from '../../protocol/lib/time.ts';
import type { ReasonArgs } from '../../protocol/loops/attention.ts';
import { join, lines, NONE, type Shown, withIcon } from '../../text/agentText.ts';
import { keyName } from '../../text/keyWords.ts';
import { ours, say } from '../../text/say.ts';
import { clockSeconds, duration } from '../../text/timeWords.ts';
import { type Progress, progressOf } from '../../workspace/loops/sentProgress.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { countAskers, type LoopLook, type Wait } from '../../workspace/needsYou.ts';
import type { Tree } from '../kit/rowItem.ts';
import { askerName, asksWords } from '../kit/words/answerWords.ts';
import { cost } from '../kit/words/costWords.ts';
import { activeCount, runCount } from '../kit/words/countWords.ts';
import { capsWords } from '../kit/words/lookWords.ts';

/** What of the person's was just sent: a line, or the answer to a task, whose agent tells nothing of its reading. */
export type Followed = FollowedLine | { asker: string; movedAt: number };

/** A line in a loop's inbox. */
export interface FollowedLine {
  loopKey: string;
  entryId: string;
  /** When it was last seen to move, in milliseconds since 1970. */
  movedAt: number;
  stage: Progress['state'];
}

/** So long each step stays. An answer that is overdue stays until it is read. */
export const STEP_MS = 8000;

type Bar = Shown<'statusBar'>;

/** Undefined: there is nothing to say, and the entry is hidden. */
export function statusLine(model: ReadModel, followed: Followed | undefined): StatusBarText | undefined {
  if (model.loops().length + model.workspaces().length === 0) return undefined;
  const followedLine = followed === undefined ? undefined : sentLine(model, followed);
  if (followedLine !== undefined) return followedLine;
  const { waits, looks } = model.needs();
  const [first] = waits;
  if (first !== undefined) return waitLine(first, waits.length - 1, model);
  const ofLoops = looks.filter((look) => look.kind === 'loop');
  const overdue = ofLoops.find((look) => look.code === 'unread');
  if (overdue !== undefined) return overdueLine(overdue, model);
  const burning = ofLoops.filter((look) => look.code === 'over-cap');
  if (burning[0] !== undefined) return burningLine(burning[0], burning.length - 1);
  return runningLine(model);
}

function line(
  icon: string,
  text: Bar,
  spoken: Tree,
  tooltip: Tree,
  command: string,
  warning = false,
): StatusBarText {
  return { text: withIcon(icon, text), spoken, tooltip, command, warning };
}

function waitLine(wait: Wait, more: number, model: ReadModel): StatusBarText {
  const asks = wholeAsk(wait);
  const answerLine = (text: Bar, spoken: Tree, count: number) =>
    line(
      'question',
      text,
      spoken,
      lines<'tree'>([asks, ours('Click to answer: {0} in all.', count)]),
      COMMANDS.answerNext,
      true,
    );
  // What tasks ask stands last: the first of them means that no loop waits.
  const { tasks } = countAskers(model.needs().waits);
  if (wait.kind === 'feedback' && tasks > 1) {
    const text = ours('{0} tasks ask', tasks);
    return answerLine(text, join<'tree'>([text, asks]), tasks);
  }
  const left = wait.expiresAt === null ? null : wait.expiresAt - model.now();
  const text = join<'statusBar'>([
    asksWords('statusBar', wait),
    left === null || left <= 0 ? NONE : ours('{0} left', duration(left)),
  ]);
  return answerLine(join([text, moreWords(more)], '  '), asks, more + 1);
}

function moreWords(more: number): Shown {
  return more === 0 ? NONE : ours('+{0}', more);
}

function wholeAsk(wait: Wait): Tree {
  return wait.kind === 'verdict'
    ? say('tree', '{0} waits for your verdict: {1}', wait.asker, wait.text)
    : say('tree', '{0} asks: {1}', askerName(wait.asker), wait.text);
}

function burningLine(look: LoopLook, more: number): StatusBarText {
  const text = say('statusBar', '{0} over its cap', look.loop.id);
  const spoken = say('tree', '{0} {1}', look.loop.id, capsWords(look, ours('over cap')));
  return line('flame', join([text, moreWords(more)], '  '), spoken, spoken, COMMANDS.goToNeedsYou);
}

function overdueLine(look: LoopLook, model: ReadModel): StatusBarText {
  const { id } = look.loop;
  const { kind, since } = look.reason.args as Partial<ReasonArgs['unread']>;
  const at = millis(since ?? null);
  const time = at === null ? NONE : duration(model.now() - at);
  const said = (sink: 'statusBar' | 'tree') =>
    kind === 'stop'
      ? say(sink, '{0} has not read your stop', id)
      : say(sink, '{0} has not read your answer', id);
  const spoken = join<'tree'>([said('tree'), time], ', ');
  const text = join<'statusBar'>([said('statusBar'), time], ', ');
  return line('warning', text, spoken, spoken, COMMANDS.goToNeedsYou);
}

function runningLine(model: ReadModel): StatusBarText | undefined {
  const { runs, today } = model.totals();
  const active = activeCount(model.workspaces());
  const spent = cost(today);
  if (runs === 0 && active === NONE && spent === '') return undefined;
  const text = join([runCount(runs), active, spent === '' ? NONE : ours('{0} today', spent)]);
  const spoken = ours('Quarterdeck: nothing waits for you; {0}', text);
  return line('compass', text, spoken, spoken, COMMANDS.goToNeedsYou);
}

function sentLine(model: ReadModel, followed: Followed): StatusBarText | undefined {
  if (model.now() - followed.movedAt >= STEP_MS) return undefined;
  if ('asker' in followed) {
    const answered = ours('answered {0}', clockSeconds(followed.movedAt));
    return stepLine(model, 'check', askerName(followed.asker), answered, true);
  }
  const loop = model.loop(followed.loopKey);
  const progress = loop === undefined ? null : progressOf(loop, followed.entryId);
  if (loop === undefined || progress === null || followed.stage === 'unread-overdue') return undefined;
  const [icon, stage] = stageOf(progress);
  return stepLine(model, icon, loop.id, stage, progress.readAt === null);
}

/** "dashboard: read 09:21:04", and while `tellsMore` how many wait besides. */
function stepLine(
  model: ReadModel,
  icon: string,
  name: string,
  stage: Shown,
  tellsMore: boolean,
): StatusBarText {
  const more = model.needs().waits.length;
  const spoken = say('tree', '{0}: {1}', name, stage);
  const text = join<'statusBar'>([
    say('statusBar', '{0}: {1}', name, stage),
    more === 0 || !tellsMore ? NONE : ours('{0} more: {1}', more, keyName('K A')),
  ]);
  return line(icon, text, spoken, spoken, more === 0 ? COMMANDS.goToNeedsYou : COMMANDS.answerNext);
}

function stageOf(progress: Progress): [string, Shown] {
  const { takenAt, readAt, sentAt, usualSeconds } = progress;
  if (takenAt !== null) return ['check', ours('taken {0}', clockSeconds(takenAt))];
  if (readAt !== null) return ['mail-read', ours('read {0}', clockSeconds(readAt))];
  const sent = sentAt === null ? ours('sent') : ours('sent {0}', clockSeconds(sentAt));
  if (usualSeconds === null) return ['mail', sent];
  return ['mail', ours('{0} (usually read in {1})', sent, duration(usualSeconds * 1000))];
}
