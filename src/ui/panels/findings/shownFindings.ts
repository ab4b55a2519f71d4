/** Findings as the page shows them. */
import { basename } from 'node:path';
import type { ListedFinding, Mine } from '../../../acts/decide/decisionDesk.ts';
import { type Became, becameOf, type ListingPlace, pastOf } from '../../../protocol/loops/findingIdentity.ts';
import type { RoundFinding } from '../../../protocol/loops/loopSnapshot.ts';
import { placeOfRound } from '../../../protocol/loops/roundPlace.ts';
import { type PanelText, panelLine, panelText } from '../../../text/panelText.ts';
import { severityWord } from '../../../text/roundWords.ts';
import { ours } from '../../../text/say.ts';
import { mineShown, offWords, saidWords } from '../../kit/mineShown.ts';
import { findingName, listingState } from '../../kit/words/findingWords.ts';
import { idOf, type Listing, partOfRound } from './findingListing.ts';
import type { DetailShown, RowShown, VerdictShown } from './findingsMessages.ts';

const NAME = 160;
const LINE = 300;

export function listedOf({
  finding,
  round,
  index,
}: Pick<Listing, 'finding' | 'round' | 'index'>): ListedFinding {
  const { step, label, id, text, state } = finding;
  return { step, label, id, text, state, round, index };
}

export function verdictShown(state: RoundFinding['state'], mine: Mine | null): VerdictShown {
  const draft = mine?.kind === 'draft' ? mine.draft : null;
  return {
    decision: draft?.decision ?? null,
    remark: draft?.remark ?? '',
    said: mine === null ? [] : saidWords(mine),
    off: offWords(state),
  };
}

export function rowShown(listing: Listing, mine: Mine | null, loopName: string): RowShown {
  const { finding } = listing;
  return {
    id: idOf(listing),
    severity: finding.severity,
    state: finding.state,
    name: panelLine(findingName(finding), NAME),
    text: panelLine(finding.text, LINE),
    loop: panelLine(loopName, NAME),
    facts: placeWords(listing),
    mine: mine === null ? null : mineShown(mine),
  };
}

/** "round 3, stays since round 1", "round 2, fixed". */
function placeWords(listing: Listing): string {
  const { finding, round } = listing;
  if (finding.state !== 'open') return ours('round {0}, {1}', round, listingState(finding));
  const { kind, since, orBefore } = becameOf(listing.loop.rounds, standsAt(listing));
  switch (kind) {
    case 'new':
      return ours('round {0}, new', round);
    case 'stays':
      return orBefore
        ? ours('round {0}, stays since {1} or before', round, since)
        : ours('round {0}, stays since {1}', round, since);
    case 'back':
      return ours('round {0}, back again', round);
  }
}

function standsAt({ loop, round, index }: Listing): ListingPlace {
  return { at: placeOfRound(loop.rounds, round), index };
}

export function detailShown(
  listing: Listing,
  mine: Mine | null,
  names: { loop: string; place: string },
): DetailShown {
  const { finding, round } = listing;
  const artifact = artifactOf(listing);
  return {
    id: idOf(listing),
    name: panelLine(findingName(finding)),
    text: panelText(finding.text),
    loop: panelLine(names.loop, NAME),
    place: panelLine(names.place, LINE),
    severity: finding.severity,
    state: finding.state,
    facts: [severityWord(finding.severity), listingState(finding), ours('round {0}', round)],
    history: historyWords(listing),
    artifact: artifact === null ? null : panelLine(artifact, NAME),
    ...verdictShown(finding.state, mine),
  };
}

/** Newest first, from its own round back to the first that listed it, as far as is looked. */
function historyWords(listing: Listing): string[] {
  const { finding, round, loop } = listing;
  const place = standsAt(listing);
  const past = pastOf(loop.rounds, place);
  const lines = past.rounds.slice(0, past.rounds.findLastIndex((each) => each.finding !== null) + 1);
  const own =
    finding.state === 'closed'
      ? ours('Round {0}: {1}', round, listingState(finding))
      : becameLine(round, becameOf(loop.rounds, place).kind);
  return [
    own,
    ...lines.map((line, at) => {
      if (line.finding === null) return ours('Round {0}: not listed', line.round);
      if (line.finding.state === 'closed')
        return ours('Round {0}: {1}', line.round, listingState(line.finding));
      const before = lines[at + 1];
      if (before === undefined && past.isCut && lines.length === past.rounds.length)
        return ours('Round {0} or before: new', line.round);
      if (before === undefined) return becameLine(line.round, 'new');
      return becameLine(
        line.round,
        before.finding === null || before.finding.state === 'closed' ? 'back' : 'stays',
      );
    }),
  ];
}

function becameLine(round: number, kind: Became['kind']): string {
  switch (kind) {
    case 'new':
      return ours('Round {0}: new', round);
    case 'stays':
      return ours('Round {0}: stays', round);
    case 'back':
      return ours('Round {0}: back again', round);
  }
}

/** The file of the run that lists it. */
export function artifactOf({ loop, round, finding }: Listing): string | null {
  const runs = partOfRound(loop, round)?.round.runs ?? [];
  const run = runs.findLast(
    (each) => each.step === finding.step && each.label === finding.label && each.artifact !== null,
  );
  return run?.artifact ?? null;
}

/** Loops of one name are told apart by their folders. */
export function loopNames(
  loops: readonly { key: string; id: string; repository: string }[],
): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { id } of loops) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map(
    loops.map(({ key, id, repository }) => [
      key,
      (counts.get(id) ?? 0) > 1 ? `${id} (${basename(repository) || repository})` : id,
    ]),
  );
}

export function lineOf(text: string): PanelText {
  return panelLine(text, NAME);
}
