/** Findings: those open now or those of a round, each with what became of it. */

import type { OpenFinding, Round, RoundFinding } from '../../../protocol/loops/loopModel.ts';
import { reworded } from '../../../protocol/loops/state/findings.ts';
import { type PanelText, panelLine, panelText } from '../../../text/panelText.ts';
import { findingState, severityWord } from '../../../text/roundWords.ts';
import { ours } from '../../../text/say.ts';
import { join } from '../../../text/shown.ts';
import { openFindings } from '../../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { roundNumbered } from '../../views/loops/findingRows.ts';
import { type Fate, type FindingPage, PAGE, type FindingRow as ShownRow } from './loopMessages.ts';
import { placeOf } from './roundPlace.ts';

/** Without what the person decided: `decisionSlices.ts` adds it. */
type FindingRow = Omit<ShownRow, 'mine'>;
type Page = Pick<FindingPage, 'count' | 'material' | 'minor'> & { rows: FindingRow[] };

/** What became of a finding is looked for in so many rounds before its own. */
const LOOKED_AT = 12;
const MOST_STEERED = 10;

/** By the round itself: it is another one as soon as anything in it changed. */
const known = new WeakMap<Round, Map<string, boolean>>();

export function findingSlice(loop: WatchedLoop | undefined, number: number | null, page: number): Page {
  if (loop === undefined) return { count: 0, material: 0, minor: 0, rows: [] };
  return number === null ? openPage(loop, page) : roundPage(loop, number, page);
}

/** The open ones, the material first: that is what keeps the loop going. */
function openPage(loop: WatchedLoop, page: number): Page {
  const { all, material } = openFindings(loop);
  const fates = new Map<number, (finding: RoundFinding) => Fated>();
  const rows = all.slice(page * PAGE, (page + 1) * PAGE).flatMap((open): FindingRow[] => {
    const round = roundNumbered(loop.snapshot.rounds, open.round);
    const index = round === undefined ? -1 : indexOf(round, open);
    const finding = round?.findings[index];
    if (round === undefined || finding === undefined) return [];
    const fate = fates.get(round.round) ?? fatesIn(loop, round);
    fates.set(round.round, fate);
    return [rowOf(round, index, finding, fate(finding))];
  });
  return { count: all.length, material, minor: all.length - material, rows };
}

/** Its newest listing in its round that is open. */
function indexOf(round: Round, open: OpenFinding): number {
  return round.findings.findLastIndex(
    (each) =>
      each.state === 'open' &&
      each.id === open.id &&
      each.step === open.step &&
      each.label === open.label &&
      each.text === open.text,
  );
}

function roundPage(loop: WatchedLoop, number: number, page: number): Page {
  const round = roundNumbered(loop.snapshot.rounds, number);
  if (round === undefined) return { count: 0, material: 0, minor: 0, rows: [] };
  const { findings } = round;
  const fate = fatesIn(loop, round);
  const material = findings.filter((each) => each.severity === 'material').length;
  return {
    count: findings.length,
    material,
    minor: findings.length - material,
    rows: findings
      .slice(page * PAGE, (page + 1) * PAGE)
      .map((finding, at) => rowOf(round, page * PAGE + at, finding, fate(finding))),
  };
}

export function findingName(finding: { step: string; label: string; id: string }): string {
  return [finding.step, finding.label, finding.id].filter((part) => part !== '').join('/');
}

function rowOf(round: Round, index: number, finding: RoundFinding, fated: Fated): FindingRow {
  return {
    round: round.round,
    index,
    severity: finding.severity,
    name: panelLine(findingName(finding), 160),
    text: panelLine(finding.text, 300),
    fate: fated.fate,
    fateWords: fateWords(finding, fated, round.round),
  };
}

interface Fated {
  fate: Fate;
  /** The first of the rounds in a row that list it, or the one before which it was gone. */
  since: number;
  /** It was so in every round that was looked at: since that one or longer. */
  longer?: boolean;
}

