/** What the person said of a finding, as pages show it. */

import type { ListedFinding, Mine } from '../../acts/decide/decisionDesk.ts';
import { type Shown, shown, withoutBreaks } from '../../text/agentText.ts';
import { ours, say } from '../../text/say.ts';
import { clockMinutes } from '../../text/timeWords.ts';
import { entryOf } from '../../text/wordTable.ts';
import type { Decision, FindingName } from '../../workspace/loops/decisions.ts';
import { decisionWord, fateWord, findingName } from './words/findingWords.ts';

export interface MineShown {
  kind: 'draft' | 'changed' | 'sent' | 'held';
  decision: Decision | null;
  words: string;
  /** There is a remark. */
  remark: boolean;
}

const LINE = 300;

export function mineShown(mine: Mine): MineShown {
  switch (mine.kind) {
    case 'draft':
    case 'changed': {
      const { decision, remark } = mine.draft;
      const word = decision === null ? ours('Remark') : decisionWord(decision);
      const words = mine.kind === 'draft' ? word : ours('{0}, of other words', word);
      return { kind: mine.kind, decision, words, remark: remark.trim() !== '' };
    }
    case 'held':
    case 'sent': {
      const { decision, remark } = mine.decided;
      const word = decisionWord(decision);
      const words = mine.kind === 'held' ? ours('{0}, kept', word) : ours('{0}, sent', word);
      return { kind: mine.kind, decision, words, remark: remark !== '' };
    }
  }
}

/** What was said before: "You sent “Fix” at 09:02. Now: still open." Empty for what is only a draft. */
export function saidWords(mine: Mine): string[] {
  switch (mine.kind) {
    case 'draft':
      return [];
    case 'changed': {
      const { decision, text } = mine.draft;
      const about = shown(text, 'webview', LINE);
      return [
        decision === null
          ? say('webview', 'You had a remark on other words: “{0}”', about)
          : say('webview', 'You had decided “{0}” on other words: “{1}”', decisionWord(decision), about),
      ];
    }
    case 'held':
      return [
        ours('“{0}” is kept until the loop has gone on.', decisionWord(mine.decided.decision)),
        ...remarkWords(mine.decided.remark),
      ];
    case 'sent': {
      const word = decisionWord(mine.decided.decision);
      const fate = fateWord(mine.fate);
      return [
        mine.sentAt === null
          ? ours('You sent “{0}”. Now: {1}.', word, fate)
          : ours('You sent “{0}” at {1}. Now: {2}.', word, clockMinutes(mine.sentAt), fate),
        ...remarkWords(mine.decided.remark),
      ];
    }
  }
}

function remarkWords(remark: string): string[] {
  return remark === '' ? [] : [say('webview', 'Your remark: “{0}”', shown(remark, 'webview', LINE))];
}

/** "facts/3: Won’t fix", told once it is kept. */
export function decidedWords(finding: FindingName, decision: Decision | null): string {
  const name = shown(withoutBreaks(findingName(finding)), 'webview', LINE);
  return decision === null
    ? say('webview', '{0}: not decided', name)
    : say('webview', '{0}: {1}', name, decisionWord(decision));
}

const REFUSALS: Readonly<Record<string, () => Shown>> = {
  'not-open': () => ours('It is no longer open: there is nothing to decide.'),
  'no-place': () => ours('It names no file that is in its repository.'),
  'no-artifact': () => ours('The run that lists it named no file.'),
};

/** Why a request about a finding was refused; undefined for what is none of these. */
export function findingRefusal(code: string): Shown | undefined {
  return entryOf(REFUSALS, code)?.();
}

/** Why nothing can be decided about a finding that stands so; empty where something can. */
export function offWords(state: ListedFinding['state']): string {
  if (state === 'open') return '';
  return state === 'closed'
    ? ours('It is closed: there is nothing to decide.')
    : ours('Its step judged again later: decide about what it lists now.');
}
