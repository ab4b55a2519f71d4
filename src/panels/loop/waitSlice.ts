/** What of the loop waits for the person, with the draft that everything one can type into shares. */
import { join, type Shown } from '../../host/agentText.ts';
import { ago, moment } from '../../host/words/ages.ts';
import { optionLabel } from '../../host/words/answerWords.ts';
import { ours } from '../../host/words/say.ts';
import { clockMinutes, duration } from '../../host/words/time.ts';
import type { LoopWait } from '../../workspace/needsYou.ts';
import { panelLine, panelText } from '../panelText.ts';
import type { LoopWorld } from './loopWorld.ts';
import type { WaitShown } from './messages.ts';

const MOST = 5;
const ASK_TEXT = 8_000;
const MOST_OPTIONS = 50;
/** A longer draft is written in an editor: a slice has no room for it. */
const MAX_DRAFT = 20_000;
const SOON_MS = 600_000;

export function waitSlice(world: LoopWorld, key: string): { waits: WaitShown[]; more: number } {
  const loop = world.get(key);
  const waits = loop === undefined ? [] : world.waits(loop);
  return {
    waits: waits.slice(0, MOST).map((wait) => shownWait(world, wait)),
    more: Math.max(0, waits.length - MOST),
  };
}

function shownWait(world: LoopWorld, wait: LoopWait): WaitShown {
  const now = world.now();
  const draft = world.draft(wait.key);
  const long = draft !== undefined && draft.text.length > MAX_DRAFT;
  return {
    key: wait.key,
    head: wait.kind === 'verdict' ? ours('Waits for your verdict') : ours('Asks you'),
    ask: panelText(wait.text, ASK_TEXT),
    when: whenWords(wait, now),
    urgent: wait.expiresAt !== null && wait.expiresAt - now < SOON_MS,
    options: wait.options
      .slice(0, MOST_OPTIONS)
      .map((option) => ({ id: option.id, label: panelLine(optionLabel(option)) })),
    draft:
      draft === undefined || long
        ? null
        : { text: draft.text, choice: draft.choice, saved: savedWords(world, wait, now) },
    draftElsewhere: long ? ours('Your draft is too long for here: go on with it in an editor.') : '',
    off: world.unwritable(wait.loop),
  };
}

function whenWords(wait: LoopWait, now: number): Shown {
  const { since, expiresAt } = wait;
  return join(
    [
      since === null ? ('' as Shown) : ours('since {0} ({1})', moment(since, now), duration(now - since)),
      expiresAt === null
        ? ('' as Shown)
        : expiresAt > now
          ? ours('goes on without you in {0}', duration(expiresAt - now))
          : ours('its time ran out at {0}', clockMinutes(expiresAt)),
      wait.blocks ? ('' as Shown) : ours('goes on meanwhile'),
    ],
    ', ',
  );
}

function savedWords(world: LoopWorld, wait: LoopWait, now: number): Shown {
  const draft = world.draft(wait.key);
  if (draft === undefined) return '' as Shown;
  if (world.elsewhere(draft)) return ours('draft of another window, {0}', ago(now - draft.savedAt));
  return ours('draft {0}', clockMinutes(draft.savedAt));
}
