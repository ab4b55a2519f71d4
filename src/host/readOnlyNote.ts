import { MarkdownString } from 'vscode';
import { ours } from '../text/say.ts';

/** What the editor says when one types into one of our pages. The editor takes it only so; no word of an agent's is in it. */
export function readOnlyNote(): MarkdownString {
  return new MarkdownString(ours('Shown for reading alone. Edit Task… changes a task that waits.'));
}
