/** Findings: those open now, and those of one round. */
import type { RowItem } from '../../../host/treeItem.ts';
import type { FindingSeverity, Resolution } from '../../../protocol/loops/eventDefinitions.ts';
import type { Round, RoundFinding } from '../../../protocol/loops/loopSnapshot.ts';
import { roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import { join, lines, shown } from '../../../text/agentText.ts';
import { findingState, severityWord } from '../../../text/roundWords.ts';
import { ours } from '../../../text/say.ts';
import { openFindings } from '../../../workspace/loops/openFindings.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Row } from '../../kit/row.ts';
import { opensRow, rowItem } from '../../kit/rowItem.ts';
import { findingName } from '../../kit/words/findingWords.ts';
import type { RowKinds } from '../rowKinds.ts';
import { type Page, type PagedRow, pagedRows, pageItem } from './paging.ts';

export interface FindingsRow extends PagedRow {
  kind: 'findings';
  loop: WatchedLoop;
  /** Of this round; undefined: those open now. */
  round: Round | undefined;
}

export interface FindingRow extends Row {
  kind: 'finding';
  finding: ShownFinding;
}

interface ShownFinding {
  step: string;
  label: string;
  id: string;
  text: string;
  severity: FindingSeverity;
  round: number;
  state: RoundFinding['state'];
  resolution: Resolution | null;
}

export const FINDINGS: RowKinds<FindingsRow | FindingRow> = {
  findings: { item: findingsItem, children: findingsChildren },
  finding: { item: findingItem },
};

export function findingsRow(loop: WatchedLoop, round: Round | undefined, scope: string): FindingsRow {
  return {
    kind: 'findings',
    id: `${scope}/findings`,
    loop,
    round,
    page: undefined,
    target: { loopKey: loop.key, ...(round === undefined ? {} : { round: round.round }) },
  };
}

/** A part of the findings meant; of the open ones the material first: that is what keeps the loop going. */
function findingsIn({ loop, round }: Pick<FindingsRow, 'loop' | 'round'>, page: Page): ShownFinding[] {
  if (round !== undefined)
    return round.findings.slice(page.from, page.to).map((finding) => ({ ...finding, round: round.round }));
  return openFindings(loop)
    .all.slice(page.from, page.to)
    .map((finding) => ({ ...finding, state: 'open', resolution: null }));
}

function countOf({ loop, round }: Pick<FindingsRow, 'loop' | 'round'>): number {
  return round === undefined ? openFindings(loop).all.length : round.findings.length;
}

function findingsChildren(row: FindingsRow): (FindingsRow | FindingRow)[] {
  return pagedRows(row, countOf(row), (page) => {
    const seen = new Map<string, number>();
    return findingsIn(row, page).map((finding): FindingRow => {
      const name = JSON.stringify([finding.round, finding.step, finding.label, finding.id]);
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      return {
        kind: 'finding',
        id: `${row.id}/${name}${nth === 0 ? '' : `#${nth}`}`,
        finding,
        target: {
          loopKey: row.loop.key,
          round: finding.round,
          page: {
            kind: 'finding',
            key: JSON.stringify([row.loop.key, finding.round, finding.step, finding.label, finding.id, nth]),
            name: `${row.loop.id} ${findingName(finding)}`,
          },
        },
      };
    });
  });
}

function findingsItem({ loop, round, page }: FindingsRow): RowItem {
  if (page !== undefined) return pageItem(page);
  const icon = { name: 'checklist' };
  if (round === undefined) {
    const { all, material } = openFindings(loop);
    return rowItem(ours('Open findings {0}', all.length), {
      description: ours('{0} material', material),
      icon,
      expands: 'closed',
      words: ['findings'],
    });
  }
  const open = round.findings.filter((each) => each.state === 'open');
  const material = open.filter((each) => each.severity === 'material').length;
  return rowItem(ours('Findings {0}', round.findings.length), {
    description:
      open.length === 0 ? ours('none open') : ours('{0} open, {1} of them material', open.length, material),
    icon,
    expands: 'closed',
    words: ['findings'],
  });
}

function findingItem({ finding }: FindingRow): RowItem {
  const text = shown(finding.text, 'tree');
  const name = shown(findingName(finding), 'tree');
  const state = findingState(finding);
  return rowItem(text === '' ? name : text, {
    description: join<'tree'>([state, name]),
    tooltip: lines<'tree'>([
      shown(finding.text, 'tree', 2000),
      join<'tree'>([severityWord(finding.severity), name, ours('round {0}', finding.round), state]),
    ]),
    spoken: join<'tree'>([severityWord(finding.severity), text, name, state], ', '),
    icon: finding.severity === 'material' ? { name: 'circle-filled' } : { name: 'circle-outline' },
    words: ['finding', 'copyable', 'openable'],
    click: opensRow(),
  });
}

/** The page of a finding by the key that its row gave; undefined when it is there no more. */
export function findingText(
  key: string,
  get: (loopKey: string) => WatchedLoop | undefined,
): string | undefined {
  const parts: unknown = JSON.parse(key);
  if (!Array.isArray(parts)) return undefined;
  const [loopKey, round, step, label, id, nth]: unknown[] = parts;
  const loop = get(String(loopKey));
  if (loop === undefined || typeof round !== 'number') return undefined;
  const found = roundNumbered(loop.snapshot.rounds, round)?.findings.filter(
    (each) => each.step === step && each.label === label && each.id === id,
  );
  return (found?.[Number(nth)] ?? found?.at(-1))?.text;
}
