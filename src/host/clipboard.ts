import { env } from 'vscode';
import type { Shown } from '../text/agentText.ts';

/** What goes to the clipboard may be pasted into a terminal: commands come from `shellLine`. */
export async function writeClipboard(text: Shown<'clipboard'>): Promise<void> {
  await env.clipboard.writeText(text);
}
