/** One ask with all that is needed to answer it, and the draft that everything one can type into shares. */

import { type Answer, answerWith } from '../../../acts/answer/answer.ts';
import type { AnswerSession } from '../../../acts/answer/answerSession.ts';
import { outgoing } from '../../../acts/answer/answerTarget.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { homePath } from '../../../text/homePath.ts';
import { type PanelText, panelLine, panelText } from '../../../text/panelText.ts';
import { ours } from '../../../text/say.ts';
import { clockMinutes, duration } from '../../../text/timeWords.ts';
import type { Draft } from '../../../workspace/kept/drafts.ts';
import { newestArtifacts } from '../../../workspace/loops/namedFiles.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { AsksModel } from '../../../workspace/model.ts';
import { folderOf, type Wait } from '../../../workspace/needsYou.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { groupOf } from '../../kit/findWait.ts';
import { askerName, optionLabel, priorityWords, taskTitle } from '../../kit/words/answerWords.ts';
import { wayOutWords } from '../../kit/words/wayOutWords.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import { type FoundAsk, findAsked } from './findAsked.ts';
import { overShown } from './overWords.ts';
import {
  type Asked,
  type AskShown,
  type DraftShown,
  MOST_OPTIONS,
  type Sends,
  type Typed,
} from './questionsMessages.ts';

const NONE = '' as Shown;
/** All options together have room for so much. */
const OPTIONS_BYTES = 40_000;
const OPTION_BYTES = 2_000;
const SENDS_BYTES = 20_000;
const FILES = 5;
/** A longer draft is written in an editor: a slice has no room for it. */
export const MAX_DRAFT = 20_000;
const SOON_MS = 600_000;

/** What the panel itself remembers of an ask. */
export interface AskMemory {
  session: AnswerSession;
  /** As it was last seen. */
  wait?: Wait;
  /** What the page typed last, with its own mark for it. */
  typed?: { text: string; choice: string | null; by: string };
}

export function placeOf(wait: Wait): WatchedLoop | TaskWorkspace {
  return wait.kind === 'feedback' ? wait.workspace : wait.loop;
}

export function askSlice(model: AsksModel, key: string, memory: AskMemory): Asked {
  const found = findAsked(model, key, memory.wait);
  if (found.state === 'gone') {
    if (!model.ready()) return { state: 'reading' };
    return { state: 'gone', draft: draftOf(model, key, [], memory) };
  }
  return { state: 'known', ...askShown(model, found, memory) };
}

function askShown(
  model: AsksModel,
  found: Exclude<FoundAsk, { state: 'gone' }>,
  memory: AskMemory,
): AskShown {
  const { wait } = found;
  const now = model.now();
  const here = found.state === 'here';
  const draft = model.draft(wait.key);
  const place = placeOf(wait);
  const long = draft !== undefined && draft.text.length > MAX_DRAFT;
  const { expiresAt } = wait;
  const left = expiresAt === null ? null : expiresAt - now;
  const answer = { text: draft?.text ?? '', choice: draft?.choice ?? null };
  return {
    key: wait.key,
    kind: wait.kind,
    asker: panelLine(askerName(wait.asker)),
    head: headWords(wait, here),
    title: titleOf(wait),
    place: panelLine(homePath(folderOf(wait), model.home)),
    facts: factsOf(wait),
    since: wait.since === null ? NONE : sinceWords(wait.since, now),
    until: here ? untilWords(wait, left) : NONE,
    urgent: here && left !== null && left < SOON_MS,
    ask: panelText(wait.text.trim()),
    theirs: wait.kind === 'feedback' && wait.draft !== null ? panelText(wait.draft) : null,
    options: optionsOf(wait),
    moreOptions: Math.max(0, wait.options.length - MOST_OPTIONS),
    files: filesOf(wait).map((path) => panelLine(path)),
    changes: changesWords(wait),
    draft: long ? null : draftOf(model, wait.key, wait.options, memory),
    draftOff: long ? ours('Your draft is too long for here: go on with it in an editor.') : NONE,
    sends: sendsOf(wait, answer),
    alike: groupOf(model.waits(), wait.key)?.same.length ?? 1,
    to: here ? (memory.session.alike?.length ?? null) : null,
    off: here ? unwritableWords(place) : NONE,
    way: here ? wayOutWords(place.writable) : NONE,
    over: found.state === 'over' ? overShown(found.of, now) : null,
    steerable: wait.kind !== 'feedback' && wait.loop.writable.ok,
  };
}

