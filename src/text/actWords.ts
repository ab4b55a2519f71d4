/** What the acts on a loop's folder say: files, terminals, starting, keys, the demo. */

import { type Shown, shown } from './agentText.ts';
import { ours, say } from './say.ts';

type PathProblem = 'path' | 'missing' | 'link' | 'unreadable' | 'not-a-file';

const PATHS: Readonly<Record<PathProblem, (named: string) => Shown<'toast'>>> = {
  path: (named) => say('toast', 'Not opened: “{0}” is not a path inside the loop’s repository.', named),
  missing: (named) => say('toast', 'Not opened: “{0}” is not there.', named),
  link: (named) => say('toast', 'Not opened: “{0}” leads out of the loop’s repository.', named),
  'not-a-file': (named) => say('toast', 'Not opened: “{0}” is not a plain file.', named),
  unreadable: (named) => say('toast', 'Not opened: “{0}” can’t be read.', named),
};

/** Why a file that a loop named is not opened. */
export function pathWords(code: PathProblem, named: string): Shown<'toast'> {
  return PATHS[code](named);
}

/** A path that the editor would read variables out of: `${…}` in it could run a command. */
export function variablePathWords(path: string): Shown<'toast'> {
  return say(
    'toast',
    'Not done: the folder’s path holds a “$” and a brace, which the editor would take for a variable: {0}',
    path,
  );
}

export function startQuestion(loop: string, folder: string): Shown<'toast'> {
  return say('toast', 'Run the start command of {0} in {1}?', loop, folder);
}

/** The same, above a pick. */
export function startTitle(loop: string, folder: string): Shown<'pick'> {
  return say('pick', 'Run the start command of {0} in {1}?', loop, folder);
}

/** The command on lines of its own, and where it runs. */
export function startDetail(command: string, folder: string): Shown<'toast'> {
  return `${shown(command, 'toast', 400)}\n\n${say('toast', 'It runs in {0}, in a terminal, with your rights. You are asked again when the command changes.', folder)}` as Shown<'toast'>;
}

/** The page on which a command is read that a dialog can't show: the command alone, then its lines with what is hidden made visible. */
export function startPage(loop: string, command: string, folder: string): Shown<'document'> {
  // The first rows lie under the pick that asks.
  return [
    '',
    '',
    say('document', 'The start command of {0}. It would run in {1}, with your rights.', loop, folder),
    ours('Every line of it, with each invisible character written out:'),
    '',
    ...command
      .split('\n')
      .map((line, place) => `${String(place + 1).padStart(3)} │ ${shown(line, 'document')}`),
    '',
  ].join('\n') as Shown<'document'>;
}

export function noKeyWords(path: string): Shown<'toast'> {
  return say('toast', 'There is no usable key at {0}, so nothing was signed from here.', path);
}

export function checkLineCopied(loop: string, path: string, fingerprint: string): Shown<'toast'> {
  return say(
    'toast',
    'Copied. Run it in the folder of {0}, where the loop runs: it says whether the newest entry checks there. This editor signs with {1} ({2}).',
    loop,
    path,
    fingerprint,
  );
}

export function noPython(needed: string, found: string | null, tried: readonly string[]): Shown<'toast'> {
  return found === null
    ? say(
        'toast',
        'Nothing was written: the demo needs Python {0}, and none answers to {1} here. Install Python 3, then try again.',
        needed,
        tried.join(' / '),
      )
    : say(
        'toast',
        'Nothing was written: the demo needs Python {0}, and this machine has {1}.',
        needed,
        found,
      );
}

export function demoExists(folder: string, name: string): Shown<'toast'> {
  return say('toast', 'Nothing was written: {0} already holds {1}. Choose another folder.', folder, name);
}

export function demoReady(folder: string): Shown<'toast'> {
  return say(
    'toast',
    'The demo loop stands in {0} with two past rounds. Start it, and it asks you something in round 3.',
    folder,
  );
}
