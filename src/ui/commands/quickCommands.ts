/** Commands that are there from the start: answering must be quick. The others are in lazyCommands.ts. */
import type { COMMANDS } from '../../contract.ts';
import type { Services } from '../kit/services.ts';
import { answerInEditor, answerNext, answerQuestion, answerWithSelection } from './answer/answerCommands.ts';

/** `many`: of a row's command, all the rows that are selected with it; of our own calls, how it is to be done. */
export type Command = (services: Services, argument: unknown, many?: unknown) => Promise<void>;

export type CommandName = keyof typeof COMMANDS;

export const quickCommands = {
  answerNext,
  answerQuestion,
  answerWithSelection,
  answerInEditor,
  sendAnswer: ({ editor }) => editor.send(),
  discardAnswer: ({ editor }) => editor.discard(),
} satisfies Partial<Record<CommandName, Command>>;

export type LazyCommandName = Exclude<CommandName, keyof typeof quickCommands>;
