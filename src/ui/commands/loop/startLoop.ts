import { join } from 'node:path';
import {
  agreementKey,
  needsDocument,
  shellFor,
  writeCommandFile,
} from '../../../acts/start/startAgreement.ts';
import { confirm, info, warn } from '../../../host/messages.ts';
import { Picker, type PickRow } from '../../../host/quickPick.ts';
import { holdsVariable, runInTerminal, runsInTerminal } from '../../../host/terminals.ts';
import { errnoOf } from '../../../protocol/files/errno.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import {
  pathWords,
  startDetail,
  startQuestion,
  startTitle,
  variablePathWords,
} from '../../../text/actWords.ts';
import { ours, say } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import type { Services } from '../../kit/services.ts';
import { START_PAGE } from '../../kit/startPages.ts';

const AGREED = 'quarterdeck.start.agreed';

function startCommandOf(loop: WatchedLoop): string | undefined {
  const command = loop.snapshot.manifest?.commands['start'];
  return command === undefined || command.trim() === '' ? undefined : command;
}

/** Runs the loop's own start command as it was shown, once the person has agreed to exactly this one. */
export async function startLoop(services: Services, argument: unknown): Promise<void> {
  const { model, context } = services;
  const meant = await meantLoop(services, argument, {
    title: ours('Start which loop?'),
    none: ours('No loop here says how it is started.'),
    fits: (one) => startCommandOf(one) !== undefined,
  });
  if (meant === undefined) return;
  // It may have written another command while the person picked.
  const loop = model.loop(meant.key) ?? meant;
  const command = startCommandOf(loop);
  if (command === undefined) {
    void info(say('toast', '{0} does not say how it is started.', loop.id));
    return;
  }
  const refusal = services.outbox.mayWrite(loop);
  if (refusal !== null) {
    await services.teller.tell(refusal, { name: loop.id, head: ours('Not started:') });
    return;
  }
  const folder = await realFolder(loop.repository);
  if (folder === undefined) {
    await warn(pathWords('missing', loop.repository));
    return;
  }
  const storage = join(context.globalStorageUri.fsPath, 'start');
  if (holdsVariable(folder) || holdsVariable(storage)) {
    await warn(variablePathWords(holdsVariable(folder) ? folder : storage));
    return;
  }
  if (runsInTerminal(loop.key)) {
    void info(say('toast', '{0} already runs in a terminal of this window.', loop.id));
    return;
  }
  const key = agreementKey(folder, loop.id, command);
  const agreed = context.globalState.get<string[]>(AGREED, []);
  if (!agreed.includes(key)) {
    if (!(await agrees(services, loop, command, folder))) return;
    await context.globalState.update(AGREED, [...agreed, key]);
  }
  const path = await writeCommandFile(nodeFiles, storage, command, model.now());
  const [program, args] = shellFor(path);
  await runInTerminal(loop.key, say('pick', 'loop {0}', loop.id), program, args, folder);
}

async function realFolder(path: string): Promise<string | undefined> {
  try {
    return await nodeFiles.realpath(path);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return undefined;
  }
}

interface AgreeRow extends PickRow {
  agrees: boolean;
}

async function agrees(
  services: Pick<Services, 'documents' | 'startPages'>,
  loop: WatchedLoop,
  command: string,
  folder: string,
): Promise<boolean> {
  if (!needsDocument(command)) {
    const pressed = await confirm(startQuestion(loop.id, folder), startDetail(command, folder), [
      ours('Run'),
    ]);
    return pressed === 0;
  }
  const page = services.startPages.add(folder, loop.id, command);
  await services.documents.open(START_PAGE, page, say('document', 'start command of {0}', loop.id), {
    keepFocus: true,
  });
  // Not a modal: the document must be read, and scrolled, while this stands.
  const picker = new Picker<AgreeRow>({
    title: startTitle(loop.id, folder),
    placeholder: ours('Read the whole command in the document first'),
    ignoreFocusOut: true,
  });
  picker.rows = [
    { label: ours('Don’t run it'), agrees: false },
    { label: ours('Run it'), description: ours('all of it, as the document shows it'), agrees: true },
  ];
  return new Promise((resolve) => {
    picker.onDidAccept((row) => {
      resolve(row?.agrees ?? false);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(false);
      picker.dispose();
    });
    picker.show();
  });
}
