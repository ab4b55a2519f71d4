import { AnswerSession } from '../../../acts/answer/answerSession.ts';
import { writeClipboard } from '../../../host/clipboard.ts';
import { shown } from '../../../text/agentText.ts';
import { openAsk } from '../../kit/askPages.ts';
import type { Services } from '../../kit/services.ts';
import { goWayOut } from '../../kit/wayOutButton.ts';
import type { AnswerActs } from './questionsActs.ts';

/** What any panel has in which one answers. */
export function answerActs(services: Services): AnswerActs {
  const { editor, steerBox, teller } = services;
  return {
    session: (key) => new AnswerSession(services, key),
    send: (session, answer) => teller.send(session, answer),
    openAsk: (wait) => openAsk(services.documents, wait, false, 'page'),
    writeInEditor: (wait) => editor.openAnswer(wait),
    wayOut: goWayOut,
    copy: (text) => writeClipboard(shown(text, 'clipboard')),
    steer: (loop, text) => steerBox.open(loop, text),
  };
}
