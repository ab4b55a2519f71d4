/** Keys as they stand on the person's keyboard. */
import type { Shown } from './agentText.ts';

/**
 * "Ctrl+K A", on macOS "Cmd+K A".
 *
 * @param platform where the extension runs: over Remote-SSH that is the other machine, for the editor tells no other.
 */
export function keyName(chord: 'K A' | 'Enter', platform: NodeJS.Platform = process.platform): Shown {
  return `${platform === 'darwin' ? 'Cmd' : 'Ctrl'}+${chord}` as Shown;
}
