/** Why something was not sent, in the person's words. Codes: those of `loops.reply`, `loops.stop` and `Answering`. */
import type { Refusal } from '../protocol/lib/result.ts';
import { ours, say } from './say.ts';
import type { Shown } from './shown.ts';

function argument(refusal: Refusal, name: string): string {
  const value = refusal.args[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What keeps everything back, whatever it is. */
const PLACE = new Set(['restricted', 'outside', 'read-only']);

/** Before the reason: where nothing can be written at all, nothing was tried. */
export function sentHead({ code }: Refusal): Shown<'toast'> {
  return PLACE.has(code) ? ours('Nothing can be sent here:') : ours('Not sent:');
}

/** The same of an act on tasks. */
export function doneHead({ code }: Refusal): Shown<'toast'> {
  return PLACE.has(code) ? ours('Nothing can be changed here:') : ours('Not done:');
}

/** One sentence, without "Not sent": that stands before it. */
export function refusalWords(refusal: Refusal, loop: string): Shown<'toast'> {
  switch (refusal.code) {
    case 'answered':
      return say('toast', '{0} has its answer already.', loop);
    case 'withdrawn':
      return say('toast', '{0} no longer waits for an answer to this question.', loop);
    case 'expired':
      return say('toast', 'the time that {0} gave itself for this question has run out.', loop);
    case 'asked-again':
      return say('toast', '{0} asked this again meanwhile. Answer the new question.', loop);
    case 'not-newest':
      return say(
        'toast',
        '{0} asked another question after this one, and would take the answer for that one.',
        loop,
      );
    case 'would-answer':
      return say('toast', '{0} has an open question, and a note sent now would count as its answer.', loop);
    case 'gone':
      return say('toast', '{0} or its question is no longer there.', loop);
    case 'unreadable':
      return say('toast', 'the loop.json of {0} can’t be read.', loop);
    case 'restricted':
      return say(
        'toast',
        'this workspace is in Restricted Mode, where nothing is written or run until you trust it.',
      );
    case 'outside':
      return say(
        'toast',
        '{0} lies outside the folders that are open or watched. Add its folder first.',
        loop,
      );
    case 'read-only':
      return say('toast', 'the folder of {0} is read-only for you.', loop);
    case 'bad-key':
      return keyWords(refusal);
    case 'link':
      return say(
        'toast',
        'a file of {0} is a link, and could lead elsewhere. Nothing is written through links.',
        loop,
      );
    case 'invalid-text':
      if (refusal.args['field'] === 'choice') return say('toast', '{0} has no such option.', loop);
      return say('toast', 'the text holds a broken character that {0} could not read.', loop);
    case 'too-large':
      return say('toast', 'the text is too long for {0}: at most 262,144 bytes.', loop);
    case 'busy':
      return say('toast', 'another window is writing to {0}. Try again.', loop);
    case 'empty':
      return say('toast', 'there is nothing to send.');
    case 'io':
      return say(
        'toast',
        'the line could not be written ({0}).',
        argument(refusal, 'errno') || refusal.message,
      );
    default:
      return say('toast', '{0}', refusal.message);
  }
}

function keyWords(refusal: Refusal): Shown<'toast'> {
  const path = argument(refusal, 'path');
  switch (argument(refusal, 'state')) {
    case 'shared':
      return say('toast', 'others can read your key, {0}. Make it private first.', path);
    case 'short':
      return say('toast', 'the key in {0} is too short: 32 bytes at least. It is not replaced.', path);
    case 'not-hex':
      return say('toast', 'the key in {0} is not written in hex digits. It is not replaced.', path);
    default:
      return say('toast', 'your key, {0}, can’t be read.', path);
  }
}
