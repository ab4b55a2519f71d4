import { writeClipboard } from '../../../host/clipboard.ts';
import { shown } from '../../../text/shown.ts';
import { openAsk } from '../../kit/askPages.ts';
import type { Acting } from '../../kit/services.ts';
import { goWayOut } from '../../kit/wayOut.ts';
import type { AnswerActs } from './questionsWorld.ts';

/** What any panel has in which one answers. */
export function answerActs(acting: Acting): AnswerActs {
  const { answering, editor, steerBox, teller } = acting;
  return {
    session: (key) => answering.session(key),
    send: (session, answer) => teller.send(session, answer),
    openAsk: (wait) => openAsk(acting.parts.documents, wait, false, 'page'),
    writeInEditor: (wait) => editor.openAnswer(wait),
    wayOut: goWayOut,
    copy: (text) => writeClipboard(shown(text, 'clipboard')),
    steer: (loop, text) => steerBox.open(loop, text),
  };
}
