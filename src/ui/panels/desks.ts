/** The one desk of decisions of this window, made when the first panel that shows findings is. */
import { join } from 'node:path';
import { DecisionDesk } from '../../acts/decide/decisionDesk.ts';
import { nodeFiles } from '../../protocol/files/filesPort.ts';
import { DecisionDrafts } from '../../workspace/kept/decisionDrafts.ts';
import { ChokidarWatcher } from '../../workspace/kernel/chokidarWatcher.ts';
import type { Acting } from '../kit/services.ts';

export interface Desk {
  desk: DecisionDesk;
  drafts: DecisionDrafts;
}

const made = new WeakMap<Acting, Desk>();

export function deskOf(acting: Acting): Desk {
  const before = made.get(acting);
  if (before !== undefined) return before;
  const { clock, context, heldNotes, log, store } = acting.parts;
  const drafts = new DecisionDrafts({
    folder: join(context.globalStorageUri.fsPath, 'decisions'),
    files: nodeFiles,
    clock,
    log,
    watcher: new ChokidarWatcher(log),
  });
  context.subscriptions.push(drafts);
  acting.parts.lastWrites.push(() => drafts.flush());
  const desk = new DecisionDesk({
    drafts,
    loop: (key) => store.get(key),
    heldNotes: (loopKey) => heldNotes.list(loopKey),
    deliver: async (loop, text, noteId) => {
      const how = await acting.steerBox.deliver(loop, text, noteId);
      return how === 'sent' || how === 'kept' || how === 'answered' ? how : 'not-sent';
    },
  });
  const both = { desk, drafts };
  made.set(acting, both);
  return both;
}
