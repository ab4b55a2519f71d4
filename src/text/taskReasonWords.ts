/** What is wrong with a task's file, in the person's words. Codes: tasks/reasons.ts. */

import type { Shown } from './agentText.ts';
import { ours } from './say.ts';
import { entryOf } from './wordTable.ts';

const REASONS: Readonly<Record<string, () => Shown>> = {
  bad_name: () => ours('the file’s name is not UTF-8'),
  dangling_symlink: () => ours('a link to a file that is not there'),
  symlink_loop: () => ours('a link that leads back to itself'),
  is_directory: () => ours('a folder where a file should be'),
  not_a_file: () => ours('not a regular file'),
  too_large: () => ours('too large to be read until asked'),
  unreadable_file: () => ours('the system does not let it be read'),
  empty: () => ours('the file is empty'),
  not_utf8: () => ours('not UTF-8 text'),
  bom: () => ours('starts with a byte order mark, which Python readers refuse'),
  too_deep: () => ours('nested too deep for Python to write it back'),
  number_too_long: () => ours('holds a whole number of more digits than Python reads'),
  invalid_json: () => ours('not JSON'),
  not_object: () => ours('not a JSON object'),
  missing_field: () => ours('has no id, no title or no created_by'),
  unsafe_id: () => ours('its id can’t be a file name'),
  id_mismatch: () => ours('its id differs from the file’s name, so no agent can take it'),
  wrong_type: () => ours('a field is of another type than agents expect'),
  bad_priority: () => ours('its priority is no number'),
  bad_time: () => ours('a time in it is no time'),
  duplicate_keys: () => ours('a name stands twice in it; the last one counts'),
  nonstandard_number: () => ours('holds NaN or Infinity, which only Python reads'),
  duplicate_id: () => ours('the same task stands in another folder too'),
  claim_interrupted: () => ours('taken from the inbox, but the claim was never written'),
  move_interrupted: () => ours('written as moved, but never moved'),
  edit_interrupted: () => ours('set aside for a change that was never finished'),
};

/** Without a full stop, for rows: "not JSON". An unknown code is shown as it is. */
export function taskReason(code: string): Shown {
  return entryOf(REASONS, code)?.() ?? (code as Shown);
}
