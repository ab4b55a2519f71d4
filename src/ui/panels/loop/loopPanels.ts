/** The Loop panels of this window, loaded when the first of them is asked for or comes back. */
import { homedir } from 'node:os';
import { dirname, relative, sep } from 'node:path';
import { Uri, type WebviewPanel } from 'vscode';
import { COMMANDS, PANELS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { showDiff } from '../../../host/diff.ts';
import { pageUri } from '../../../host/documents.ts';
import { onDidChangeRuns, runsInTerminal } from '../../../host/terminals.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { compareTitle } from '../../../text/changeWords.ts';
import { ours, say } from '../../../text/say.ts';
import { type Shown, shown } from '../../../text/shown.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { laterCommands } from '../../commands/lazyCommands.ts';
import { findingRefusal } from '../../kit/mineShown.ts';
import { openArtifact } from '../../kit/openArtifact.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import { rowFor, targetOf } from '../../kit/rowTree.ts';
import type { Acting } from '../../kit/services.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import { type Desk, deskOf } from '../desks.ts';
import { goToPlace } from '../findings/goToPlace.ts';
import { type PanelSession, Panels } from '../panels.ts';
import { answerActs } from '../questions/answerActs.ts';
import { findingLines } from './findingSlices.ts';
import { loopHandlers } from './loopHandlers.ts';
import type { LoopContract, SectionName, Whole } from './loopMessages.ts';
import { waitsOf } from './loopNeeds.ts';
import { loopTexts } from './loopPanelWords.ts';
import type { LoopActs, LoopWorld } from './loopWorld.ts';
import { showRoundChanges } from './showRoundChanges.ts';
import { wholeText } from './whole.ts';

/** Kinds of our read-only pages. */
export const WHOLE_PAGE = 'whole';
export const FINDINGS_PAGE = 'findings';

export class LoopPanels {
  readonly #acting: Acting;
  readonly #panels: Panels<LoopContract>;
  readonly #world: LoopWorld;
  readonly #acts: LoopActs;
  readonly #desk: Desk;
  /** Grows whenever what the person decided about findings may be another. */
  #decisions = 0;
  #ready = false;

  constructor(acting: Acting) {
    this.#acting = acting;
    this.#desk = deskOf(acting);
    const { parts } = acting;
    this.#world = this.#makeWorld();
    this.#acts = this.#makeActs();
    this.#panels = new Panels<LoopContract>(parts, {
      viewType: PANELS.loop,
      script: 'loop',
      icon: 'quarterdeck.svg',
      texts: loopTexts,
      open: (key, port) => this.#open(key, port.changed),
    });
    parts.context.subscriptions.push(this.#panels);
    void parts.store.ready.then(() => {
      this.#ready = true;
    });
  }

  /** By the person's command: of a row, of a `loop.json`, or of the loop that they pick. */
  async open(argument: unknown): Promise<void> {
    const acting = this.#acting;
    const loop =
      this.#loopOfFile(argument) ?? (await meantLoop(acting, argument, { title: ours('Show which loop?') }));
    if (loop === undefined) return;
    const port = this.#panels.show(loop.key, { byPerson: true });
    const look = lookOf(argument);
    if (look !== undefined) port.send('look', look);
  }

  /** From the title bar of a `loop.json`: the loop that it is of. */
  #loopOfFile(argument: unknown): WatchedLoop | undefined {
    if (!(argument instanceof Uri) || argument.scheme !== 'file') return undefined;
    const folder = dirname(argument.fsPath);
    return this.#acting.parts.store.loops().find((loop) => loop.folder === folder);
  }

  restore(panel: WebviewPanel, state: unknown): void {
    this.#panels.restore(panel, state);
  }

  /** The text of a page of ours, by the key in its address. */
  page(kind: string, key: string): Shown<'document'> | undefined {
    const [loopKey, which] = parsed(key);
    const loop = this.#acting.parts.store.get(loopKey);
    if (loop === undefined) return undefined;
    const text =
      kind === FINDINGS_PAGE
        ? findingLines(loop, Number(which))
        : wholeText(loop, this.#world.waits(loop), which as Whole);
    return text === undefined ? undefined : shown(`${text}\n`, 'document');
  }

  #open(key: string, changed: () => void): PanelSession<LoopContract> {
    const { store, drafts, heldNotes, trust } = this.#acting.parts;
    const list = new DisposableList();
    list.add(
      store.onDidChange((change) => {
        if (change.changed.has(key) || change.added.has(key) || change.removed.has(key)) changed();
      }),
    );
    list.add(
      drafts.onDidChange((keys) => {
        if ([...keys].some((each) => each.startsWith(`${key}|`))) changed();
      }),
    );
    list.add(
      heldNotes.onDidChange(() => {
        this.#decisions += 1;
        changed();
      }),
    );
    list.add(
      this.#desk.drafts.onDidChange(() => {
        this.#decisions += 1;
        changed();
      }),
    );
    void this.#desk.drafts.ready.then(() => {
      this.#decisions += 1;
      if (!list.disposed) changed();
    });
    list.add(trust.onDidGrant(changed));
    list.add(onDidChangeRuns(changed));
    if (!this.#ready)
      void store.ready.then(() => {
        this.#ready = true;
        if (!list.disposed) changed();
      });
    return {
      handlers: loopHandlers(this.#world, this.#acts, key),
      title: () => {
        const loop = store.get(key);
        return loop === undefined ? ours('Loop') : loop.snapshot.title || loop.id;
      },
      refusalWords: (code) => findingRefusal(code) ?? ('' as Shown),
      dispose: () => list.dispose(),
    };
  }

  #makeWorld(): LoopWorld {
    const { store, clock, drafts, heldNotes } = this.#acting.parts;
    return {
      now: clock.now,
      ready: () => this.#ready,
      home: homedir(),
      get: (key) => store.get(key),
      waits: (loop) => waitsOf(loop, clock.now()),
      draft: (key) => drafts.get(key),
      elsewhere: (draft) => draft.window !== drafts.window,
      notes: (key) => heldNotes.list(key),
      runsHere: runsInTerminal,
      mine: (loop, finding) => this.#desk.desk.mine(loop, finding),
      decided: (loop) => this.#desk.desk.note(loop)?.count ?? 0,
      decisions: () => this.#decisions,
      unwritable: unwritableWords,
    };
  }

  #makeActs(): LoopActs {
    const acting = this.#acting;
    const { documents } = acting.parts;
    return {
      ...answerActs(acting),
      stop: (loop) => laterCommands.stop(acting, rowFor(loop)),
      start: (loop) => laterCommands.start(acting, rowFor(loop)),
      terminal: (loop) => laterCommands.openTerminal(acting, rowFor(loop)),
      page: (loop) => documents.open('loop', loop.key, shown(loop.id, 'document', 60)),
      changes: showRoundChanges,
      compare: (loop, older, newer) =>
        showDiff(findingsUri(loop, older), findingsUri(loop, newer), compareTitle(loop.id, older, newer)),
      openNamed: (loop, path) => openArtifact(loop, path),
      openOwn: (loop, file, line) => {
        const folder = relative(loop.repository, loop.folder).split(sep).join('/');
        return openArtifact(loop, `${folder}/${file}`, line === null ? {} : { line });
      },
      heldNote: (noteId, act) =>
        act === 'send' ? acting.steerBox.sendHeld(noteId) : acting.steerBox.dropHeld(noteId),
      decide: (loop, finding, decision) => this.#desk.desk.decide(loop, finding, decision),
      remark: (loop, finding, remark) => this.#desk.desk.remark(loop, finding, remark),
      goToPlace,
      sendDecisions: async (loop) => {
        await run(COMMANDS.openFindings, rowFor(loop), 'send');
      },
      openWhole: (loop, whole) =>
        documents.open(WHOLE_PAGE, JSON.stringify([loop.key, whole]), wholeName(loop), { beside: true }),
    };
  }
}

/** Where in the panel the row's own thing stands. */
function lookOf(argument: unknown): { section: SectionName; round: number | null } | undefined {
  const target = targetOf(argument);
  if (target?.waitKey !== undefined) return { section: 'waits', round: null };
  if (target?.round !== undefined) return { section: 'round', round: target.round };
  return undefined;
}

function wholeName(loop: WatchedLoop): Shown<'document'> {
  return say('document', '{0}, whole text', loop.id);
}

function findingsUri(loop: WatchedLoop, round: number) {
  return pageUri(FINDINGS_PAGE, JSON.stringify([loop.key, round]), ours('Round {0}', round));
}

function parsed(key: string): [string, unknown] {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? [String(parts[0]), parts[1]] : ['', undefined];
}
