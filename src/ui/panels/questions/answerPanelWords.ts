import { keyName } from '../../../text/keyWords.ts';
import { ours } from '../../../text/say.ts';

/** The words of answering, in any panel; `{0}` and so on are filled in by the page. */
export function answerTexts() {
  return {
    options: ours('Options'),
    noOption: ours('No option, only my own words'),
    moreOptions: ours('{0} more options are not shown. Their words can be typed.'),
    chosen: ours('Option {0} is chosen, nothing is sent.'),
    chosenNone: ours('No option is chosen.'),
    ownWords: ours('Your own words, or a note to the option'),
    ownWordsOnly: ours('Your answer'),
    placeholder: ours('Write here. Nothing goes out before you send it.'),
    sends: ours('Sends:'),
    sendsTo: ours('Sends to {0} asks alike:'),
    sendsNothing: ours('Choose an option or write something.'),
    send: ours('Send'),
    sendKeys: keyName('Enter'),
    sending: ours('Sending…'),
    isSending: ours('It is being sent.'),
    sent: ours('Sent.'),
    sentMore: ours('Sent. {0} more wait.'),
    notSent: ours('Not sent, your text is here.'),
    writeInEditor: ours('Write in an Editor'),
    discard: ours('Discard Draft'),
    alike: ours('Answer All {0} Alike…'),
    alikeAgain: ours('Which Get It…'),
    alone: ours('Answer This One Alone'),
    saysNothing: ours('It says nothing more.'),
    yourText: ours('What you wrote'),
    answer: ours('The answer'),
    copyText: ours('Copy Text'),
    steerWith: ours('Steer with It…'),
    askGone: ours('This is no longer there.'),
    askGoneMore: ours('Its loop or task was deleted or moved, or is no longer watched.'),
    ended: ours('It waits no more: {0}'),
    tooLong: ours(
      'This is longer than the {0} bytes that an answer can have: it is not kept and can’t be sent. Shorten it.',
    ),
    notKept: ours('What you type is not kept at the moment: copy it before you leave.'),
  };
}
