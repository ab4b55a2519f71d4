/** Why an act on a task was not done, in the person's words. Codes: those of the protocol's acts and of the store's `act`. */
import { t } from '@vscode/l10n';
import type { Refusal } from '../protocol/lib/result.ts';
import { ours, say } from './say.ts';
import { type Shown, type Sink, shown } from './shown.ts';
import { taskReason } from './taskReasonWords.ts';

function argument(refusal: Refusal, name: string): string {
  const value = refusal.args[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A folder of tasks as one says it. */
export function folderWords(folder: string): Shown {
  switch (folder) {
    case 'inbox':
      return ours('waiting');
    case 'active':
      return ours('active');
    case 'done':
      return ours('done');
    case 'failed':
      return ours('failed');
    case 'blocked':
      return ours('blocked');
    case 'feedback':
      return ours('waiting for an answer');
    default:
      return shown(folder, 'tree', 40) as string as Shown;
  }
}

/** One sentence, without "Not done": that stands before it. `task`: its title; `workspace`: the folder's name. */
export function taskRefusalWords(refusal: Refusal, task: string, workspace: string): Shown<'toast'> {
  switch (refusal.code) {
    case 'gone':
      return goneWords(refusal, task, workspace);
    case 'changed':
      return changedWords(refusal, task);
    case 'exists':
      return argument(refusal, 'folder') === 'agents'
        ? say('toast', 'an agent of this name, or one that differs only in case, is registered already.')
        : say('toast', 'a task of this id is {0} already.', folderWords(argument(refusal, 'folder')));
    case 'invalid-id':
      return say(
        'toast',
        '“{0}” can’t be a name: it must be a plain file name on every system, at most 200 bytes.',
        argument(refusal, 'id'),
      );
    case 'unreadable':
      return say('toast', 'the file of “{0}” can’t be read: {1}.', task, reasonWords(refusal));
    case 'invalid':
      return invalidWords(refusal, task);
    case 'twin':
      return say(
        'toast',
        '“{0}” stands in more than one folder ({1}). Remove the copy that is wrong first.',
        task,
        foldersOf(refusal),
      );
    case 'link':
      return say(
        'toast',
        '{0} is a link, or lies behind one, and could lead elsewhere. Nothing is written through links.',
        argument(refusal, 'file'),
      );
    case 'busy':
      return say('toast', 'another window is acting on “{0}”. Try again.', task);
    case 'io':
      return ioWords(refusal);
    case 'restricted':
      return ours(
        'this workspace is in Restricted Mode, where nothing is written or run until you trust it.',
      );
    case 'outside':
      return say(
        'toast',
        '{0} lies outside the folders that are open or watched. Add its folder first.',
        workspace,
      );
    case 'read-only':
      return say('toast', 'the folder {0} is read-only for you.', argument(refusal, 'path') || workspace);
    default:
      return say('toast', '{0}', refusal.message);
  }
}

function goneWords(refusal: Refusal, task: string, workspace: string): Shown<'toast'> {
  switch (argument(refusal, 'foundIn')) {
    case '':
      return task === ''
        ? say('toast', 'the folder {0} is no longer there.', workspace)
        : say('toast', '“{0}” is no longer there.', task);
    case 'active':
      return say('toast', 'an agent has taken “{0}” meanwhile: it is active now.', task);
    case 'inbox':
      return say('toast', '“{0}” has gone back to the waiting tasks meanwhile.', task);
    case 'done':
      return say('toast', '“{0}” is done meanwhile.', task);
    case 'failed':
      return say('toast', '“{0}” has failed meanwhile.', task);
    case 'blocked':
      return say('toast', '“{0}” is blocked meanwhile.', task);
    case 'feedback':
      return say('toast', '“{0}” asks something meanwhile.', task);
    default:
      return say('toast', '“{0}” is elsewhere meanwhile.', task);
  }
}

function changedWords(refusal: Refusal, task: string): Shown<'toast'> {
  const by = argument(refusal, 'claimedBy');
  return by === ''
    ? say('toast', '“{0}” has changed since you looked at it. Look at it again.', task)
    : say('toast', '“{0}” is claimed by {1}.', task, by);
}

function invalidWords(refusal: Refusal, task: string): Shown<'toast'> {
  const field = argument(refusal, 'field');
  if (field !== '') return say('toast', 'what was given for {0} can’t be written.', fieldWords(field));
  switch (argument(refusal, 'reason')) {
    case 'not_interrupted':
      return say('toast', 'nothing about “{0}” is left half done any more.', task);
    case 'fresh':
      return say(
        'toast',
        '“{0}” has not run for so long, or its file changed within the last 5 minutes.',
        task,
      );
    case 'claim_interrupted':
      return say('toast', 'who was claiming “{0}” is written nowhere: a claim can only be undone.', task);
    case 'id_mismatch':
      return say('toast', 'the file of “{0}” has another name than its id: no agent would find it.', task);
    case 'unsafe_id':
      return say('toast', 'the id of “{0}” can’t be a file’s name.', task);
    default:
      return say('toast', 'the file of “{0}” is not as agents expect: {1}.', task, reasonWords(refusal));
  }
}

function reasonWords(refusal: Refusal): string {
  const reason = argument(refusal, 'reason');
  return reason === '' ? refusal.message : taskReason(reason);
}

/** A field of a task, as the form names it. */
export function fieldWords(field: string): Shown {
  switch (field) {
    case 'title':
      return ours('the title');
    case 'description':
      return ours('the description');
    case 'priority':
      return ours('the priority');
    case 'tags':
      return ours('the tags');
    case 'assignedTo':
      return ours('for whom it is');
    case 'context':
      return ours('the context');
    case 'parentId':
      return ours('the parent');
    case 'result':
      return ours('the result');
    case 'change':
      return ours('the change: there is none');
    default:
      return shown(field, 'tree', 40) as string as Shown;
  }
}

function ioWords(refusal: Refusal): Shown<'toast'> {
  const errno = argument(refusal, 'errno');
  switch (errno) {
    case 'EXDEV':
      return ours('its folders are on different disks, and a task can’t be moved between them in one step.');
    case 'ENOSPC':
    case 'EDQUOT':
      return ours('the disk is full.');
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return say('toast', 'the system does not let it be written ({0}).', errno);
    default:
      return say('toast', 'the system refused ({0}).', errno || refusal.message);
  }
}

function foldersOf(refusal: Refusal): string {
  const folders = refusal.args['folders'];
  return Array.isArray(folders) ? folders.map((each) => `${String(each)}/`).join(', ') : '';
}

/** A few words, for a line over many: "taken meanwhile". */
export function briefReason<S extends Sink>(sink: S, refusal: Refusal): Shown<S> {
  switch (refusal.code) {
    case 'gone':
      return goneBriefly(argument(refusal, 'foundIn'));
    case 'changed':
      return argument(refusal, 'claimedBy') === '' ? ours('changed meanwhile') : ours('claimed by another');
    case 'exists':
      return say(sink, 'one is {0} already', folderWords(argument(refusal, 'folder')));
    case 'twin':
      return ours('in more than one folder');
    case 'busy':
      return ours('another window was acting on it');
    case 'unreadable':
      return ours('can’t be read');
    case 'invalid':
      return invalidBriefly(refusal.args['reason']);
    case 'link':
      return ours('a link');
    case 'io':
      return say(sink, '{0}', argument(refusal, 'errno') || refusal.message);
    case 'restricted':
      return ours('Restricted Mode');
    case 'outside':
      return ours('outside the watched folders');
    case 'read-only':
      return ours('read-only');
    default:
      return say(sink, '{0}', refusal.message);
  }
}

function invalidBriefly(reason: unknown): Shown {
  if (reason === 'not_interrupted') return ours('no longer interrupted');
  return reason === 'fresh' ? ours('files changed within 5 minutes') : ours('not as agents expect');
}

function goneBriefly(foundIn: string): Shown {
  switch (foundIn) {
    case '':
      return ours('gone');
    case 'active':
      return ours('taken meanwhile');
    case 'done':
      return ours('done meanwhile');
    case 'failed':
      return ours('failed meanwhile');
    case 'inbox':
      return ours('waits again meanwhile');
    default:
      return ours('moved meanwhile');
  }
}

/** "2 refused: taken meanwhile", with each reason once. */
export function refusedWords(refusals: readonly Refusal[]): Shown<'toast'> {
  const reasons = [...new Set(refusals.map((one) => briefReason('toast', one)))];
  return t('{0} refused: {1}', refusals.length, reasons.join(', ')) as Shown<'toast'>;
}
