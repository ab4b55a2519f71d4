import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from 'vscode';
import { COMMANDS, VIEWS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { error, info, progress, warn } from '../../../host/messages.ts';
import { askFolder } from '../../../host/openFile.ts';
import { errnoOf } from '../../../protocol/files/errno.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { readSmall, writeNew } from '../../../protocol/files/readWhole.ts';
import { isInside } from '../../../protocol/files/safePath.ts';
import { demoExists, demoReady, noPython } from '../../../text/actWords.ts';
import { ours, say } from '../../../text/say.ts';
import { rowFor } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { startLoop } from '../loop/startLoop.ts';
import { findPython } from './python.ts';

const execute = promisify(execFile);
const HISTORY_MS = 60_000;
const MOST_ASSET = 1_048_576;

/** What `media/demo/files.json` says. */
interface DemoFiles {
  loop: string;
  python: string;
  files: string[];
  /** What it makes when it runs, besides its folder of `.loops`. */
  folders: string[];
  history: string[];
}

/** Puts the demo loop into a folder of the person's choice, with some rounds of history. Overwrites nothing. */
export async function createDemo(services: Services, argument: unknown): Promise<void> {
  const { context, trust, model, settings, log } = services;
  if (!trust.trusted()) {
    await services.teller.tellRestricted(ours('the demo'), ours('Nothing was created:'));
    return;
  }
  const asset = async (name: string): Promise<Uint8Array> => {
    const read = await readSmall(nodeFiles, context.asAbsolutePath(`media/demo/${name}`), MOST_ASSET);
    if (!read.ok) throw new Error(`The extension's own file ${name} can't be read.`);
    return read.bytes;
  };
  const demo = JSON.parse(Buffer.from(await asset('files.json')).toString('utf8')) as DemoFiles;
  const python = await findPython(demo.python);
  if (!python.ok) {
    await warn(noPython(demo.python, python.found, python.tried));
    return;
  }
  const folder =
    typeof argument === 'string'
      ? argument
      : await askFolder(ours('Folder for the demo loop'), ours('Put the Demo Here'));
  if (folder === undefined) return;
  for (const name of [...demo.files, ...demo.folders, join('.loops', demo.loop)]) {
    if (await exists(join(folder, name))) {
      await warn(demoExists(folder, name));
      return;
    }
  }
  try {
    await progress(ours('Writing the demo loop and its first rounds…'), async () => {
      for (const name of demo.files) {
        await writeNew(nodeFiles, join(folder, name), await asset(name), 0o644);
      }
      await execute(python.program, demo.history, { cwd: folder, timeout: HISTORY_MS });
    });
  } catch (failure) {
    if (!(failure instanceof Error) || !('code' in failure)) throw failure;
    log.error('The demo could not be written.', failure);
    await error(say('toast', 'The demo could not be written to {0}: {1}', folder, failure.message));
    return;
  }
  const known = (workspace.workspaceFolders ?? []).some(
    ({ uri }) => uri.scheme === 'file' && isInside(uri.fsPath, folder),
  );
  if (!known) await settings.addRoot(folder);
  await run(COMMANDS.refresh);
  const pressed = await info(demoReady(folder), [ours('Show'), ours('Start…')]);
  if (pressed === 0) await run(`${VIEWS.loops}.focus`);
  const loop = model.loops().find((one) => one.id === demo.loop && isInside(folder, one.folder));
  if (pressed === 1 && loop !== undefined) await startLoop(services, rowFor(loop));
}

async function exists(path: string): Promise<boolean> {
  try {
    await nodeFiles.lstat(path);
    return true;
  } catch (failure) {
    if (errnoOf(failure) === null) throw failure;
    return false;
  }
}
