/** The words for what is wrong with an entry, in the order in which they are told. */

/** These leave nothing to show but the reason; the first that holds. */
const UNREADABLE = [
  'bad_name',
  'dangling_symlink',
  'symlink_loop',
  'is_directory',
  'not_a_file',
  'too_large',
  'unreadable_file',
  'empty',
  'not_utf8',
  'bom',
  'too_deep',
  'number_too_long',
  'invalid_json',
  'not_object',
  'missing_field',
] as const;
/** The task can be read all the same; all that hold. */
const WARNINGS = [
  'unsafe_id',
  'id_mismatch',
  'wrong_type',
  'bad_priority',
  'bad_time',
  'duplicate_keys',
  'nonstandard_number',
  'duplicate_id',
  'claim_interrupted',
  'move_interrupted',
  'edit_interrupted',
] as const;

export type UnreadableReason = (typeof UNREADABLE)[number];
export type Warning = (typeof WARNINGS)[number];

/** What may be gone at a second look, when another was in the middle of writing. */
export const PASSING: ReadonlySet<string> = new Set([
  'empty',
  'not_utf8',
  'bom',
  'invalid_json',
  'missing_field',
]);
/** No act touches a task that has one of these. */
export const FORBIDDING: ReadonlySet<Warning> = new Set<Warning>(['unsafe_id', 'id_mismatch', 'wrong_type']);

/** English for programs. */
export const REASON_WORDS: Record<UnreadableReason | Warning, string> = {
  bad_name: 'The file name is not UTF-8.',
  dangling_symlink: 'A link to a file that is not there.',
  symlink_loop: 'A link that leads back to itself.',
  is_directory: 'A folder where a file should be.',
  not_a_file: 'Not a regular file.',
  too_large: 'Too large to be read at a glance.',
  unreadable_file: 'The system does not let it be read.',
  empty: 'The file is empty.',
  not_utf8: 'The file is not UTF-8 text.',
  bom: 'The file starts with a byte order mark, which Python readers refuse.',
  too_deep: 'Nested too deep for Python to write it back.',
  number_too_long: 'Holds a whole number of more digits than Python reads.',
  invalid_json: 'Not JSON.',
  not_object: 'Not a JSON object.',
  missing_field: 'Has no id, no title or no created_by.',
  unsafe_id: 'The id cannot be a file name.',
  id_mismatch: 'The id differs from the file name.',
  wrong_type: 'A known field has another type.',
  bad_priority: 'The priority is not a finite number.',
  bad_time: 'A time is not ISO 8601 with an offset.',
  duplicate_keys: 'A name stands twice in one object; the last one counts.',
  nonstandard_number: 'Holds NaN or Infinity, which only Python reads.',
  duplicate_id: 'The same id stands in another folder too.',
  claim_interrupted: 'Taken from the inbox, but the claim was never written.',
  move_interrupted: 'Written as moved, but never moved.',
  edit_interrupted: 'Set aside for a change that was never finished.',
};
