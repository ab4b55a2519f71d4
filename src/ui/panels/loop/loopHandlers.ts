/** What the Loop panel's page may ask for and do. Nothing here knows the editor: that is what the acts are for. */

import type { ListedFinding } from '../../../acts/decide/decisionDesk.ts';
import { ok, type Result, refuse } from '../../../protocol/lib/result.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { decidedWords } from '../../kit/mineShown.ts';
import type { PanelHandlers } from '../rpc.ts';
import { questionSlice, sentSlice } from './askSlices.ts';
import { findingDetail, findingPage, listedAt } from './decisionSlices.ts';
import { checkSlice, fileSlice, filesOf, problemSlice } from './fileSlices.ts';
import { staysText } from './findingSlices.ts';
import { headSlice } from './headSlice.ts';
import type { DecisionReads, LoopActs } from './loopActs.ts';
import { loopAnswers } from './loopAnswers.ts';
import { ASKS, type LoopContract, TAKES } from './loopMessages.ts';
import { chosenRound, roundSlice, roundsSlice, runsOf, stepSlice } from './roundSlice.ts';
import { TrendSlices } from './trendSlice.ts';
import { waitSlice } from './waitSlice.ts';

const gone = () => refuse('gone', 'It is no longer there.');

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
  const minute = () => Math.floor(model.now() / 60_000);

  /** Runs an act on the loop, if it is there. */
  const act = (run: (loop: WatchedLoop) => Promise<void>) => async (): Promise<Result<null>> => {
    const found = loop();
    if (found === undefined) return gone();
    await run(found);
    return ok(null);
  };
  const trends = new TrendSlices();
  const answers = loopAnswers(model, acts, key);
  const answer = answers.handlers();
  const runOf = ({ round, step, index }: { round: number; step: string; index: number }) => {
    const found = loop();
    const meant = found === undefined ? undefined : chosenRound(found, round);
    const run = meant?.round === round ? runsOf(meant, step)[index] : undefined;
    return found === undefined || run === undefined ? undefined : { loop: found, run };
  };

  const onFinding = async <T>(
    { round, index }: { round: number; index: number },
    run: (loop: WatchedLoop, finding: ListedFinding) => Promise<Result<T>> | Result<T>,
  ): Promise<Result<T>> => {
    const found = loop();
    const finding = listedAt(found, round, index);
    return found === undefined || finding === undefined ? gone() : run(found, finding);
  };

  return {
    slices: {
      head: { check: ASKS.head, give: () => headSlice(model, key) },
      waits: { check: ASKS.waits, give: () => waitSlice(model, key, answers) },
      ask: answer.slices.ask,
      trend: { check: ASKS.trend, stamp: rounds, give: () => trends.of(loop()) },
      round: {
        check: ASKS.round,
        stamp: () => [...rounds(), loop()?.snapshot.manifest, Math.floor(model.now() / 10_000)],
        give: ({ round }) => roundSlice(loop(), round, model.now()),
      },
      step: {
        check: ASKS.step,
        stamp: () => [...rounds(), loop()?.snapshot.manifest, Math.floor(model.now() / 10_000)],
        give: ({ round, step }) => stepSlice(loop(), round, step, model.now()),
      },
      rounds: { check: ASKS.rounds, stamp: rounds, give: ({ page }) => roundsSlice(loop(), page) },
      findings: {
        check: ASKS.findings,
        stamp: () => [...rounds(), ...decided(), loop()?.snapshot.openFindings],
        give: ({ round, page }) => findingPage(decisions, loop(), round, page),
      },
      finding: {
        check: ASKS.finding,
        stamp: () => [...rounds(), ...decided()],
        give: ({ round, index }) => findingDetail(decisions, loop(), round, index),
      },
      questions: {
        check: ASKS.questions,
        stamp: () => [loop()?.snapshot.questions, minute()],
        give: ({ page }) => questionSlice(loop(), page, model.now()),
      },
      sent: { check: ASKS.sent, give: ({ page }) => sentSlice(model, loop(), page) },
      checks: {
        check: ASKS.checks,
        stamp: () => [loop()?.snapshot.checks],
        give: () => checkSlice(loop()),
      },
      files: {
        check: ASKS.files,
        stamp: () => [loop()?.snapshot.manifest],
        give: () => fileSlice(loop()),
      },
      problems: {
        check: ASKS.problems,
        stamp: () => [loop()?.snapshot.problems],
        give: () => problemSlice(loop()),
      },
    },
    requests: {
      ...answer.requests,
      steer: { check: TAKES.steer, run: ({ text }) => act((found) => acts.steer(found, text))() },
      steerStays: {
        check: TAKES.steerStays,
        run: act((found) => acts.steer(found, staysText(found))),
      },
      stop: { check: TAKES.stop, run: act(acts.stop) },
      start: { check: TAKES.start, run: act(acts.start) },
      terminal: { check: TAKES.terminal, run: act(acts.terminal) },
      page: { check: TAKES.page, run: act(acts.page) },
      changes: { check: TAKES.changes, run: ({ round }) => act((found) => acts.changes(found, round))() },
      compare: {
        check: TAKES.compare,
        run: ({ round, other }) =>
          act((found) => acts.compare(found, Math.min(round, other), Math.max(round, other)))(),
      },
      openArtifact: {
        check: TAKES.openArtifact,
        run: async (which) => {
          const found = runOf(which);
          if (found === undefined || found.run.artifact === null) return gone();
          await acts.openNamed(found.loop, found.run.artifact);
          return ok(null);
        },
      },
      copySession: {
        check: TAKES.copySession,
        run: async (which) => {
          const found = runOf(which);
          if (found === undefined || found.run.session === null) return gone();
          await acts.copy(found.run.session);
          return ok(null);
        },
      },
      openFile: {
        check: TAKES.openFile,
        run: async ({ index }) => {
          const found = loop();
          const file = found === undefined ? undefined : filesOf(found)[index];
          if (found === undefined || file === undefined) return gone();
          if (file.own) await acts.openOwn(found, file.path, null);
          else await acts.openNamed(found, file.path);
          return ok(null);
        },
      },
      openProblem: {
        check: TAKES.openProblem,
        run: async ({ index }) => {
          const found = loop();
          const problem = found?.snapshot.problems[index];
          if (found === undefined || problem === undefined) return gone();
          await acts.openOwn(found, problem.file, problem.line);
          return ok(null);
        },
      },
      heldNote: {
        check: TAKES.heldNote,
        run: async ({ note, act: which }) => {
          if (!model.notes(key).some((each) => each.id === note)) return gone();
          await acts.heldNote(note, which);
          return ok(null);
        },
      },
      decide: {
        check: TAKES.decide,
        run: (which) =>
          onFinding(which, (found, finding) => {
            const done = acts.decide(found, finding, which.decision);
            return done.ok ? ok({ words: decidedWords(finding, done.value) }) : done;
          }),
      },
      remark: {
        check: TAKES.remark,
        run: (which) => onFinding(which, (found, finding) => acts.remark(found, finding, which.text)),
      },
      goToPlace: {
        check: TAKES.goToPlace,
        run: (which) => onFinding(which, (found, finding) => acts.goToPlace(found, finding.text)),
      },
      sendDecisions: { check: TAKES.sendDecisions, run: act(acts.sendDecisions) },
      openWhole: { check: TAKES.openWhole, run: (whole) => act((found) => acts.openWhole(found, whole))() },
    },
  };
}
