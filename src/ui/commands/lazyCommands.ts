/** Commands that are loaded when the first of them is given. */
import { copyPrompt } from './demo/copyPrompt.ts';
import { createDemo } from './demo/createDemo.ts';
import { addFolder } from './folder/addFolder.ts';
import { makePrivate } from './key/makeKeyPrivate.ts';
import { copyCheckLine, copyResumeHint } from './loop/copyLines.ts';
import { goToLoop } from './loop/goToLoop.ts';
import { openLoopFile } from './loop/openLoopFile.ts';
import { openRowArtifact } from './loop/openRowArtifact.ts';
import { openTerminalThere } from './loop/openTerminal.ts';
import { startLoop } from './loop/startLoop.ts';
import { stopLoop } from './loop/stopLoop.ts';
import { dropHeldNote, sendHeldNote, steer, steerWithSelection } from './steer/steerCommands.ts';

export const laterCommands = {
  steer,
  steerWithSelection,
  stop: stopLoop,
  start: startLoop,
  goToLoop,
  openTerminal: openTerminalThere,
  openArtifact: openRowArtifact,
  openLoopFile,
  copyResumeHint,
  copyCheckLine,
  sendHeldNote,
  dropHeldNote,
  makeKeyPrivate: makePrivate,
  createDemo,
  copyPrompt,
  addFolder,
};

export type LaterCommands = typeof laterCommands;
