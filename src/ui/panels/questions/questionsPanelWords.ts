import { ours } from '../../../text/say.ts';
import { answerTexts } from './answerPanelWords.ts';

/** The words of the Questions panel's page; `{0}` and so on are filled in there. */
export function questionsTexts() {
  return {
    ...answerTexts(),
    list: ours('What waits for you'),
    more: ours('{0} more in Needs You'),
    draftMark: ours('has a draft'),
    lockedMark: ours('can only be read from here'),
    alikeMark: ours('{0} alike'),
    next: ours('Next (Alt+Right)'),
    previous: ours('Previous (Alt+Left)'),
    nextLong: ours('Next Question'),
    place: ours('{0} of {1}'),
    theirs: ours('Its own draft'),
    useTheirs: ours('Use as My Answer'),
    files: ours('Newest files'),
    showLoop: ours('Show Loop'),
    showTask: ours('Show Task'),
    asks: ours('What it asks'),
    nothing: ours('Nothing waits for you.'),
    nothingMore: ours('What comes next appears here, and in Needs You.'),
    runs: ours('What runs'),
    noneRuns: ours('No loop runs.'),
    arrived: ours('{0} asks. {1}'),
    keys: ours(
      '1–9 choose an option and 0 none, {0} sends, Alt+Right and Alt+Left go to the next and the previous.',
    ),
  };
}
