/** What the person sent, how far it came, and the notes that are held back. */

import type { RowItem } from '../../../host/treeItem.ts';
import type { SentEntry } from '../../../protocol/loops/loopSnapshot.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import type { HeldNote } from '../../../workspace/kept/heldNotes.ts';
import { type Progress, progressOf } from '../../../workspace/loops/sentProgress.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { Row } from '../../kit/row.ts';
import { rowItem, type Tree } from '../../kit/rowItem.ts';
import { noteWords } from '../../kit/words/decisionWords.ts';
import { keyWords } from '../../kit/words/lookWords.ts';
import { shortStage, stageWords } from '../../kit/words/sentWords.ts';
import type { RowKinds } from '../rowKinds.ts';
import { type PagedRow, pagedRows, pageItem } from './paging.ts';

export interface SentGroupRow extends PagedRow {
  kind: 'sentGroup';
  loop: WatchedLoop;
}

export interface SentRow extends Row {
  kind: 'sent';
  loop: WatchedLoop;
  entry: SentEntry;
}

export interface HeldRow extends Row {
  kind: 'held';
  note: HeldNote;
}

export const SENT: RowKinds<SentGroupRow | SentRow | HeldRow> = {
  sentGroup: { item: sentGroupItem, children: sentChildren },
  sent: { item: sentItem },
  held: { item: heldItem },
};

export function sentGroup(loop: WatchedLoop, scope: string): SentGroupRow[] {
  if (loop.snapshot.inbox.length === 0) return [];
  return [{ kind: 'sentGroup', id: `${scope}/sent`, loop, page: undefined, target: { loopKey: loop.key } }];
}

export function heldRows(loop: WatchedLoop, model: ReadModel, scope: string): HeldRow[] {
  return model.notes(loop.key).map((note) => ({
    kind: 'held',
    id: `${scope}/held|${note.id}`,
    note,
    target: { loopKey: loop.key, noteId: note.id },
  }));
}

/** Newest first. */
function sentChildren(row: SentGroupRow): (SentGroupRow | SentRow)[] {
  const newest = [...row.loop.snapshot.inbox].reverse();
  return pagedRows(row, newest.length, ({ from, to }) =>
    newest.slice(from, to).map(
      (entry, index): SentRow => ({
        kind: 'sent',
        // Two lines may have one id: the place in the file, counted from its start, tells them apart.
        id: `${row.id}/${newest.length - from - index}|${entry.id}`,
        loop: row.loop,
        entry,
        target: { loopKey: row.loop.key },
      }),
    ),
  );
}

function sentGroupItem(row: SentGroupRow): RowItem {
  const { inbox } = row.loop.snapshot;
  if (row.page !== undefined) return pageItem(row.page);
  const last = inbox.findLast((entry) => !entry.copy);
  const description =
    last === undefined ? NONE : join<'tree'>([labelOf(last), shortStage(row.loop, last)], ' ');
  return rowItem(ours('Sent {0}', inbox.length), { description, icon: { name: 'mail' }, expands: 'closed' });
}

function labelOf(entry: SentEntry): Tree {
  if (entry.kind === 'stop') return ours('stop');
  return say('tree', '“{0}”', entry.text);
}

function sentItem({ loop, entry }: SentRow, model: ReadModel): RowItem {
  const progress = progressOf(loop, entry.id);
  const stages = stageWords(entry, progress);
  const outcome = noteWords(loop.snapshot, entry) ?? NONE;
  return rowItem(labelOf(entry), {
    description: join<'tree'>([outcome, stages]),
    tooltip: lines<'tree'>([
      shown(entry.text, 'tree', 2000),
      outcome,
      stages,
      readingWords(progress),
      entry.trusted === true ? NONE : keyWords(model.key()),
    ]),
    spoken: join<'tree'>([labelOf(entry), outcome, stages], ', '),
    icon: {
      name:
        entry.trusted === false ? 'unverified' : entry.kind === 'stop' ? 'debug-stop' : stageIcon(progress),
    },
    words: ['sent', 'copyable'],
  });
}

function stageIcon(progress: Progress | null): string {
  if (progress?.state === 'taken') return 'check';
  return progress?.state === 'read' || progress?.state === 'still-asks' ? 'mail-read' : 'mail';
}

function readingWords(progress: Progress | null): Tree {
  if (progress === null) return NONE;
  if (!progress.reportsReading)
    return ours('This loop does not report reading: what it does next is the sign.');
  return progress.usualSeconds === null
    ? NONE
    : ours('Usually read in {0}.', duration(progress.usualSeconds * 1000));
}

function heldItem({ note }: HeldRow): RowItem {
  const description =
    note.failed === null
      ? ours('held: goes out once the loop has gone on')
      : say('tree', 'not sent: {0}', note.failed.message);
  return rowItem(say('tree', '“{0}”', note.text), {
    description,
    tooltip: lines<'tree'>([
      shown(note.text, 'tree', 2000),
      description,
      ours('Sent now it would count as the answer.'),
    ]),
    icon: { name: 'watch' },
    words: ['held', 'copyable'],
  });
}
