/** Registers every command of contract.ts. */
import { COMMANDS } from '../../contract.ts';
import { registerAskPages } from '../kit/askPages.ts';
import { everyWait } from '../kit/findWait.ts';
import type { Services } from '../kit/services.ts';
import { START_PAGE } from '../kit/startPages.ts';
import { type Command, type CommandName, type LazyCommandName, quickCommands } from './quickCommands.ts';
import { WithdrawOffer } from './tasks/withdrawOffer.ts';

export function startCommands(services: Services): void {
  const { context, commands, documents, model, startPages, editor, submitted } = services;
  for (const name of Object.keys(COMMANDS) as CommandName[])
    context.subscriptions.push(
      commands.register(COMMANDS[name], async (argument, many) => {
        const command = await commandOf(name);
        await command(services, argument, many);
      }),
    );
  editor.start();
  const withdrawing = new WithdrawOffer(services);
  context.subscriptions.push(
    withdrawing,
    submitted.event((task) => withdrawing.show(task)),
    documents.register(START_PAGE, (key) => startPages.get(key)),
    ...registerAskPages(
      documents,
      { waits: () => everyWait(model.waits()), loops: () => model.loops() },
      () => model.now(),
    ),
  );
}

async function commandOf(name: CommandName): Promise<Command> {
  return isLazy(name) ? (await import('./lazyCommands.ts')).lazyCommands[name] : quickCommands[name];
}

function isLazy(name: CommandName): name is LazyCommandName {
  return !(name in quickCommands);
}
