/** What the loop is, where it stands and why. */

import { millis } from '../../../protocol/lib/time.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { homePath } from '../../../text/homePath.ts';
import { filledText, type PanelText, panelLine, panelText } from '../../../text/panelText.ts';
import { ours } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import { capUse } from '../../../workspace/loops/capUse.ts';
import { hasEnded, type LoopAbility } from '../../../workspace/loops/loopAbilities.ts';
import { openFindings } from '../../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { loopCost } from '../../../workspace/totals.ts';
import { lastSignWords, stateLine } from '../../kit/loopFacts.ts';
import { loopIcon } from '../../kit/loopIcon.ts';
import { rate } from '../../kit/words/convergenceWords.ts';
import { costOfCapLong } from '../../kit/words/costWords.ts';
import { lookWords } from '../../kit/words/lookWords.ts';
import { stateOf } from '../../kit/words/loopStateWords.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import { filesOf } from './fileSlices.ts';
import type { Act, Head, HeadMeter, LoopHead, StateShown } from './loopMessages.ts';

const NONE = '' as Shown;
/** Of a brief as much stands in the head as a person reads there. */
const BRIEF_TEXT = 4_000;
const MOST_REASONS = 6;

export function headSlice(model: ReadModel, key: string): Head {
  const loop = model.loop(key);
  if (loop !== undefined) return { state: 'here', loop: headOf(model, loop) };
  return { state: model.ready() ? 'gone' : 'reading' };
}

function headOf(model: ReadModel, loop: WatchedLoop): LoopHead {
  const { snapshot } = loop;
  const now = model.now();
  const brief = snapshot.manifest?.brief;
  const newest = snapshot.rounds.at(-1);
  const open = openFindings(loop);
  return {
    title: panelLine(snapshot.title || loop.id, 300),
    id: panelLine(loop.id),
    place: panelLine(homePath(loop.repository, model.home)),
    state: {
      words: stateLine(loop, now),
      since: sinceWords(model, loop),
      ...stateIcon(loop),
    },
    why: reasons(model, loop),
    goal: filledText(brief?.goal, BRIEF_TEXT),
    bar: filledText(brief?.bar, BRIEF_TEXT),
    audience: filledText(brief?.audience, BRIEF_TEXT),
    meters: meters(loop),
    acts: acts(model, loop),
    readOnly: unwritableWords(loop),
    lastSign: lastSignWords(loop, now),
    counts: {
      rounds: snapshot.rounds.length,
      newest: newest?.round ?? null,
      waits: model.waitsOf(loop).length,
      material: open.material,
      minor: open.minor,
      checks: snapshot.checks.length,
      questions: snapshot.questions.length,
      sent: snapshot.inbox.length + model.notes(loop.key).length,
      files: filesOf(loop).length,
      problems: snapshot.problems.length,
    },
  };
}

/** Each state has its own shape; its tone only adds to it. */
export function stateIcon(loop: WatchedLoop): Omit<StateShown, 'words'> {
  const { name, color } = loopIcon(loop);
  const icon = ICONS[name] ?? name;
  if (stateOf(loop).code === 'running') return { icon, tone: 'busy' };
  if (color?.startsWith('testing') === true) return { icon, tone: 'good' };
  if (color?.startsWith('notificationsError') === true) return { icon, tone: 'bad' };
  return { icon, tone: color === undefined ? 'plain' : 'warn' };
}

/** Names that the tree knows too, where the font has another one for the same. */
const ICONS: Record<string, string> = { clock: 'watch', 'circle-large-outline': 'circle-large' };

/** Since when it stands as it does: since it asks, since its last round began or ended, since it ended. */
function sinceWords(model: ReadModel, loop: WatchedLoop): Shown {
  const now = model.now();
  const { snapshot } = loop;
  const [wait] = model.waitsOf(loop);
  const at = wait === undefined ? standsSince(loop) : wait.since;
  const since = at === null ? NONE : ours('since {0} ({1})', moment(at, now), duration(now - at));
  const until =
    wait?.expiresAt == null || wait.expiresAt <= now
      ? NONE
      : ours('goes on without you in {0}', duration(wait.expiresAt - now));
  const wakes =
    snapshot.nextAt === null || hasEnded(loop)
      ? NONE
      : ours('goes on at {0}', moment(Date.parse(snapshot.nextAt), now));
  return join([since, until, wakes], ', ');
}

function standsSince(loop: WatchedLoop): number | null {
  const { snapshot } = loop;
  if (hasEnded(loop)) return millis(snapshot.ended?.at ?? snapshot.lastSign);
  const newest = snapshot.rounds.at(-1);
  if (snapshot.status === 'stalled') return millis(snapshot.lastSign);
  return millis(newest?.endedAt ?? newest?.startedAt ?? null);
}

function reasons(model: ReadModel, loop: WatchedLoop): PanelText[] {
  return model
    .looksOf(loop)
    .slice(0, MOST_REASONS)
    .map((look) => panelText(lookWords('tree', look, model.now()), 1_000));
}

function meters(loop: WatchedLoop): HeadMeter[] {
  const { snapshot } = loop;
  const round = snapshot.rounds.at(-1)?.round;
  const [cost, time, rounds] = (['cost', 'runtime', 'rounds'] as const).map((cap) => capUse(snapshot, cap));
  const runs = duration(snapshot.runtimeSeconds * 1000);
  return [
    {
      name: ours('round'),
      words:
        round === undefined
          ? ours('none yet')
          : rounds === undefined
            ? String(round)
            : ours('{0} of {1}', round, rounds.limit),
      note: NONE,
      share: rounds?.share ?? null,
    },
    {
      name: ours('cost'),
      words: costOfCapLong(loopCost(loop), cost?.limit ?? null) || ours('none reported'),
      note: rate(loop),
      share: cost?.share ?? null,
    },
    {
      name: ours('time'),
      words: time === undefined ? runs : ours('{0} of {1}', runs, duration(time.limit * 60_000)),
      note: NONE,
      share: time?.share ?? null,
    },
  ];
}

function acts(model: ReadModel, loop: WatchedLoop): LoopHead['acts'] {
  const { steer, stop, start } = model.abilities(loop);
  const act = (ability: LoopAbility): Act => ({ shown: ability !== 'no', reason: hindrance(ability, loop) });
  return { steer: act(steer), stop: act(stop), start: act(start) };
}

/** Why something that may be done here can't be done now; empty where it can. */
function hindrance(ability: LoopAbility, loop: WatchedLoop): Shown<'tree'> {
  switch (ability) {
    case 'unwritable':
      return unwritableWords(loop);
    case 'stop-sent':
      return ours('A stop was sent already.');
    case 'runs-here':
      return ours('A terminal of this window runs it.');
    default:
      return NONE;
  }
}
