/** What is wrong with a task's file, in the person's words. Codes: tasks/reasons.ts. */

import { ours } from './say.ts';
import type { Shown } from './shown.ts';

/** Without a full stop, for rows: "not JSON". An unknown code is shown as it is. */
export function taskReason(code: string): Shown {
  switch (code) {
    case 'bad_name':
      return ours('the file’s name is not UTF-8');
    case 'dangling_symlink':
      return ours('a link to a file that is not there');
    case 'symlink_loop':
      return ours('a link that leads back to itself');
    case 'is_directory':
      return ours('a folder where a file should be');
    case 'not_a_file':
      return ours('not a regular file');
    case 'too_large':
      return ours('too large to be read until asked');
    case 'unreadable_file':
      return ours('the system does not let it be read');
    case 'empty':
      return ours('the file is empty');
    case 'not_utf8':
      return ours('not UTF-8 text');
    case 'bom':
      return ours('starts with a byte order mark, which Python readers refuse');
    case 'too_deep':
      return ours('nested too deep for Python to write it back');
    case 'number_too_long':
      return ours('holds a whole number of more digits than Python reads');
    case 'invalid_json':
      return ours('not JSON');
    case 'not_object':
      return ours('not a JSON object');
    case 'missing_field':
      return ours('has no id, no title or no created_by');
    case 'unsafe_id':
      return ours('its id can’t be a file name');
    case 'id_mismatch':
      return ours('its id differs from the file’s name, so no agent can take it');
    case 'wrong_type':
      return ours('a field is of another type than agents expect');
    case 'bad_priority':
      return ours('its priority is no number');
    case 'bad_time':
      return ours('a time in it is no time');
    case 'duplicate_keys':
      return ours('a name stands twice in it; the last one counts');
    case 'nonstandard_number':
      return ours('holds NaN or Infinity, which only Python reads');
    case 'duplicate_id':
      return ours('the same task stands in another folder too');
    case 'claim_interrupted':
      return ours('taken from the inbox, but the claim was never written');
    case 'move_interrupted':
      return ours('written as moved, but never moved');
    case 'edit_interrupted':
      return ours('set aside for a change that was never finished');
    default:
      return code as Shown;
  }
}
