import { writeClipboard } from '../../../host/clipboard.ts';
import { info } from '../../../host/messages.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { readText } from '../../../workspace/kernel/readText.ts';
import type { Services } from '../../kit/services.ts';

const MOST_PROMPT = 200_000;

interface PromptRow extends PickRow {
  file: string;
}

/** Copies what an agent is told so that its loop shows up here. */
export async function copyPrompt({ context }: Pick<Services, 'context'>): Promise<void> {
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
  const prompt = await readText(
    nodeFiles,
    context.asAbsolutePath(`media/prompts/${picked.file}`),
    MOST_PROMPT,
  );
  if (prompt === null) throw new Error(`The extension's own file ${picked.file} is missing.`);
  await writeClipboard(shown(prompt, 'clipboard'));
  void info(ours('Copied. Paste it to your agent; its loop shows up here once it writes its first file.'));
}
