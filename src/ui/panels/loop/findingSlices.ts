/** Findings: those open now or those of a round, each with what became of it and what the person decided about it. */

import type { ListedFinding } from '../../../acts/decide/decisionDesk.ts';
import { type Became, becameOf, type ListingPlace } from '../../../protocol/loops/findingIdentity.ts';
import type { OpenFinding, Round } from '../../../protocol/loops/loopSnapshot.ts';
import { placeOfRound, roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { panelLine, panelText } from '../../../text/panelText.ts';
import { findingState, severityWord } from '../../../text/roundWords.ts';
import { ours } from '../../../text/say.ts';
import { decisionOutcomes } from '../../../workspace/loops/decisionOutcome.ts';
import { openFindings } from '../../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { mineShown } from '../../kit/mineShown.ts';
import { outcomeWords } from '../../kit/words/decisionWords.ts';
import { findingName } from '../../kit/words/findingWords.ts';
import { listedOf, verdictShown } from '../findings/shownFindings.ts';
import type { DecisionReads } from './loopActs.ts';
import { type FindingDetail, type FindingPage, type FindingRow, PAGE } from './loopMessages.ts';

const MOST_STEERED = 10;

/** The places of the findings of one page, and how many there are in all. */
type Page = Pick<FindingPage, 'count' | 'material' | 'minor'> & { places: ListingPlace[] };

/** A finding by where it stands: the number of its round and its place in it. */
export function listedAt(
  loop: WatchedLoop | undefined,
  round: number,
  index: number,
): ListedFinding | undefined {
  const finding = roundNumbered(loop?.snapshot.rounds ?? [], round)?.findings[index];
  return finding === undefined ? undefined : listedOf({ finding, round, index });
}

export function findingPage(
  decisions: DecisionReads,
  loop: WatchedLoop | undefined,
  number: number | null,
  page: number,
): FindingPage {
  if (loop === undefined) return { count: 0, material: 0, minor: 0, decided: 0, outcome: '', rows: [] };
  const { places, ...counts } = number === null ? openPage(loop, page) : roundPage(loop, number, page);
  const last = decisionOutcomes(loop.snapshot).at(-1);
  return {
    ...counts,
    decided: decisions.decided(loop),
    outcome: last === undefined ? '' : outcomeWords(last.decided),
    rows: places.flatMap((place) => {
      const row = rowOf(loop.snapshot.rounds, place);
      const finding = row === null ? undefined : listedAt(loop, row.round, row.index);
      if (row === null || finding === undefined) return [];
      const mine = decisions.mine(loop, finding);
      return { ...row, mine: mine === null ? null : mineShown(mine) };
    }),
  };
}

/** The open ones, the material first: that is what keeps the loop going. */
function openPage(loop: WatchedLoop, page: number): Page {
  const { rounds } = loop.snapshot;
  const { all, material, minor } = openFindings(loop);
  const places = all.slice(page * PAGE, (page + 1) * PAGE).map((open) => {
    const at = placeOfRound(rounds, open.round);
    const round = rounds[at];
    return { at, index: round?.round === open.round ? indexOf(round, open) : -1 };
  });
  return { count: all.length, material, minor, places };
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
  return {
    count: findings.length,
    material,
    minor: findings.length - material,
    places: findings
      .slice(page * PAGE, (page + 1) * PAGE)
      .map((_, index) => ({ at, index: page * PAGE + index })),
  };
}

/** Without what the person decided about it. */
function rowOf(rounds: readonly Round[], place: ListingPlace): Omit<FindingRow, 'mine'> | null {
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
  const open = openPage(loop, 0).places.flatMap((place) => rowOf(loop.snapshot.rounds, place) ?? []);
  const stay = open.filter((row) => row.fate === 'stays' || row.fate === 'back');
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

export function findingDetail(
  decisions: DecisionReads,
  loop: WatchedLoop | undefined,
  number: number,
  index: number,
): FindingDetail | null {
  const rounds = loop?.snapshot.rounds ?? [];
  const at = placeOfRound(rounds, number);
  const finding = roundNumbered(rounds, number)?.findings[index];
  if (loop === undefined || finding === undefined) return null;
  const stands =
    finding.state === 'open' ? becameLong(becameOf(rounds, { at, index })) : findingState(finding);
  const mine = decisions.mine(loop, listedOf({ finding, round: number, index }));
  return {
    text: panelText(finding.text),
    name: panelLine(findingName(finding)),
    facts: join([severityWord(finding.severity), ours('round {0}', number), stands]),
    ...verdictShown(finding.state, mine),
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
