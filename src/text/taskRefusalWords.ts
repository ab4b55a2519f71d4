/** Why an act on a task was not done, in the person's words. Codes: those of the protocol's acts and of the store's `act`. */
import type { Refusal } from '../protocol/lib/result.ts';
import { join, type Shown, type Sink, shown } from './agentText.ts';
import { argumentOf, PLACE_REFUSALS } from './refusalWords.ts';
import { ours, say } from './say.ts';
import { taskReason } from './taskReasonWords.ts';
import { entryOf } from './wordTable.ts';

interface FolderWords {
  /** As an act says where a task is: "waiting for an answer". */
  state(): Shown;
  /** What has happened to a task that is there by now. */
  meanwhile(task: string): Shown<'toast'>;
  /** The same in a few words, for a line over many. */
  briefly(): Shown;
}

const moved = (): Shown => ours('moved meanwhile');

const FOLDERS: Readonly<Record<string, FolderWords>> = {
  inbox: {
    state: () => ours('waiting'),
    meanwhile: (task) => say('toast', '“{0}” has gone back to the waiting tasks meanwhile.', task),
    briefly: () => ours('waits again meanwhile'),
  },
  active: {
    state: () => ours('active'),
    meanwhile: (task) => say('toast', 'an agent has taken “{0}” meanwhile: it is active now.', task),
    briefly: () => ours('taken meanwhile'),
  },
  done: {
    state: () => ours('done'),
    meanwhile: (task) => say('toast', '“{0}” is done meanwhile.', task),
    briefly: () => ours('done meanwhile'),
  },
  failed: {
    state: () => ours('failed'),
    meanwhile: (task) => say('toast', '“{0}” has failed meanwhile.', task),
    briefly: () => ours('failed meanwhile'),
  },
  blocked: {
    state: () => ours('blocked'),
    meanwhile: (task) => say('toast', '“{0}” is blocked meanwhile.', task),
    briefly: moved,
  },
  feedback: {
    state: () => ours('waiting for an answer'),
    meanwhile: (task) => say('toast', '“{0}” asks something meanwhile.', task),
    briefly: moved,
  },
};

/** A folder of tasks as one says it. */
export function folderWords(folder: string): Shown {
  return entryOf(FOLDERS, folder)?.state() ?? (shown(folder, 'tree', 40) as string as Shown);
}

interface RefusalWords {
  /** One sentence. `task`: its title; `workspace`: the folder's name. */
  whole(refusal: Refusal, task: string, workspace: string): Shown<'toast'>;
  /** A few words, for a line over many: "taken meanwhile". */
  brief<S extends Sink>(sink: S, refusal: Refusal): Shown<S>;
}

const REFUSALS: Readonly<Record<string, RefusalWords>> = {
  gone: { whole: goneWords, brief: (_, refusal) => goneBriefly(argumentOf(refusal, 'foundIn')) },
  changed: {
    whole(refusal, task) {
      const by = argumentOf(refusal, 'claimedBy');
      return by === ''
        ? say('toast', '“{0}” has changed since you looked at it. Look at it again.', task)
        : say('toast', '“{0}” is claimed by {1}.', task, by);
    },
    brief: (_, refusal) =>
      argumentOf(refusal, 'claimedBy') === '' ? ours('changed meanwhile') : ours('claimed by another'),
  },
  exists: {
    whole: (refusal) =>
      argumentOf(refusal, 'folder') === 'agents'
        ? say('toast', 'an agent of this name, or one that differs only in case, is registered already.')
        : say('toast', 'a task of this id is {0} already.', folderWords(argumentOf(refusal, 'folder'))),
    brief: (sink, refusal) => say(sink, 'one is {0} already', folderWords(argumentOf(refusal, 'folder'))),
  },
  'invalid-id': {
    whole: (refusal) =>
      say(
        'toast',
        '“{0}” can’t be a name: it must be a plain file name on every system, at most 200 bytes.',
        argumentOf(refusal, 'id'),
      ),
    brief: (sink, refusal) => say(sink, '{0}', refusal.message),
  },
  unreadable: {
    whole: (refusal, task) =>
      say('toast', 'the file of “{0}” can’t be read: {1}.', task, reasonWords(refusal)),
    brief: () => ours('can’t be read'),
  },
  invalid: { whole: invalidWords, brief: (_, refusal) => invalidBriefly(refusal.args['reason']) },
  twin: {
    whole: (refusal, task) =>
      say(
        'toast',
        '“{0}” stands in more than one folder ({1}). Remove the copy that is wrong first.',
        task,
        foldersOf(refusal),
      ),
    brief: () => ours('in more than one folder'),
  },
  link: {
    whole: (refusal) =>
      say(
        'toast',
        '{0} is a link, or lies behind one, and could lead elsewhere. Nothing is written through links.',
        argumentOf(refusal, 'file'),
      ),
    brief: () => ours('a link'),
  },
  busy: {
    whole: (_, task) => say('toast', 'another window is acting on “{0}”. Try again.', task),
    brief: () => ours('another window was acting on it'),
  },
  io: {
    whole: ioWords,
    brief: (sink, refusal) => say(sink, '{0}', argumentOf(refusal, 'errno') || refusal.message),
  },
  restricted: { whole: inPlace, brief: () => ours('Restricted Mode') },
  outside: { whole: inPlace, brief: () => ours('outside the watched folders') },
  'read-only': { whole: inPlace, brief: () => ours('read-only') },
};

