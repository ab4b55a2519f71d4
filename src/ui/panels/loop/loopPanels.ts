/** The Loop panels of this window, loaded when the first of them is asked for or comes back. */
import { dirname, relative, sep } from 'node:path';
import { Uri, type WebviewPanel } from 'vscode';
import { COMMANDS, PANELS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { pageUri } from '../../../host/documents.ts';
import { showDiff } from '../../../host/openFile.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import { compareTitle } from '../../../text/changeWords.ts';
import { ours, say } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ModelChange } from '../../../workspace/model.ts';
import { findingRefusal } from '../../kit/mineShown.ts';
import { openArtifact } from '../../kit/openArtifact.ts';
import { meantLoop } from '../../kit/pickLoop.ts';
import { rowFor, targetOf } from '../../kit/rowTree.ts';
import type { Desk, Services } from '../../kit/services.ts';
import { goToLocation } from '../findings/goToLocation.ts';
import { type PanelSession, Panels, type PanelsOfType } from '../panels.ts';
import { answerActs } from '../questions/answerActs.ts';
import { findingLines } from './findingSlices.ts';
import type { DecisionReads, LoopActs } from './loopActs.ts';
import { loopHandlers } from './loopHandlers.ts';
import type { LoopContract, SectionName, Whole } from './loopMessages.ts';
import { loopTexts } from './loopPanelWords.ts';
import { showRoundChanges } from './showRoundChanges.ts';
import { wholeText } from './wholeText.ts';

/** Kinds of our read-only pages. */
export const WHOLE_PAGE = 'whole';
export const FINDINGS_PAGE = 'findings';

export class LoopPanels implements PanelsOfType {
  readonly #services: Services;
  readonly #panels: Panels<LoopContract>;
  readonly #decisions: DecisionReads;
  readonly #acts: LoopActs;
  readonly #desk: Desk;
  /** Grows whenever what the person decided about findings may be another. */
  #revision = 0;

  constructor(services: Services, made: Desk) {
    this.#desk = made;
    this.#services = services;
    const { desk } = made;
    this.#decisions = {
      mine: (loop, finding) => desk.mine(loop, finding),
      decided: (loop) => desk.note(loop)?.count ?? 0,
      revision: () => this.#revision,
    };
    this.#acts = this.#makeActs();
    this.#panels = new Panels<LoopContract>(services, {
      viewType: PANELS.loop,
      script: 'loop',
      icon: 'quarterdeck.svg',
      texts: loopTexts,
      open: (key, port) => this.#open(key, port.changed),
    });
    services.context.subscriptions.push(this.#panels);
  }

  /** By the person's command: of a row, of a `loop.json`, or of the loop that they pick. */
  async open(argument: unknown): Promise<void> {
    const services = this.#services;
    const loop =
      this.#loopOfFile(argument) ??
      (await meantLoop(services, argument, { title: ours('Show which loop?') }));
    if (loop === undefined) return;
    const port = this.#panels.show(loop.key, { byPerson: true });
    const look = lookOf(argument);
    if (look !== undefined) port.send('look', look);
  }

  /** From the title bar of a `loop.json`: the loop that it is of. */
  #loopOfFile(argument: unknown): WatchedLoop | undefined {
    if (!(argument instanceof Uri) || argument.scheme !== 'file') return undefined;
    const folder = dirname(argument.fsPath);
    return this.#services.model.loops().find((loop) => loop.folder === folder);
  }

  restore(panel: WebviewPanel, state: unknown): void {
    this.#panels.restore(panel, state);
  }

  /** The text of a page of ours, by the key in its address. */
  page(kind: string, key: string): Shown<'document'> | undefined {
    const [loopKey, which] = parsed(key);
    const loop = this.#services.model.loop(loopKey);
    if (loop === undefined) return undefined;
    const text =
      kind === FINDINGS_PAGE
        ? findingLines(loop, Number(which))
        : wholeText(loop, this.#services.model.waitsOf(loop), which as Whole);
    return text === undefined ? undefined : shown(`${text}\n`, 'document');
  }

  #open(key: string, changed: () => void): PanelSession<LoopContract> {
    const { model } = this.#services;
    const list = new DisposableList();
    const decided = () => {
      this.#revision += 1;
      if (!list.disposed) changed();
    };
    list.add(
      model.onDidChange((news) => {
        if (news.what === 'notes') decided();
        else if (concerns(news, key)) changed();
      }),
    );
    list.add(this.#desk.drafts.onDidChange(decided));
    void this.#desk.drafts.ready.then(decided);
    return {
      handlers: loopHandlers(model, this.#decisions, this.#acts, key),
      title: () => {
        const loop = model.loop(key);
        return loop === undefined ? ours('Loop') : loop.snapshot.title || loop.id;
      },
      refusalWords: (code) => findingRefusal(code) ?? ('' as Shown),
      dispose: () => list.dispose(),
    };
  }

  #makeActs(): LoopActs {
    const services = this.#services;
    const { documents } = services;
    return {
      ...answerActs(services),
      stop: (loop) => onLoop(COMMANDS.stop, loop),
      start: (loop) => onLoop(COMMANDS.start, loop),
      terminal: (loop) => onLoop(COMMANDS.openTerminal, loop),
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
        act === 'send' ? services.steerBox.sendHeld(noteId) : services.steerBox.dropHeld(noteId),
      decide: (loop, finding, decision) => this.#desk.desk.decide(loop, finding, decision),
      remark: (loop, finding, remark) => this.#desk.desk.remark(loop, finding, remark),
      goToLocation,
      sendDecisions: async (loop) => {
        await run(COMMANDS.openFindings, rowFor(loop), 'send');
      },
      openWhole: (loop, whole) =>
        documents.open(WHOLE_PAGE, JSON.stringify([loop.key, whole]), wholeName(loop), { beside: true }),
    };
  }
}

async function onLoop(command: string, loop: WatchedLoop): Promise<void> {
  await run(command, rowFor(loop));
}

/** Whether something that the panel of this loop shows may be another. */
function concerns(news: ModelChange, key: string): boolean {
  switch (news.what) {
    case 'loops': {
      const { changed, added, removed } = news.change;
      return changed.has(key) || added.has(key) || removed.has(key);
    }
    case 'drafts':
      return [...news.keys].some((each) => each.startsWith(`${key}|`));
    default:
      return news.what === 'trust' || news.what === 'terminals' || news.what === 'ready';
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
