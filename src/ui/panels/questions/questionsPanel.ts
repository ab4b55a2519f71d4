/** The Questions panel of this window, loaded when it is first asked for or comes back. */
import type { WebviewPanel } from 'vscode';
import { COMMANDS, PANELS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import type { Disposable } from '../../../protocol/lib/disposables.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import type { Shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { openArtifact } from '../../kit/openArtifact.ts';
import { pickAlike } from '../../kit/pickAlike.ts';
import { rowFor, rowForTask, targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { showRoundChanges } from '../loop/showRoundChanges.ts';
import { type PanelPort, type PanelSession, Panels, type PanelsOfType, repeat } from '../panels.ts';
import { answerActs } from './answerActs.ts';
import type { QuestionsActs } from './questionsActs.ts';
import { questionsHandlers } from './questionsHandlers.ts';
import type { QuestionsContract } from './questionsMessages.ts';
import { questionsTexts } from './questionsPanelWords.ts';
import { WaitHandles } from './waitHandles.ts';

/** There is one for all that waits. */
const IDENTITY = 'questions';
/** In the last minute the time that is left is told each second. */
const LAST_MS = 61_000;

export class QuestionsPanel implements PanelsOfType {
  readonly #services: Services;
  readonly #panels: Panels<QuestionsContract>;

  constructor(services: Services) {
    this.#services = services;
    this.#panels = new Panels<QuestionsContract>(services, {
      viewType: PANELS.questions,
      script: 'questions',
      icon: 'quarterdeck.svg',
      texts: questionsTexts,
      open: (_, port) => this.#open(port),
    });
    services.context.subscriptions.push(this.#panels);
  }

  /** The person asked for it just now, with what their row asks. */
  open(argument: unknown): void {
    const wait = targetOf(argument)?.waitKey;
    const port = this.#panels.show(IDENTITY, { byPerson: true });
    port.send('look', {
      wait: wait === undefined ? null : new WaitHandles(this.#services.model).of(wait),
    });
  }

  restore(panel: WebviewPanel, state: unknown): void {
    this.#panels.restore(panel, state);
  }

  #open(port: PanelPort<QuestionsContract>): PanelSession<QuestionsContract> {
    const { model } = this.#services;
    const list = new DisposableList();
    const { changed } = port;
    list.add(model.onDidChange(changed));
    list.add(this.#lastMinutes(changed));
    return {
      handlers: questionsHandlers(model, this.#makeActs(), changed),
      title: () => {
        const count = model.waits().length;
        return count === 0 ? ours('Questions') : ours('Questions ({0})', count);
      },
      refusalWords: (code, _, message) => (code === 'over' ? ours('It waits no more.') : (message as Shown)),
      dispose: () => list.dispose(),
    };
  }

  /** Calls `run` each second while the time of something that waits is about to run out. */
  #lastMinutes(run: () => void): Disposable {
    const { clock, model } = this.#services;
    return repeat(clock, 1_000, () => {
      const now = model.now();
      const near = model
        .waits()
        .some(({ expiresAt }) => expiresAt !== null && expiresAt > now - 2_000 && expiresAt - now < LAST_MS);
      if (near) run();
    });
  }

  #makeActs(): QuestionsActs {
    const services = this.#services;
    const { drafts, clock } = services;
    return {
      ...answerActs(services),
      openFile: (loop, path) => openArtifact(loop, path, { beside: true }),
      changes: showRoundChanges,
      showLoop: async (loop) => {
        await run(COMMANDS.openLoopPanel, rowFor(loop));
      },
      showTask: async ({ workspace, row }) => {
        await run(
          COMMANDS.openTask,
          rowForTask({ workspaceKey: workspace.key, folder: row.folder, id: row.id }),
        );
      },
      pickAlike: (alike) => pickAlike(alike, { now: clock.now(), draftOf: (wait) => drafts.get(wait.key) }),
    };
  }
}
