/** What the keys and the remark of a verdict say, in every panel that takes one. */

import { ours } from '../../text/say.ts';
import { decisionWord } from '../kit/words/findingWords.ts';

export function verdictTexts() {
  return {
    decision: ours('What is to become of it?'),
    fix: decisionWord('fix'),
    wontfix: decisionWord('wontfix'),
    false_positive: decisionWord('false_positive'),
    duplicate: decisionWord('duplicate'),
    later: decisionWord('later'),
    remark: ours('Remark'),
    remarkHint: ours('Why; goes out with the decision'),
  };
}
