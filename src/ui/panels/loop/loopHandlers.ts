/** What the Loop panel's page may ask for and do. Nothing here knows the editor: that is what the acts are for. */

import type { ListedFinding } from '../../../acts/decide/decisionDesk.ts';
import { ok, type Result } from '../../../protocol/lib/result.ts';
import { roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { decidedWords } from '../../kit/mineShown.ts';
import { gone } from '../questions/answerHandlers.ts';
import { checkedHandlers, type PanelHandlers } from '../rpc.ts';
import { checkSlice, fileSlice, filesOf, problemSlice } from './fileSlices.ts';
import { findingDetail, findingPage, listedAt, staysText } from './findingSlices.ts';
import { headSlice } from './headSlice.ts';
import type { DecisionReads, LoopActs } from './loopActs.ts';
import { loopAnswers } from './loopAnswers.ts';
import { ASKS, type LoopContract, TAKES } from './loopMessages.ts';
import { questionSlice, sentSlice } from './questionSlices.ts';
import { roundSlice, roundsSlice, runsOf, stepSlice } from './roundSlice.ts';
import { TrendSlices } from './trendSlice.ts';
import { waitSlice } from './waitSlice.ts';

export function loopHandlers(
  model: ReadModel,
  decisions: DecisionReads,
  acts: LoopActs,
  key: string,
): PanelHandlers<LoopContract> {
  const loop = () => model.loop(key);
  /** What a slice is made of but for the time: while it is the same, nothing of old rounds is looked at. */
  const rounds = () => [loop()?.snapshot.rounds, loop()?.snapshot.status];
  const decided = () => [loop()?.snapshot.inbox, decisions.revision()];
  const shownSteps = () => [...rounds(), loop()?.snapshot.manifest, Math.floor(model.now() / 10_000)];
  const minute = () => Math.floor(model.now() / 60_000);

  /** Runs an act on the loop, if it is there. */
  const act =
    <Value>(run: (loop: WatchedLoop, value: Value) => Promise<void>) =>
    async (value: Value): Promise<Result<null>> => {
      const found = loop();
      if (found === undefined) return gone();
      await run(found, value);
      return ok(null);
    };
  const trends = new TrendSlices();
  const answers = loopAnswers(model, acts, key);
  const answer = answers.handlers();
  /** Runs an act on something that a run of the round names, where it does. */
  const onNamed =
    (name: 'artifact' | 'session', run: (loop: WatchedLoop, named: string) => Promise<void>) =>
    async ({ round, step, index }: { round: number; step: string; index: number }): Promise<Result<null>> => {
      const found = loop();
      const listed = roundNumbered(found?.snapshot.rounds ?? [], round);
      const named = listed === undefined ? null : (runsOf(listed, step)[index]?.[name] ?? null);
      if (found === undefined || named === null) return gone();
      await run(found, named);
      return ok(null);
    };

  const onFinding = async <T>(
    { round, index }: { round: number; index: number },
    run: (loop: WatchedLoop, finding: ListedFinding) => Promise<Result<T>> | Result<T>,
  ): Promise<Result<T>> => {
    const found = loop();
    const finding = listedAt(found, round, index);
    return found === undefined || finding === undefined ? gone() : run(found, finding);
  };

  return checkedHandlers<LoopContract>(ASKS, TAKES, {
    slices: {
      head: () => headSlice(model, key),
      waits: () => waitSlice(model, key, answers),
      ...answer.slices,
      trend: { stamp: rounds, give: () => trends.of(loop()) },
      round: { stamp: shownSteps, give: ({ round }) => roundSlice(loop(), round, model.now()) },
      step: { stamp: shownSteps, give: ({ round, step }) => stepSlice(loop(), round, step, model.now()) },
      rounds: { stamp: rounds, give: ({ page }) => roundsSlice(loop(), page) },
      findings: {
        stamp: () => [...rounds(), ...decided(), loop()?.snapshot.openFindings],
        give: ({ round, page }) => findingPage(decisions, loop(), round, page),
      },
      finding: {
        stamp: () => [...rounds(), ...decided()],
        give: ({ round, index }) => findingDetail(decisions, loop(), round, index),
      },
      questions: {
        stamp: () => [loop()?.snapshot.questions, minute()],
        give: ({ page }) => questionSlice(loop(), page, model.now()),
      },
      sent: ({ page }) => sentSlice(model, loop(), page),
      checks: { stamp: () => [loop()?.snapshot.checks], give: () => checkSlice(loop()) },
      files: { stamp: () => [loop()?.snapshot.manifest], give: () => fileSlice(loop()) },
      problems: { stamp: () => [loop()?.snapshot.problems], give: () => problemSlice(loop()) },
    },
    requests: {
      ...answer.requests,
      steer: act((found, { text }) => acts.steer(found, text)),
      steerStays: act((found) => acts.steer(found, staysText(found))),
      stop: act((found) => acts.stop(found)),
      start: act((found) => acts.start(found)),
      terminal: act((found) => acts.terminal(found)),
      page: act((found) => acts.page(found)),
      changes: act((found, { round }) => acts.changes(found, round)),
      compare: act((found, { round, other }) =>
        acts.compare(found, Math.min(round, other), Math.max(round, other)),
      ),
      openArtifact: onNamed('artifact', acts.openNamed),
      copySession: onNamed('session', (_, session) => acts.copy(session)),
      openFile: async ({ index }) => {
        const found = loop();
        const file = found === undefined ? undefined : filesOf(found)[index];
        if (found === undefined || file === undefined) return gone();
        if (file.own) await acts.openOwn(found, file.path, null);
        else await acts.openNamed(found, file.path);
        return ok(null);
      },
      openProblem: async ({ index }) => {
        const found = loop();
        const problem = found?.snapshot.problems[index];
        if (found === undefined || problem === undefined) return gone();
        await acts.openOwn(found, problem.file, problem.line);
        return ok(null);
      },
      heldNote: async ({ note, act: which }) => {
        if (!model.notes(key).some((each) => each.id === note)) return gone();
        await acts.heldNote(note, which);
        return ok(null);
      },
      decide: (which) =>
        onFinding(which, (found, finding) => {
          const done = acts.decide(found, finding, which.decision);
          return done.ok ? ok({ words: decidedWords(finding, done.value) }) : done;
        }),
      remark: (which) => onFinding(which, (found, finding) => acts.remark(found, finding, which.text)),
      goToLocation: (which) => onFinding(which, (found, finding) => acts.goToLocation(found, finding.text)),
      sendDecisions: act((found) => acts.sendDecisions(found)),
      openWhole: act(acts.openWhole),
    },
  });
}
