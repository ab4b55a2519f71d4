import { info } from '../../../host/messages.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { join, type Shown, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import { canAnswer, folderOf, type Wait, writableOf } from '../../../workspace/needsYou.ts';
import { findWait } from '../../kit/findWait.ts';
import { loopOf } from '../../kit/pickLoop.ts';
import { targetOf } from '../../kit/rowTree.ts';
import { selectionInFence } from '../../kit/selection.ts';
import type { Services } from '../../kit/services.ts';
import { askerName, folderName, taskTitle } from '../../kit/words/answerWords.ts';

interface WaitRow extends PickRow {
  wait: Wait;
}

function nothingWaits(): void {
  void info(ours('Nothing waits for you.'));
}

/** The most urgent wait that can be answered from here. */
export async function answerNext(services: Pick<Services, 'model' | 'outbox' | 'pick'>): Promise<void> {
  const waits = services.model.waits();
  const next =
    waits.find(
      (wait) => canAnswer(wait) && services.outbox.mayWrite({ writable: writableOf(wait) }) === null,
    ) ?? waits[0];
  if (next === undefined) return nothingWaits();
  await services.pick.open(next);
}

/** The wait of a row, with the option of the row active; without a row one is picked. */
export async function answerQuestion(services: Services, argument: unknown): Promise<void> {
  const target = targetOf(argument);
  const wait = await waitOfRow(services, argument);
  if (wait !== undefined) await services.pick.open(wait, target?.optionId ?? null);
}

async function waitOfRow(services: Services, argument: unknown): Promise<Wait | undefined> {
  const target = targetOf(argument);
  if (target === undefined) return pickWait(services);
  const wait = findWait(services.model.waits(), loopOf(services.model, argument), target);
  if (wait === undefined) void info(ours('That no longer waits for you. Nothing was sent.'));
  return wait;
}

export async function answerInEditor(services: Services, argument: unknown): Promise<void> {
  const wait = await waitOfRow(services, argument);
  if (wait !== undefined && (await services.teller.mayAnswer(wait))) await services.editor.openAnswer(wait);
}

/** Puts the selection below the line, to be read before it is sent. */
export async function answerWithSelection(services: Services): Promise<void> {
  const wait = await pickWait(services);
  if (wait === undefined || !(await services.teller.mayAnswer(wait))) return;
  const fenced = await selectionInFence(folderOf(wait));
  await services.editor.openAnswer(wait, fenced);
}

/** Asks which wait is meant; one is taken without asking. */
async function pickWait(services: Pick<Services, 'model'>): Promise<Wait | undefined> {
  const waits = services.model.waits();
  if (waits.length === 0) {
    nothingWaits();
    return undefined;
  }
  if (waits.length === 1) return waits[0];
  const now = services.model.now();
  const rows = waits.map(
    (wait): WaitRow => ({
      wait,
      label: shown(askerName(wait.asker), 'pick', 60),
      description: join<'pick'>([
        shown(folderName(folderOf(wait)), 'pick', 40),
        wait.since === null ? ours('waits') : ours('waits {0}', duration(now - wait.since)),
        wait.kind === 'feedback' ? shown(taskTitle(wait), 'pick', 40) : ('' as Shown),
        say('pick', '“{0}”', wait.text),
      ]),
    }),
  );
  return (await pickOne(rows, { title: ours('Answer which one?') }))?.wait;
}
