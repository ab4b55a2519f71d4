/** Where in a task's text its problems stand. */
import { locateAll, type TextRange } from '../../../protocol/lib/jsonRanges.ts';
import { skipSpaceAt, stringAt } from '../../../protocol/lib/pythonJson.ts';
import type { TaskRecord } from '../../../protocol/tasks/taskModel.ts';
import { asRecord } from '../../../protocol/tasks/taskRecord.ts';
import { isTime } from '../../../protocol/tasks/timeStamp.ts';

type Keys = readonly (string | number)[];

const BY_CODE: Record<string, readonly Keys[]> = {
  unsafe_id: [['id']],
  id_mismatch: [['id']],
  duplicate_id: [['id']],
  missing_field: [[]],
  bad_priority: [['priority']],
  claim_interrupted: [['status']],
  move_interrupted: [['status']],
  edit_interrupted: [['status']],
};

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);
const FITS: Record<string, (value: unknown) => boolean> = {
  id: isText,
  title: isTextOrNull,
  created_by: isTextOrNull,
  status: isText,
  description: isText,
  assigned_to: isTextOrNull,
  context: (value) => asRecord(value) !== null,
  tags: (value) => Array.isArray(value) && value.every(isText),
  parent_id: isTextOrNull,
  retry_count: Number.isInteger,
  max_retries: Number.isInteger,
  history: (value) => Array.isArray(value) && value.every((entry) => asRecord(entry) !== null),
};

/** Where one problem stands, in UTF-16 units; nowhere where it is of the file as a whole. */
export function problemLocations(text: string, code: string, task: TaskRecord | null): TextRange[] {
  if (code === 'duplicate_keys' || code === 'nonstandard_number') return oddities(text)[code];
  const asked = task === null ? BY_CODE[code] : (BY_CODE[code] ?? askedIn(task, code));
  return locateAll(text, asked ?? []).filter((place) => place !== null);
}

function askedIn(task: TaskRecord, code: string): Keys[] {
  switch (code) {
    case 'wrong_type':
      return Object.entries(FITS)
        .filter(([key, fits]) => !fits(task[key]))
        .map(([key]) => [key]);
    case 'bad_time':
      return badTimes(task);
    default:
      return [];
  }
}

function badTimes(task: TaskRecord): Keys[] {
  const own = ['created_at', 'updated_at'].filter((key) => task[key] !== null && !isTime(task[key]));
  const history: unknown[] = Array.isArray(task['history']) ? task['history'] : [];
  const entries = history.flatMap((entry, index): Keys[] => {
    const record = asRecord(entry);
    return record !== null && Object.hasOwn(record, 'at') && !isTime(record['at'])
      ? [['history', index, 'at']]
      : [];
  });
  return [...own.map((key) => [key]), ...entries];
}

/** Names that stand twice in one object, and numbers that are no JSON. One pass, without recursion. */
function oddities(text: string): { duplicate_keys: TextRange[]; nonstandard_number: TextRange[] } {
  const found: { duplicate_keys: TextRange[]; nonstandard_number: TextRange[] } = {
    duplicate_keys: [],
    nonstandard_number: [],
  };
  const names: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '{' || mark === '[') names.push(new Set());
    else if (mark === '}' || mark === ']') names.pop();
    else if (mark === '"') {
      const word = stringAt(text, at);
      if (word === null) break;
      const inside = names.at(-1);
      if (text[skipSpaceAt(text, word.end)] === ':' && inside !== undefined) {
        if (inside.has(word.value)) found.duplicate_keys.push({ start: at, end: word.end });
        inside.add(word.value);
      }
      at = word.end - 1;
    } else if (mark === 'N' || mark === 'I') {
      const word = mark === 'N' ? 'NaN' : 'Infinity';
      if (!text.startsWith(word, at)) continue;
      found.nonstandard_number.push({ start: text[at - 1] === '-' ? at - 1 : at, end: at + word.length });
      at += word.length - 1;
    }
  }
  return found;
}

/** Lines and columns, both from 1. */
export function linesOf(
  text: string,
  places: readonly TextRange[],
): { line: number; column: number; end: number }[] {
  const starts = [0];
  for (const { index } of text.matchAll(/\r\n|\r|\n/g)) {
    starts.push(index + (text.startsWith('\r\n', index) ? 2 : 1));
  }
  return places.map(({ start, end }) => {
    let line = starts.findIndex((from) => from > start);
    if (line === -1) line = starts.length;
    const from = starts[line - 1] ?? 0;
    const next = starts[line];
    return {
      line,
      column: start - from + 1,
      end: Math.min(end, next === undefined ? end : next - 1) - from + 1,
    };
  });
}
