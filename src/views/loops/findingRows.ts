/** Findings: those open now, and those of one round. */
import { COMMANDS } from '../../contract.ts';
import { join, lines, shown } from '../../host/agentText.ts';
import type { RowItem } from '../../host/treeItem.ts';
import { ours, say } from '../../host/words/say.ts';
import type { FindingSeverity, Resolution, Round, RoundFinding } from '../../protocol/loops/model.ts';
import type { WatchedLoop } from '../../workspace/watchedLoop.ts';
import { type Page, pagesOf } from '../paging.ts';
import type { Row } from '../row.ts';
import { NONE, rowItem, type Tree } from '../rowItem.ts';

export interface FindingsRow extends Row {
  kind: 'findings';
  loop: WatchedLoop;
  /** Of this round; undefined: those open now. */
  round: Round | undefined;
  /** The part of a long list. */
  page: Page | undefined;
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

function findingsIn({ loop, round }: Pick<FindingsRow, 'loop' | 'round'>): ShownFinding[] {
  if (round !== undefined) return round.findings.map((finding) => ({ ...finding, round: round.round }));
  // Material first: that is what keeps the loop going.
  const open = loop.snapshot.openFindings.map((finding) => ({
    ...finding,
    state: 'open' as const,
    resolution: null,
  }));
  return [
    ...open.filter((each) => each.severity === 'material'),
    ...open.filter((each) => each.severity === 'minor'),
  ];
}

export function findingsChildren(row: FindingsRow): (FindingsRow | FindingRow)[] {
  const all = findingsIn(row);
  const { from, to } = row.page ?? { from: 0, to: all.length };
  const pages = pagesOf(from, to);
  if (pages !== null) return pages.map((page) => ({ ...row, id: `${row.id}/${page.from}-${page.to}`, page }));
  const seen = new Map<string, number>();
  return all.slice(from, to).map((finding): FindingRow => {
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
          name: `${row.loop.id} ${nameOf(finding)}`,
        },
      },
    };
  });
}

export function findingsItem(row: FindingsRow): RowItem {
  const all = findingsIn(row);
  if (row.page !== undefined)
    return rowItem(ours('{0}–{1}', row.page.from + 1, row.page.to), { expands: 'closed' });
  const material = all.filter((each) => each.severity === 'material' && each.state === 'open').length;
  const open = all.filter((each) => each.state === 'open').length;
  const label =
    row.round === undefined ? ours('Open findings {0}', all.length) : ours('Findings {0}', all.length);
  const description =
    row.round === undefined
      ? ours('{0} material', material)
      : open === 0
        ? ours('none open')
        : ours('{0} open, {1} of them material', open, material);
  return rowItem(label, { description, icon: { name: 'checklist' }, expands: 'closed' });
}

function nameOf(finding: ShownFinding): string {
  return [finding.step, finding.label, finding.id].filter((part) => part !== '').join('/');
}

export function findingItem({ finding }: FindingRow): RowItem {
  const text = shown(finding.text, 'tree');
  const name = shown(nameOf(finding), 'tree');
  const state = stateWords(finding);
  return rowItem(text === '' ? name : text, {
    description: join<'tree'>([state, name]),
    tooltip: lines<'tree'>([
      shown(finding.text, 'tree', 2000),
      join<'tree'>([severityWord(finding.severity), name, ours('round {0}', finding.round), state]),
    ]),
    spoken: join<'tree'>([severityWord(finding.severity), text, name, state], ', '),
    icon: finding.severity === 'material' ? { name: 'circle-filled' } : { name: 'circle-outline' },
    words: ['finding', 'copyable', 'openable'],
    click: { id: COMMANDS.openRow, title: ours('Open') },
  });
}

function severityWord(severity: FindingSeverity): Tree {
  return severity === 'material' ? ours('material') : ours('minor');
}

function stateWords(finding: ShownFinding): Tree {
  if (finding.state === 'superseded') return ours('judged again later');
  if (finding.state === 'open') return NONE;
  switch (finding.resolution) {
    case 'fixed':
      return ours('fixed');
    case 'accepted':
      return ours('accepted');
    case 'wontfix':
      return ours('won’t fix');
    case 'false_positive':
      return ours('false positive');
    case 'duplicate':
      return ours('duplicate');
    case null:
      return ours('closed');
  }
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
  const found = loop?.snapshot.rounds
    .find((each) => each.round === round)
    ?.findings.filter((each) => each.step === step && each.label === label && each.id === id);
  return (found?.[Number(nth)] ?? found?.at(-1))?.text;
}

export function findingHead(finding: { step: string; label: string; id: string; round: number }): Tree {
  return say(
    'tree',
    '{0} · round {1}',
    [finding.step, finding.label, finding.id].filter((part) => part !== '').join('/'),
    finding.round,
  );
}