function inPlace(refusal: Refusal, _task: string, workspace: string): Shown<'toast'> {
  return entryOf(PLACE_REFUSALS, refusal.code)?.(refusal, workspace) ?? say('toast', '{0}', refusal.message);
}

/** One sentence, without "Not done": that stands before it. `task`: its title; `workspace`: the folder's name. */
export function taskRefusalWords(refusal: Refusal, task: string, workspace: string): Shown<'toast'> {
  const words = entryOf(REFUSALS, refusal.code);
  return words?.whole(refusal, task, workspace) ?? say('toast', '{0}', refusal.message);
}

/** A few words, for a line over many: "taken meanwhile". */
export function briefReason<S extends Sink>(sink: S, refusal: Refusal): Shown<S> {
  return entryOf(REFUSALS, refusal.code)?.brief(sink, refusal) ?? say(sink, '{0}', refusal.message);
}

function goneWords(refusal: Refusal, task: string, workspace: string): Shown<'toast'> {
  const foundIn = argumentOf(refusal, 'foundIn');
  if (foundIn === '') {
    return task === ''
      ? say('toast', 'the folder {0} is no longer there.', workspace)
      : say('toast', '“{0}” is no longer there.', task);
  }
  return entryOf(FOLDERS, foundIn)?.meanwhile(task) ?? say('toast', '“{0}” is elsewhere meanwhile.', task);
}

function goneBriefly(foundIn: string): Shown {
  return foundIn === '' ? ours('gone') : (entryOf(FOLDERS, foundIn)?.briefly() ?? moved());
}

const INVALID: Readonly<Record<string, (task: string) => Shown<'toast'>>> = {
  not_interrupted: (task) => say('toast', 'nothing about “{0}” is left half done any more.', task),
  fresh: (task) =>
    say('toast', '“{0}” has not run for so long, or its file changed within the last 5 minutes.', task),
  claim_interrupted: (task) =>
    say('toast', 'who was claiming “{0}” is written nowhere: a claim can only be undone.', task),
  id_mismatch: (task) =>
    say('toast', 'the file of “{0}” has another name than its id: no agent would find it.', task),
  unsafe_id: (task) => say('toast', 'the id of “{0}” can’t be a file’s name.', task),
};

function invalidWords(refusal: Refusal, task: string): Shown<'toast'> {
  const field = argumentOf(refusal, 'field');
  if (field !== '') return say('toast', 'what was given for {0} can’t be written.', fieldWords(field));
  return (
    entryOf(INVALID, argumentOf(refusal, 'reason'))?.(task) ??
    say('toast', 'the file of “{0}” is not as agents expect: {1}.', task, reasonWords(refusal))
  );
}

function invalidBriefly(reason: unknown): Shown {
  if (reason === 'not_interrupted') return ours('no longer interrupted');
  return reason === 'fresh' ? ours('files changed within 5 minutes') : ours('not as agents expect');
}

function reasonWords(refusal: Refusal): string {
  const reason = argumentOf(refusal, 'reason');
  return reason === '' ? refusal.message : taskReason(reason);
}

const FIELDS: Readonly<Record<string, () => Shown>> = {
  title: () => ours('the title'),
  description: () => ours('the description'),
  priority: () => ours('the priority'),
  tags: () => ours('the tags'),
  assignedTo: () => ours('for whom it is'),
  context: () => ours('the context'),
  parentId: () => ours('the parent'),
  result: () => ours('the result'),
  change: () => ours('the change: there is none'),
};

/** A field of a task, as the form names it. */
export function fieldWords(field: string): Shown {
  return entryOf(FIELDS, field)?.() ?? (shown(field, 'tree', 40) as string as Shown);
}

const FULL = (): Shown => ours('the disk is full.');
const NOT_ALLOWED = (errno: string): Shown<'toast'> =>
  say('toast', 'the system does not let it be written ({0}).', errno);

const ERRNOS: Readonly<Record<string, (errno: string) => Shown<'toast'>>> = {
  EXDEV: () =>
    ours('its folders are on different disks, and a task can’t be moved between them in one step.'),
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: NOT_ALLOWED,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
};

function ioWords(refusal: Refusal): Shown<'toast'> {
  const errno = argumentOf(refusal, 'errno');
  return (
    entryOf(ERRNOS, errno)?.(errno) ?? say('toast', 'the system refused ({0}).', errno || refusal.message)
  );
}

function foldersOf(refusal: Refusal): string {
  const folders = refusal.args['folders'];
  return Array.isArray(folders) ? folders.map((each) => `${String(each)}/`).join(', ') : '';
}

/** "2 refused: taken meanwhile", with each reason once. */
export function refusedWords(refusals: readonly Refusal[]): Shown<'toast'> {
  const reasons = [...new Set(refusals.map((one) => briefReason('toast', one)))];
  return ours('{0} refused: {1}', refusals.length, join(reasons, ', '));
}