/** What a note says of the findings that stay: as the loop itself names them, in one line. */
export function staysText(loop: WatchedLoop): string {
  const stay = openPage(loop, 0).rows.filter((row) => row.fate === 'stays' || row.fate === 'back');
  const named = stay.slice(0, MOST_STEERED).map(({ name, text }) => `${name.text}: ${text.text}`);
  return named.length === 0 ? '' : `These findings stay open. ${named.join(' | ')}`;
}

function fateWords(finding: RoundFinding, { fate, since, longer }: Fated, round: number): string {
  switch (fate) {
    case 'new':
      return ours('r{0} new', round);
    case 'stays':
      return longer === true ? ours('r{0} or before, stays', since) : ours('r{0} stays', since);
    case 'back':
      return ours('r{0} back again', since);
    case 'closed':
    case 'superseded':
      return findingState(finding);
  }
}

/** What a finding says, whoever words it: by its step, without digits, quotes, case and space. */
function saying(finding: { step: string; text: string }): string {
  return `${finding.step}\n${reworded(finding.text)}`;
}

function listedIn(round: Round): Map<string, boolean> {
  const before = known.get(round);
  if (before !== undefined) return before;
  const listed = new Map<string, boolean>();
  for (const finding of round.findings) listed.set(saying(finding), finding.state === 'closed');
  known.set(round, listed);
  return listed;
}

/** Over the rounds before it; only those in which its step judged count as rounds without it. */
function fatesIn(loop: WatchedLoop, round: Round): (finding: RoundFinding) => Fated {
  const { rounds } = loop.snapshot;
  const at = placeOf(rounds, round.round);
  const before = rounds.slice(Math.max(0, at - LOOKED_AT), at).reverse();
  return (finding) => {
    if (finding.state !== 'open') return { fate: finding.state, since: round.round };
    const said = saying(finding);
    const judged = before.filter((other) => other.runs.some((run) => run.step === finding.step));
    const [last] = judged;
    if (last === undefined) return { fate: 'new', since: round.round };
    const there = listedIn(last).get(said);
    if (there === undefined || there) {
      const earlier = judged.find((other) => listedIn(other).has(said));
      return earlier === undefined
        ? { fate: 'new', since: round.round }
        : { fate: 'back', since: earlier.round };
    }
    const without = judged.findIndex((other) => listedIn(other).get(said) !== false);
    const first = without < 0 ? judged.at(-1) : judged[without - 1];
    return {
      fate: 'stays',
      since: first?.round ?? last.round,
      longer: without < 0 && before.length === LOOKED_AT,
    };
  };
}

export function findingShown(
  loop: WatchedLoop | undefined,
  number: number,
  index: number,
): { text: PanelText; name: PanelText; facts: string } | null {
  const round = loop === undefined ? undefined : roundNumbered(loop.snapshot.rounds, number);
  const finding = round?.findings[index];
  if (loop === undefined || round === undefined || finding === undefined) return null;
  const fated = fatesIn(loop, round)(finding);
  return {
    text: panelText(finding.text),
    name: panelLine(findingName(finding)),
    facts: join([severityWord(finding.severity), ours('round {0}', round.round), fateLong(finding, fated)]),
  };
}

function fateLong(finding: RoundFinding, { fate, since, longer }: Fated) {
  switch (fate) {
    case 'new':
      return ours('new in this round');
    case 'stays':
      return longer === true
        ? ours('open since round {0} or before', since)
        : ours('open since round {0}', since);
    case 'back':
      return ours('back again: it was listed in round {0} and gone after it', since);
    default:
      return findingState(finding);
  }
}

/** The findings of a round in lines that compare well: sorted, one a line, without what changes by itself. */
export function findingLines(loop: WatchedLoop, number: number): string | undefined {
  const round = roundNumbered(loop.snapshot.rounds, number);
  if (round === undefined) return undefined;
  const lines = round.findings.map((finding) => {
    const state = findingState(finding);
    const words = [
      severityWord(finding.severity),
      [finding.step, finding.label].filter((part) => part !== '').join('/'),
      finding.text.replace(/\s+/g, ' ').trim(),
      state === '' ? '' : `(${state})`,
    ];
    return words.filter((each) => each !== '').join('  ');
  });
  return [...new Set(lines)].sort().join('\n');
}
