/** What stands in the boxes, picks and modals of steering, stopping and starting. */
import type { QuestionState } from '../../../protocol/loops/loopSnapshot.ts';
import { join, type Shown, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { folderName, quoted, roundOf } from '../../kit/words/answerWords.ts';

/** How long until the loop reads what is sent, as far as its own log tells. */
export function readingWords(loop: WatchedLoop): Shown {
  const seconds = loop.snapshot.readingSeconds;
  return seconds === null
    ? ours('It reads it when it next looks at its inbox.')
    : ours('It usually reads within {0}.', duration(seconds * 1000));
}

export function steerTitle(loop: WatchedLoop): Shown<'pick'> {
  return join<'pick'>([
    say('pick', 'Steer {0}', loop.id),
    roundOf(loop.snapshot, null),
    shown(folderName(loop.repository), 'pick', 40),
  ]);
}

/** Under the box: what the note does, and that a question is open. */
export function steerPrompt(loop: WatchedLoop, question: QuestionState | undefined): Shown<'prompt'> {
  return question === undefined
    ? join<'prompt'>([ours('A note that the loop takes up in its next round.'), readingWords(loop)], ' ')
    : say(
        'prompt',
        'It asks “{0}” A note sent now would count as the answer; Enter asks first.',
        question.text,
      );
}

/** The choice when a note would count as the answer. */
export function wouldAnswerTitle(loop: WatchedLoop): Shown<'pick'> {
  return say('pick', '{0} has an open question, and would take this note as its answer', loop.id);
}

export function keepNote(): Shown<'pick'> {
  return ours('Keep the note until the loop has gone on');
}

export function answerWithNote(question: QuestionState): Shown<'pick'> {
  return say('pick', 'Answer “{0}” with it', shown(question.text, 'pick', 50));
}

export function noteKeptWords(loop: WatchedLoop): Shown<'toast'> {
  return say(
    'toast',
    'Kept, not sent: the note to {0} goes out once its question is done and it has gone on.',
    loop.id,
  );
}

export function stopQuestion(loop: WatchedLoop): Shown<'toast'> {
  return say('toast', 'Stop {0} in {1}?', loop.id, folderName(loop.repository));
}

/** What will happen, and that nothing is killed. */
export function stopDetail(loop: WatchedLoop): Shown<'toast'> {
  const seconds = loop.snapshot.readingSeconds;
  const when =
    seconds === null
      ? ours('A request: it ends when it next looks at its inbox.')
      : ours(
          'A request: it ends when it next looks at its inbox, usually within {0}.',
          duration(seconds * 1000),
        );
  return `${when} ${ours('Nothing is killed.')}\n\n${shown(loop.folder, 'toast', 400)}` as Shown<'toast'>;
}

export function noteText(text: string): Shown<'pick'> {
  return quoted('pick', text);
}
