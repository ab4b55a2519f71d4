/** What the loop asked and what the person sent. Newest first, in pages. */

import { millis } from '../../../protocol/lib/time.ts';
import type { QuestionState, SentEntry } from '../../../protocol/loops/loopSnapshot.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { filledText, panelLine, panelText } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import { progressOf } from '../../../workspace/loops/sentProgress.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { stageWords } from '../../kit/words/sentWords.ts';
import { type List, PAGE, type QuestionRow, type SentRow, type StateShown } from './loopMessages.ts';

const NONE = '' as Shown;
const TEXT = 600;

export function questionSlice(loop: WatchedLoop | undefined, page: number, now: number): List<QuestionRow> {
  const questions = loop?.snapshot.questions ?? [];
  return {
    count: questions.length,
    rows: newest(questions, page).map(({ item, index }) => asked(item, index, now)),
  };
}

function newest<T>(items: readonly T[], page: number): { item: T; index: number }[] {
  const to = items.length - page * PAGE;
  const rows: { item: T; index: number }[] = [];
  for (let index = to - 1; index >= Math.max(0, to - PAGE); index -= 1) {
    const item = items[index];
    if (item !== undefined) rows.push({ item, index });
  }
  return rows;
}

function asked(question: QuestionState, index: number, now: number): QuestionRow {
  const at = millis(question.askedAt);
  return {
    index,
    text: panelText(question.text, TEXT),
    state: questionState(question),
    when: join([
      at === null ? NONE : moment(at, now),
      question.round === null ? NONE : ours('round {0}', question.round),
    ]),
    answer: filledText(question.answer, TEXT),
  };
}

function questionState(question: QuestionState): StateShown {
  const overtaken = question.overtaken ? ours('the loop went on without an answer') : NONE;
  switch (question.state) {
    case 'open':
      return question.overtaken
        ? { words: overtaken, icon: 'circle-slash', tone: 'plain' }
        : { words: ours('open'), icon: 'question', tone: 'warn' };
    case 'expired':
      return { words: join([ours('its time has run out'), overtaken]), icon: 'watch', tone: 'plain' };
    case 'answered':
      return { words: join([ours('answered'), overtaken]), icon: 'check', tone: 'good' };
    case 'closed':
      return { words: join([closedWord(question.reason), overtaken]), icon: 'circle-slash', tone: 'plain' };
  }
}

function closedWord(reason: string | null): Shown {
  if (reason === 'superseded') return ours('superseded');
  if (reason === 'withdrawn') return ours('withdrawn');
  return ours('closed');
}

export function sentSlice(model: ReadModel, loop: WatchedLoop | undefined, page: number): List<SentRow> {
  if (loop === undefined) return { count: 0, rows: [] };
  const now = model.now();
  const { inbox } = loop.snapshot;
  const held = page > 0 ? [] : model.notes(loop.key);
  const rows: SentRow[] = held.map((note) => ({
    index: -1,
    text: panelText(note.text, TEXT),
    kind: 'held',
    when: NONE,
    state: {
      words:
        note.failed === null
          ? ours('held: goes out once the loop has gone on')
          : say('webview', 'not sent: {0}', note.failed.message),
      icon: 'watch',
      tone: note.failed === null ? 'plain' : 'bad',
    },
    note: note.id,
  }));
  for (const { item, index } of newest(inbox, page)) rows.push(sentRow(loop, item, index, now));
  return { count: inbox.length, rows };
}

function sentRow(loop: WatchedLoop, entry: SentEntry, index: number, now: number): SentRow {
  const progress = progressOf(loop, entry.id);
  const at = millis(entry.ts);
  return {
    index,
    text: entry.kind === 'stop' ? panelLine(ours('stop')) : panelText(entry.text, TEXT),
    kind: entry.kind,
    when: at === null ? NONE : moment(at, now),
    state: { words: stageWords(entry, progress), ...stage(entry, progress?.state) },
    note: null,
  };
}

function stage(entry: SentEntry, state: string | undefined): Omit<StateShown, 'words'> {
  if (entry.trusted === false) return { icon: 'warning', tone: 'bad' };
  if (state === 'still-asks' || state === 'unread-overdue') return { icon: 'warning', tone: 'warn' };
  if (state === 'taken') return { icon: 'check', tone: 'good' };
  return { icon: state === 'read' ? 'mail-read' : 'mail', tone: 'plain' };
}
