import { readFile } from 'node:fs/promises';
import { env } from 'vscode';
import { info } from '../../../host/messages.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { ours } from '../../../text/say.ts';
import type { Acting } from '../../kit/services.ts';

interface PromptRow extends PickRow {
  file: string;
}

/** Copies what an agent is told so that its loop shows up here. */
export async function copyPrompt({ parts }: Acting): Promise<void> {
  const rows: PromptRow[] = [
    {
      file: 'build-a-loop.md',
      label: ours('Build a loop'),
      description: ours('for an agent that shall make a new loop and run it'),
    },
    {
      file: 'connect-my-loops.md',
      label: ours('Connect my loops'),
      description: ours('for an agent that knows loops of yours that run already'),
    },
  ];
  const picked = await pickOne(rows, { title: ours('Copy which prompt?') });
  if (picked === undefined) return;
  await env.clipboard.writeText(
    await readFile(parts.context.asAbsolutePath(`media/prompts/${picked.file}`), 'utf8'),
  );
  void info(ours('Copied. Paste it to your agent; its loop shows up here once it writes its first file.'));
}
