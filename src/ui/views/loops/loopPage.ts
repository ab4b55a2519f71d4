/** The whole of a loop on one page of plain text. */

import { millis } from '../../../protocol/lib/time.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { problemLocation, problemWords } from '../../../text/problemWords.ts';
import { ours, say } from '../../../text/say.ts';
import { openFindings } from '../../../workspace/loops/openFindings.ts';
import { progressOf } from '../../../workspace/loops/sentProgress.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { loopFacts } from '../../kit/loopFacts.ts';
import { findingName } from '../../kit/words/findingWords.ts';
import { lookWords } from '../../kit/words/lookWords.ts';
import { roundCostWords, roundStateWord } from '../../kit/words/roundStateWords.ts';
import { stageWords } from '../../kit/words/sentWords.ts';
import { PageText } from '../pageText.ts';

type Page = Shown<'document'>;
const MOST = 50;

export function loopPage(loop: WatchedLoop, model: ReadModel): Page {
  const { snapshot } = loop;
  const now = model.now();
  const brief = snapshot.manifest?.brief;
  const title = shown(snapshot.title || loop.id, 'document', 300);
  const page = new PageText(8);
  page.heading(title, '=').add(...filled(loopFacts(loop, model)));
  const looks = model.looksOf(loop).map((look) => say('document', '! {0}', lookWords('document', look, now)));
  if (looks.length > 0) page.gap().add(...looks);
  page.section(ours('Goal'), text(brief?.goal));
  page.section(ours('For'), text(brief?.audience));
  page.section(ours('Bar'), text(brief?.bar));
  page.section(
    ours('Questions'),
    snapshot.questions
      .slice(-MOST)
      .reverse()
      .flatMap((question) => [
        say('document', '{0}  {1}', at(question.askedAt, now), question.text),
        ...question.options.map((option, index) =>
          say('document', '    {0}  {1}', index + 1, option.label || option.id),
        ),
        ...text(question.answer ?? '').map((answer) => say('document', '    → {0}', answer)),
      ]),
  );
  page.section(
    ours('Open findings'),
    openFindings(loop)
      .all.slice(0, MOST)
      .map((finding) =>
        say(
          'document',
          '{0} {1}  {2}',
          finding.severity === 'material' ? '●' : '○',
          findingName(finding),
          finding.text,
        ),
      ),
  );
  page.section(
    ours('Rounds'),
    snapshot.rounds
      .slice(-MOST)
      .reverse()
      .flatMap((round) => [
        say(
          'document',
          '{0}  {1}  {2} material, {3} minor open  {4}',
          round.round,
          roundStateWord(loop, round),
          round.openMaterial,
          round.openMinor,
          roundCostWords(round),
        ),
        ...text(round.summary).map((summary) => say('document', '    {0}', summary)),
      ]),
  );
  page.section(
    ours('Sent'),
    snapshot.inbox
      .slice(-MOST)
      .reverse()
      .map((entry) =>
        say(
          'document',
          '{0}  {1}  ({2})',
          at(entry.ts, now),
          entry.kind === 'stop' ? ours('stop') : entry.text,
          stageWords(entry, progressOf(loop, entry.id)),
        ),
      ),
  );
  page.section(
    ours('Problems'),
    snapshot.problems
      .slice(0, MOST)
      .map((problem) =>
        say('document', '{0}: {1}', problemLocation('document', problem), problemWords('document', problem)),
      ),
  );
  return page.text;
}

function filled(parts: readonly Shown<'tree'>[]): Page[] {
  // Facts are ours and cleaned names: a document shows no less than a row may.
  return parts.filter((part) => part !== '').map((part) => shown(part, 'document'));
}

function text(value: string | undefined): Page[] {
  return value === undefined || value.trim() === '' ? [] : [shown(value, 'document')];
}

function at(iso: string | null, now: number): string {
  const time = millis(iso);
  return time === null ? '' : moment(time, now);
}