function headWords(wait: Wait, here: boolean): Shown {
  if (here && wait.kind === 'question' && wait.question?.state === 'expired')
    return ours('asked you, its time has run out');
  if (!here) return wait.kind === 'verdict' ? ours('waited for your verdict') : ours('asked you');
  return wait.kind === 'verdict' ? ours('waits for your verdict') : ours('asks you');
}

function titleOf(wait: Wait): PanelText | null {
  if (wait.kind === 'feedback') return panelLine(taskTitle(wait));
  const { title } = wait.loop.snapshot;
  return title.trim() === '' || title === wait.loop.id ? null : panelLine(title);
}

function factsOf(wait: Wait): string {
  if (wait.kind === 'feedback') {
    const { tags } = wait.workspace.facts(wait.row);
    return join<'tree'>([
      priorityWords(wait),
      ...tags.slice(0, 6).map((tag) => panelLine(`#${tag}`, 40).text as string as Shown),
    ]);
  }
  const round = wait.question?.round ?? wait.loop.snapshot.rounds.at(-1)?.round ?? null;
  const cap = wait.loop.snapshot.manifest?.round_cap;
  if (round === null) return NONE;
  return cap === undefined ? ours('round {0}', round) : ours('round {0} of {1}', round, String(cap) as Shown);
}

function sinceWords(since: number, now: number): Shown {
  return ours('since {0} ({1})', moment(since, now), duration(now - since));
}

function untilWords(wait: Wait, left: number | null): Shown {
  if (left === null || wait.expiresAt === null)
    return wait.blocks || wait.kind === 'feedback' ? NONE : ours('goes on meanwhile');
  if (left > 0)
    return wait.blocks
      ? ours('goes on without you in {0}', duration(left))
      : ours('takes an answer for {0} more', duration(left));
  return ours('its time ran out at {0}, it may have gone on', clockMinutes(wait.expiresAt));
}

function optionsOf(wait: Wait): PanelText[] {
  const options = wait.options.slice(0, MOST_OPTIONS);
  const room = Math.min(OPTION_BYTES, Math.floor(OPTIONS_BYTES / Math.max(1, options.length)));
  return options.map((option) => panelLine(optionLabel(option), room));
}

/** As the loop names them, newest first. */
export function filesOf(wait: Wait): string[] {
  return wait.kind === 'feedback' ? [] : newestArtifacts(wait.loop.snapshot, FILES);
}

/** Of so many rounds the newest commit is looked for: those before are packed away. */
const RECENT = 20;

/** The newest round that recorded a commit. */
export function changedRound(wait: Wait): number | null {
  if (wait.kind === 'feedback') return null;
  return wait.loop.snapshot.rounds.slice(-RECENT).findLast(({ commit }) => commit !== null)?.round ?? null;
}

function changesWords(wait: Wait): Shown {
  const round = changedRound(wait);
  return round === null ? NONE : ours('Changes of Round {0}', round);
}

function draftOf(
  model: AsksModel,
  key: string,
  options: Wait['options'],
  { typed }: AskMemory,
): DraftShown | null {
  const draft = model.draft(key);
  if (draft === undefined || draft.text.length > MAX_DRAFT) return null;
  const same = typed !== undefined && typed.text === draft.text && typed.choice === draft.choice;
  return {
    text: draft.text,
    choice: choiceOf(options, draft.choice),
    by: same ? typed.by : '',
    saved: savedWords(model, draft),
  };
}

function savedWords(model: AsksModel, draft: Draft): Shown {
  const at = moment(draft.savedAt, model.now());
  if (draft.notSent === 'window-closed') return ours('not sent, the window closed; your text from {0}', at);
  return model.elsewhere(draft) ? ours('draft of another window, {0}', at) : ours('draft {0}', at);
}

export function choiceOf(options: Wait['options'], choice: string | null): number | null {
  const place = choice === null ? -1 : options.findIndex((option) => option.id === choice);
  return place < 0 || place >= MOST_OPTIONS ? null : place;
}

/** What was typed as it is kept: an option that shares its id with another one goes as words. */
export function answerFor(options: Wait['options'], { text, choice }: Typed): Answer {
  const option = choice === null ? undefined : options[choice];
  return option === undefined ? { text, choice: null } : answerWith(options, option, text);
}

/** Exactly what goes out. */
export function sendsOf(wait: Wait, answer: Answer): Sends {
  const text = outgoing(wait, answer)?.text ?? null;
  const both =
    wait.kind === 'question' && answer.text.trim() !== '' && choiceOf(wait.options, answer.choice) !== null;
  return {
    text: text === null ? null : panelText(text, SENDS_BYTES),
    note: both ? ours('Some loops read only the option.') : NONE,
  };
}
