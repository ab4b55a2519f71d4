import { type PickRow, pickMany } from '../../host/quickPick.ts';
import { ours } from '../../text/say.ts';
import type { Draft } from '../../workspace/kept/drafts.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { alikeRow, alikeTitle } from './words/alikeWords.ts';

interface AlikeRow extends PickRow {
  wait: Wait;
}

/** Shows asks that are alike, one row each, for the person to take those that one answer goes to. Undefined: none. */
export async function pickAlike(
  alike: readonly Wait[],
  ports: { now: number; draftOf: (wait: Wait) => Draft | undefined },
): Promise<Wait[] | undefined> {
  const [first] = alike;
  if (first === undefined) return undefined;
  const rows = alike.map((wait): AlikeRow => ({ wait, ...alikeRow(wait, ports.draftOf(wait), ports.now) }));
  const taken = await pickMany(rows, {
    title: alikeTitle(first, alike.length),
    placeholder: ours('Which of them get your answer? Nothing is sent yet'),
  });
  return taken?.map((row) => row.wait);
}
