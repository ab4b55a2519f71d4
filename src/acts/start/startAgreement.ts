/** A loop's own start command: how it is shown, what an agreement to it holds for, and the file that a shell runs. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { removeQuietly, writeNew } from '../../protocol/files/readWhole.ts';

const LONG = 120;
// Anything that a dialog of one line would not show as it is.
const UNSEEN = /[^\P{C}]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\S ]|\p{M}{3}| {4}/u;

/** Too long, of several lines, or with characters that one can't see: it must be read in a document first. */
export function needsDocument(command: string): boolean {
  return command.length > LONG || UNSEEN.test(command);
}

/** What an agreement holds for: this command of this loop in this folder, byte for byte. */
export function agreementKey(realFolder: string, loopId: string, command: string): string {
  return createHash('sha256')
    .update(JSON.stringify([realFolder, loopId, commandHash(command)]))
    .digest('hex');
}

/** Hex SHA-256 of the command's bytes. */
function commandHash(command: string): string {
  return createHash('sha256').update(command, 'utf8').digest('hex');
}

/** Old files go when a new one is written: the shell has read them, and none is read a second time. */
const KEPT = 8;

/** Writes the command, byte for byte, to a private file that a shell then runs. Its path. */
export async function writeCommandFile(
  files: Files,
  folder: string,
  command: string,
  now: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  await files.mkdir(folder, { recursive: true, mode: 0o700 });
  const old = (await files.readdir(folder)).sort().slice(0, -KEPT);
  await Promise.all(old.map((name) => removeQuietly(files, join(folder, name))));
  const ending = platform === 'win32' ? '.cmd' : '.sh';
  const path = join(folder, `${String(now).padStart(15, '0')}-${randomBytes(8).toString('hex')}${ending}`);
  await writeNew(files, path, Buffer.from(command), 0o600);
  return path;
}

/** The program and arguments that run the file. */
export function shellFor(path: string, platform: NodeJS.Platform = process.platform): [string, string[]] {
  return platform === 'win32' ? ['cmd', ['/d', '/c', path]] : ['/bin/sh', [path]];
}
