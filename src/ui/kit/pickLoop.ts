import { window } from 'vscode';
import { info } from '../../host/messages.ts';
import { type PickRow, pickOne } from '../../host/quickPick.ts';
import type { Shown } from '../../text/agentText.ts';
import { join, shown } from '../../text/agentText.ts';
import { ours } from '../../text/say.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { orderLoops } from './loopOrder.ts';
import { targetOf } from './rowTree.ts';
import type { Services } from './services.ts';
import { folderName, roundOf } from './words/answerWords.ts';
import { stateWord } from './words/loopStateWords.ts';

export interface LoopRow extends PickRow {
  loop: WatchedLoop;
}

export function activeFile(): string | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}

/** The loop of the row that a command was given. */
export function loopOf(model: Pick<ReadModel, 'loop'>, argument: unknown): WatchedLoop | undefined {
  const key = targetOf(argument)?.loopKey;
  return key === undefined ? undefined : model.loop(key);
}

/**
 * The loop that a command is about: its row's, else the one that the person picks among those that `fits` takes (all of
 * them unless given); only one is taken without asking. Undefined: none, or the person went away.
 */
export async function meantLoop(
  { model }: Pick<Services, 'model'>,
  argument: unknown,
  asks: { title: Shown<'pick'>; none?: Shown<'toast'>; fits?: (loop: WatchedLoop) => boolean },
): Promise<WatchedLoop | undefined> {
  const given = loopOf(model, argument);
  if (given !== undefined) return given;
  const loops = asks.fits === undefined ? model.loops() : model.loops().filter(asks.fits);
  if (loops.length === 0) {
    void info(asks.none ?? ours('No loop is known here.'));
    return undefined;
  }
  if (loops.length === 1) return loops[0];
  const rows = orderLoops(loops, activeFile()).map((loop): LoopRow => loopRow(loop, model.now()));
  return (await pickOne(rows, { title: asks.title, placeholder: ours('Loop, folder or title') }))?.loop;
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
