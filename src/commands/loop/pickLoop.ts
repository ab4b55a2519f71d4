import { window } from 'vscode';
import type { Shown } from '../../host/agentText.ts';
import { join, shown } from '../../host/agentText.ts';
import { info } from '../../host/messages.ts';
import { type PickRow, pickOne } from '../../host/quickPick.ts';
import { folderName, roundOf } from '../../host/words/answerWords.ts';
import { ours } from '../../host/words/say.ts';
import { stateWord } from '../../host/words/states.ts';
import type { WatchedLoop } from '../../workspace/watchedLoop.ts';
import { orderLoops } from './loopOrder.ts';

export interface LoopRow extends PickRow {
  loop: WatchedLoop;
}

export function activeFile(): string | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}

/** Asks which loop is meant; only one is taken without asking. Undefined: none, or the person went away. */
export async function pickLoop(
  loops: readonly WatchedLoop[],
  title: Shown<'pick'>,
  none: Shown<'toast'>,
  now: number,
): Promise<WatchedLoop | undefined> {
  if (loops.length === 0) {
    void info(none);
    return undefined;
  }
  if (loops.length === 1) return loops[0];
  const rows = orderLoops(loops, activeFile()).map((loop): LoopRow => loopRow(loop, now));
  return (await pickOne(rows, { title, placeholder: ours('Loop, folder or title') }))?.loop;
}

export function loopRow(loop: WatchedLoop, now: number): LoopRow {
  return {
    loop,
    label: shown(loop.id, 'pick', 60),
    description: join<'pick'>([
      stateWord(loop, now),
      roundOf(loop.snapshot, null),
      shown(folderName(loop.repository), 'pick', 40),
      shown(loop.snapshot.title, 'pick', 80),
    ]),
  };
}
