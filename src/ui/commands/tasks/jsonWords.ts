/** Where a typed JSON text goes wrong. */
import type { JsonFault } from '../../../protocol/lib/pythonJson.ts';
import type { Shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';

const AROUND = 12;

/** `at`: UTF-16 units from 0. */
export function jsonFaultWords(text: string, fault: JsonFault, at: number): Shown<'prompt'> {
  if (fault === 'too-deep') return ours('Nested too deep for its readers');
  if (fault === 'too-many-digits') return ours('A number with too many digits for its readers');
  if (at >= text.length) return ours('Not JSON yet: it stops too early');
  const before = text.slice(Math.max(0, at - AROUND), at);
  return say('prompt', 'Not JSON at character {0}: “{1}▸{2}”', at + 1, before, text.slice(at, at + AROUND));
}
