import type { JsonFault } from '../../protocol/lib/pythonJson.ts';
import { JsonText } from '../../protocol/tasks/jsonValues.ts';

/** What a person typed as a result: nothing, JSON where it begins as an object, a list or a quoted text, else text. */
export function resultOf(
  typed: string,
): { ok: true; value: JsonText | string | null } | { ok: false; fault: JsonFault; at: number } {
  if (typed.trim() === '') return { ok: true, value: null };
  // One space before it makes a text of what would be JSON.
  if (!/^[[{"]/.test(typed)) return { ok: true, value: typed.trim() };
  return JsonText.of(typed);
}
