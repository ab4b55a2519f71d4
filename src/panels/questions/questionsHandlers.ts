/** What the Questions panel's page may ask for and do. Nothing here knows the editor: that is what the acts are for. */
import { groupOf } from '../../commands/answer/findWait.ts';
import { ok, type Result, refuse } from '../../protocol/result.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import type { WatchedLoop } from '../../workspace/watchedLoop.ts';
import type { PanelHandlers } from '../rpc.ts';
import {
  type AskMemory,
  answerFor,
  askSlice,
  changedRound,
  choiceOf,
  filesOf,
  placeOf,
  sendsOf,
} from './askSlice.ts';
import { type FoundAsk, findAsked } from './findAsked.ts';
import { listSlice, runningLoops } from './listSlice.ts';
import { ASKS, type QuestionsContract, TAKES } from './messages.ts';
import type { QuestionsActs, QuestionsWorld } from './questionsWorld.ts';
import { WaitHandles } from './waitHandles.ts';

/** Of so many asks the panel remembers what it showed. */
const MOST_REMEMBERED = 50;

const gone = () => refuse('gone', 'It is no longer there.');

/** @param changed what the panel remembers by itself is another now */
export function questionsHandlers(
  world: QuestionsWorld,
  acts: QuestionsActs,
  changed: () => void,
): PanelHandlers<QuestionsContract> {
  const handles = new WaitHandles(world);
  const remembered = new Map<string, AskMemory>();
  /** The loops of the last list of what runs, as their places there are what the page can name. */
  let running: readonly WatchedLoop[] = [];

  const memoryOf = (key: string): AskMemory => {
    const memory = remembered.get(key) ?? {};
    remembered.delete(key);
    remembered.set(key, memory);
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) break;
      remembered.delete(oldest);
    }
    return memory;
  };
  const find = (key: string): FoundAsk => {
    const memory = memoryOf(key);
    const found = findAsked(world, key, memory.wait);
    // Of one that is over the last sight of it stays: what it asked may be nowhere else any more.
    if (found.state === 'here') memory.wait = found.wait;
    return found;
  };
  const waitOf = (key: string): Wait | undefined => {
    const found = find(key);
    return found.state === 'gone' ? undefined : found.wait;
  };
  /** Runs an act on an ask, also one that is over, if anything is known of it. */
  const onWait =
    (run: (wait: Wait) => Promise<void>) =>
    async ({ wait: handle }: { wait: string }): Promise<Result<null>> => {
      const wait = waitOf(handles.key(handle));
      if (wait === undefined) return gone();
      await run(wait);
      return ok(null);
    };

  return {
    slices: {
      list: {
        check: ASKS.list,
        give: () => {
          running = runningLoops(world);
          return listSlice(world, handles);
        },
      },
      ask: {
        check: ASKS.ask,
        give: ({ wait }) => {
          const key = handles.key(wait);
          const found = find(key);
          if (found.state === 'here') memoryOf(key).shown = found.wait;
          const asked = askSlice(world, key, memoryOf(key));
          return asked.state === 'known' ? { ...asked, key: wait } : asked;
        },
      },
    },
    requests: {
      draft: {
        check: TAKES.draft,
        run: ({ wait: handle, text, choice, by }) => {
          const key = handles.key(handle);
          const wait = waitOf(key);
          // What is typed for one that is over is kept all the same: the person has typed it.
          const kept = answerFor(wait, { text, choice });
          memoryOf(key).typed = { ...kept, by };
          acts.setDraft(key, kept);
          return ok({
            typed: { text: kept.text, choice: choiceOf(wait?.options ?? [], kept.choice) },
            sends: wait === undefined ? { text: null, note: '' } : sendsOf(wait, kept),
          });
        },
      },
      send: {
        check: TAKES.send,
        run: async ({ wait: handle, text, choice, by }) => {
          const key = handles.key(handle);
          const found = find(key);
          if (found.state !== 'here') return refuse('over', 'It waits no more.');
          const memory = memoryOf(key);
          const { shown } = memory;
          const wait = found.wait.kind === 'feedback' && shown?.kind === 'feedback' ? shown : found.wait;
          const answer = answerFor(wait, { text, choice });
          memory.typed = { ...answer, by };
          // The draft holds what is sent until it is on disk.
          acts.setDraft(key, answer);
          const { to } = memory;
          if (to === undefined) return ok({ sent: await acts.send(wait, answer) });
          for (const each of to) if (world.draft(each.key) === undefined) acts.setDraft(each.key, answer);
          const sent = await acts.sendAll(to, answer);
          if (sent) delete memory.to;
          return ok({ sent });
        },
      },
      discard: {
        check: TAKES.discard,
        run: async ({ wait }) => {
          const key = handles.key(wait);
          delete memoryOf(key).typed;
          await acts.discard(key);
          return ok(null);
        },
      },
      whole: { check: TAKES.whole, run: onWait(acts.openWhole) },
      file: {
        check: TAKES.file,
        run: ({ wait, index }) =>
          onWait(async (found) => {
            const path = filesOf(memoryOf(found.key).wait ?? found)[index];
            if (path !== undefined && found.kind !== 'feedback') await acts.openFile(found.loop, path);
          })({ wait }),
      },
      changes: {
        check: TAKES.changes,
        run: onWait(async (wait) => {
          const round = changedRound(wait);
          if (wait.kind !== 'feedback' && round !== null) await acts.changes(wait.loop, round);
        }),
      },
      show: {
        check: TAKES.show,
        run: onWait((wait) => (wait.kind === 'feedback' ? acts.showTask(wait) : acts.showLoop(wait.loop))),
      },
      showRun: {
        check: TAKES.showRun,
        run: async ({ index }) => {
          const loop = running[index];
          if (loop === undefined) return gone();
          await acts.showLoop(loop);
          return ok(null);
        },
      },
      writeInEditor: { check: TAKES.writeInEditor, run: onWait(acts.writeInEditor) },
      alike: {
        check: TAKES.alike,
        run: onWait(async (wait) => {
          const alike: readonly Wait[] = groupOf(world.waits(), wait.key)?.same ?? [wait];
          const taken = await acts.pickAlike(alike);
          if (taken === undefined) return;
          const memory = memoryOf(wait.key);
          const others = taken.filter((each) => each.key !== wait.key);
          // The one in hand is always among them: its text is what is shown.
          if (others.length === 0) delete memory.to;
          else memory.to = [wait, ...others];
          changed();
        }),
      },
      alone: {
        check: TAKES.alone,
        run: ({ wait }) => {
          delete memoryOf(handles.key(wait)).to;
          changed();
          return ok(null);
        },
      },
      wayOut: {
        check: TAKES.wayOut,
        run: onWait(async (wait) => {
          const place = placeOf(wait);
          if (!place.writable.ok) await acts.wayOut(place.writable.code, place);
        }),
      },
      copyText: {
        check: TAKES.copyText,
        run: async ({ text }) => {
          await acts.copy(text);
          return ok(null);
        },
      },
      steerWith: {
        check: TAKES.steerWith,
        run: ({ wait, text }) =>
          onWait(async (found) => {
            if (found.kind !== 'feedback') await acts.steer(found.loop, text);
          })({ wait }),
      },
      useTheirs: {
        check: TAKES.useTheirs,
        run: onWait(async (wait) => {
          if (wait.kind !== 'feedback' || wait.draft === null) return;
          delete memoryOf(wait.key).typed;
          acts.setDraft(wait.key, { text: wait.draft, choice: null });
        }),
      },
    },
  };
}
