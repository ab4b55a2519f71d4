import type { Uri } from 'vscode';
import type { Shown } from '../text/shown.ts';
import { run } from './commands.ts';

/** Two read-only pages side by side in the editor's own diff. */
export async function showDiff(older: Uri, newer: Uri, title: Shown<'pick'>): Promise<void> {
  await run('vscode.diff', older, newer, title, { preview: true });
}
