/** Findings: those open now or those of a round, each with what became of it. */

import { type Became, becameOf, type ListingPlace } from '../../../protocol/loops/findingIdentity.ts';
import type { OpenFinding, Round } from '../../../protocol/loops/loopSnapshot.ts';
import { placeOfRound, roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import { type PanelText, panelLine, panelText } from '../../../text/panelText.ts';
import { findingState, severityWord } from '../../../text/roundWords.ts';
import { ours } from '../../../text/say.ts';
import { join, type Shown } from '../../../text/shown.ts';
import { openFindings } from '../../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { findingName } from '../../kit/words/findingWords.ts';
import { type FindingPage, PAGE, type FindingRow as ShownRow } from './loopMessages.ts';

/** Without what the person decided: `decisionSlices.ts` adds it. */
type FindingRow = Omit<ShownRow, 'mine'>;
type Page = Pick<FindingPage, 'count' | 'material' | 'minor'> & { rows: FindingRow[] };

const MOST_STEERED = 10;

export function findingSlice(loop: WatchedLoop | undefined, number: number | null, page: number): Page {
  if (loop === undefined) return { count: 0, material: 0, minor: 0, rows: [] };
  return number === null ? openPage(loop, page) : roundPage(loop, number, page);
}

/** The open ones, the material first: that is what keeps the loop going. */
function openPage(loop: WatchedLoop, page: number): Page {
  const { rounds } = loop.snapshot;
  const { all, material, minor } = openFindings(loop);
  const rows = all.slice(page * PAGE, (page + 1) * PAGE).flatMap((open): FindingRow | [] => {
    const at = placeOfRound(rounds, open.round);
    const round = rounds[at];
    const index = round?.round === open.round ? indexOf(round, open) : -1;
    return rowOf(rounds, { at, index }) ?? [];
  });
  return { count: all.length, material, minor, rows };
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
  const { rounds } = loop.snapshot;
  const at = placeOfRound(rounds, number);
  const findings = rounds[at]?.round === number ? (rounds[at]?.findings ?? []) : [];
  const material = findings.filter((each) => each.severity === 'material').length;
  const shownRows = findings.slice(page * PAGE, (page + 1) * PAGE);
  return {
    count: findings.length,
    material,
    minor: findings.length - material,
    rows: shownRows.flatMap((_, index) => rowOf(rounds, { at, index: page * PAGE + index }) ?? []),
  };
}

function rowOf(rounds: readonly Round[], place: ListingPlace): FindingRow | null {
  const round = rounds[place.at];
  const finding = round?.findings[place.index];
  if (round === undefined || finding === undefined) return null;
  const became = finding.state === 'open' ? becameOf(rounds, place) : null;
  return {
    round: round.round,
    index: place.index,
    severity: finding.severity,
    name: panelLine(findingName(finding), 160),
    text: panelLine(finding.text, 300),
    fate: became?.kind ?? (finding.state === 'closed' ? 'closed' : 'superseded'),
    fateWords: became === null ? findingState(finding) : becameWords(became),
  };
}

/** What a note says of the findings that stay: as the loop itself names them, in one line. */
export function staysText(loop: WatchedLoop): string {
  const stay = openPage(loop, 0).rows.filter((row) => row.fate === 'stays' || row.fate === 'back');
  const named = stay.slice(0, MOST_STEERED).map(({ name, text }) => `${name.text}: ${text.text}`);
  return named.length === 0 ? '' : `These findings stay open. ${named.join(' | ')}`;
}

function becameWords({ kind, since, orBefore }: Became): string {
  switch (kind) {
    case 'new':
      return ours('r{0} new', since);
    case 'stays':
      return orBefore ? ours('r{0} or before, stays', since) : ours('r{0} stays', since);
    case 'back':
      return ours('r{0} back again', since);
  }
}

export function findingShown(
  loop: WatchedLoop | undefined,
  number: number,
  index: number,
): { text: PanelText; name: PanelText; facts: string } | null {
  const rounds = loop?.snapshot.rounds ?? [];
  const at = placeOfRound(rounds, number);
  const round = rounds[at];
  const finding = round?.findings[index];
  if (round?.round !== number || finding === undefined) return null;
  const stands =
    finding.state === 'open' ? becameLong(becameOf(rounds, { at, index })) : findingState(finding);
  return {
    text: panelText(finding.text),
    name: panelLine(findingName(finding)),
    facts: join([severityWord(finding.severity), ours('round {0}', round.round), stands]),
  };
}

function becameLong({ kind, since, orBefore }: Became): Shown {
  switch (kind) {
    case 'new':
      return ours('new in this round');
    case 'stays':
      return orBefore ? ours('open since round {0} or before', since) : ours('open since round {0}', since);
    case 'back':
      return ours('back again: it was listed in round {0} and gone after it', since);
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
