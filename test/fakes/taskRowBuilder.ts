/** Rows as a scan gives them, without files. */
import type { TaskRow } from '../../src/protocol/tasks/taskModel.ts';

interface RowParts {
  folder?: string;
  id?: string;
  problems?: string[];
  alsoIn?: string[];
  task?: null;
  [field: string]: unknown;
}

/** A row of these parts; every other name is a field of its task, whose other fields are as the peer's defaults. */
export function aRow(parts: RowParts): TaskRow {
  const { folder = 'inbox', id = 'a', problems = [], alsoIn = [], task, ...fields } = parts;
  const at = '2026-11-30T12:00:00.000001+00:00';
  const record = {
    id,
    title: 'A task',
    created_by: 'mira',
    status: 'inbox',
    description: '',
    assigned_to: null,
    priority: 5,
    context: {},
    result: null,
    tags: [],
    parent_id: null,
    retry_count: 0,
    max_retries: 3,
    created_at: at,
    updated_at: at,
    history: [],
    ...fields,
  };
  return {
    folder,
    id,
    file: `${folder}/${id}.json`,
    version: '0'.repeat(64),
    task: task === null ? null : record,
    problem: problems[0] ?? null,
    problems,
    alsoIn,
  };
}
