/** Why something was not sent, in the person's words. Codes: those of `loops.reply`, `loops.stop` and of answering. */
import type { Refusal } from '../protocol/lib/result.ts';
import type { Shown } from './agentText.ts';
import { ours, say } from './say.ts';
import { entryOf } from './wordTable.ts';

/** An argument of a refusal as text; empty where it has none. */
export function argumentOf(refusal: Refusal, name: string): string {
  const value = refusal.args[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type Words = (refusal: Refusal, name: string) => Shown<'toast'>;

/** What keeps everything back in a place, whatever it is. `name`: the loop, or the workspace's folder. */
export const PLACE_REFUSALS: Readonly<Record<string, Words>> = {
  restricted: () =>
    ours('this workspace is in Restricted Mode, where nothing is written or run until you trust it.'),
  outside: (_, name) =>
    say('toast', '{0} lies outside the folders that are open or watched. Add its folder first.', name),
  'read-only': (refusal, name) =>
    say('toast', 'the folder {0} is read-only for you.', argumentOf(refusal, 'path') || name),
};

const REFUSALS: Readonly<Record<string, Words>> = {
  ...PLACE_REFUSALS,
  'read-only': (_, loop) => say('toast', 'the folder of {0} is read-only for you.', loop),
  answered: (_, loop) => say('toast', '{0} has its answer already.', loop),
  withdrawn: (_, loop) => say('toast', '{0} no longer waits for an answer to this question.', loop),
  expired: (_, loop) => say('toast', 'the time that {0} gave itself for this question has run out.', loop),
  'asked-again': (_, loop) => say('toast', '{0} asked this again meanwhile. Answer the new question.', loop),
  'not-newest': (_, loop) =>
    say('toast', '{0} asked another question after this one, and would take the answer for that one.', loop),
  'would-answer': (_, loop) =>
    say('toast', '{0} has an open question, and a note sent now would count as its answer.', loop),
  gone: (_, loop) => say('toast', '{0} or its question is no longer there.', loop),
  unreadable: (_, loop) => say('toast', 'the loop.json of {0} can’t be read.', loop),
  'bad-key': keyRefusal,
  link: (_, loop) =>
    say(
      'toast',
      'a file of {0} is a link, and could lead elsewhere. Nothing is written through links.',
      loop,
    ),
  'invalid-text': (refusal, loop) =>
    refusal.args['field'] === 'choice'
      ? say('toast', '{0} has no such option.', loop)
      : say('toast', 'the text holds a broken character that {0} could not read.', loop),
  'too-large': (_, loop) => say('toast', 'the text is too long for {0}: at most 262,144 bytes.', loop),
  busy: (_, loop) => say('toast', 'another window is writing to {0}. Try again.', loop),
  empty: () => ours('there is nothing to send.'),
  io: (refusal) =>
    say('toast', 'the line could not be written ({0}).', argumentOf(refusal, 'errno') || refusal.message),
};

/** One sentence, without "Not sent": that stands before it. */
export function refusalWords(refusal: Refusal, loop: string): Shown<'toast'> {
  return entryOf(REFUSALS, refusal.code)?.(refusal, loop) ?? say('toast', '{0}', refusal.message);
}

/** Before the reason: where nothing can be written at all, nothing was tried. */
export function sentHead({ code }: Refusal): Shown<'toast'> {
  return entryOf(PLACE_REFUSALS, code) ? ours('Nothing can be sent here:') : ours('Not sent:');
}

/** The same of an act on tasks. */
export function doneHead({ code }: Refusal): Shown<'toast'> {
  return entryOf(PLACE_REFUSALS, code) ? ours('Nothing can be changed here:') : ours('Not done:');
}

const KEY_REFUSALS: Readonly<Record<string, (path: string) => Shown<'toast'>>> = {
  shared: (path) => say('toast', 'others can read your key, {0}. Make it private first.', path),
  short: (path) => say('toast', 'the key in {0} is too short: 32 bytes at least. It is not replaced.', path),
  'not-hex': (path) => say('toast', 'the key in {0} is not written in hex digits. It is not replaced.', path),
};

function keyRefusal(refusal: Refusal): Shown<'toast'> {
  const path = argumentOf(refusal, 'path');
  return (
    entryOf(KEY_REFUSALS, argumentOf(refusal, 'state'))?.(path) ??
    say('toast', 'your key, {0}, can’t be read.', path)
  );
}
