import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { info } from '../../../host/messages.ts';
import { Picker } from '../../../host/quickPick.ts';
import { ours } from '../../../text/say.ts';
import { orderLoops } from '../../kit/loopOrder.ts';
import { activeFile, type LoopRow, loopRow } from '../../kit/pickLoop.ts';
import { rowFor } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { openTerminalThere } from './openTerminal.ts';

/** A pick over all loops: Enter opens the page, the buttons steer and open a terminal. */
export async function goToLoop(services: Services): Promise<void> {
  const { model } = services;
  const loops = orderLoops(model.loops(), activeFile());
  if (loops.length === 0) {
    void info(ours('No loop is known here.'));
    return;
  }
  const picker = new Picker<LoopRow>({
    title: ours('Go to Loop'),
    placeholder: ours('Loop, folder or title'),
  });
  picker.matchOnDescription = true;
  picker.rows = loops.map((loop) => ({
    ...loopRow(loop, model.now()),
    alwaysShow: false,
    buttons: [
      { id: 'steer', icon: 'edit', tooltip: ours('Steer…') },
      { id: 'terminal', icon: 'terminal', tooltip: ours('Open Terminal There') },
    ],
  }));
  picker.onDidAccept((row) => {
    picker.hide();
    if (row !== undefined) void run(COMMANDS.openRow, rowFor(row.loop));
  });
  picker.onDidPressRowButton((row, id) => {
    picker.hide();
    void (id === 'steer' ? services.steerBox.open(row.loop) : openTerminalThere(services, rowFor(row.loop)));
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}
