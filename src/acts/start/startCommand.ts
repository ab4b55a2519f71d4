import { createHash } from 'node:crypto';

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
export function commandHash(command: string): string {
  return createHash('sha256').update(command, 'utf8').digest('hex');
}
