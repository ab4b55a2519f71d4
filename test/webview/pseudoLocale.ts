import { config } from '@vscode/l10n';
import { messages } from '../editor/messages.ts';

/** Runs with every text of ours in a made-up language, which puts marks around each. */
export async function inPseudoLocale(run: () => Promise<void>): Promise<void> {
  const made = Object.fromEntries(Object.keys(messages()).map((text) => [text, `⟦${text}⟧`]));
  config({ contents: JSON.stringify(made) });
  try {
    await run();
  } finally {
    config({ contents: '{}' });
  }
}
