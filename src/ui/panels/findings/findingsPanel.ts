/** The Findings panel of this window, loaded when it is first asked for or comes back. */
import type { WebviewPanel } from 'vscode';
import { PANELS } from '../../../contract.ts';
import { writeClipboard } from '../../../host/clipboard.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { processPace } from '../../../protocol/lib/pace.ts';
import { shown } from '../../../text/agentText.ts';
import { openQuestion } from '../../../workspace/loops/openQuestion.ts';
import { openArtifact } from '../../kit/openArtifact.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Desk, Services } from '../../kit/services.ts';
import { BAD } from '../checkMessage.ts';
import { type PanelPort, type PanelSession, Panels, type PanelsOfType } from '../panels.ts';
import { handleOf } from './findingListing.ts';
import { checkFilter, DEFAULT_FILTER, type Filter, type FindingsContract } from './findingsMessages.ts';
import { findingsTexts } from './findingsPanelWords.ts';
import { FindingsSession } from './findingsSession.ts';
import { goToLocation } from './goToLocation.ts';

/** There is one of it. */
const IDENTITY = 'findings';
const FILTER = 'quarterdeck.findings.filter';

export class FindingsPanel implements PanelsOfType {
  readonly #services: Services;
  readonly #desk: Desk;
  readonly #panels: Panels<FindingsContract>;
  #session: FindingsSession | undefined;

  constructor(services: Services, desk: Desk) {
    this.#desk = desk;
    this.#services = services;
    this.#panels = new Panels<FindingsContract>(services, {
      viewType: PANELS.findings,
      script: 'findings',
      icon: 'quarterdeck.svg',
      texts: findingsTexts,
      open: (_, port) => this.#open(port),
    });
    services.context.subscriptions.push(this.#panels);
  }

  /** By the person's command; of a loop's row, with what is open in that loop. `how`: `send` shows its note as well. */
  open(argument: unknown, how?: unknown): void {
    const loop = targetOf(argument)?.loopKey;
    if (loop !== undefined) this.#filterBy({ ...DEFAULT_FILTER, group: 'none', loop: handleOf(loop) });
    const port = this.#panels.show(IDENTITY, { byPerson: true });
    if (loop !== undefined && how === 'send') port.send('send', { loop: handleOf(loop) });
  }

  restore(panel: WebviewPanel, state: unknown): void {
    this.#panels.restore(panel, state);
  }

  #filterBy(filter: Filter): void {
    if (this.#session === undefined) this.#keepFilter(filter);
    else this.#session.setFilter(filter);
  }

  #keepFilter(filter: Filter): void {
    const { context, log } = this.#services;
    context.workspaceState
      .update(FILTER, filter)
      .then(undefined, (failure: unknown) =>
        log.error('The filter of the findings could not be kept.', failure),
      );
  }

  #keptFilter(): Filter {
    const kept = checkFilter(this.#services.context.workspaceState.get(FILTER));
    return kept === BAD ? DEFAULT_FILTER : kept;
  }

  #open(port: PanelPort<FindingsContract>): PanelSession<FindingsContract> {
    const services = this.#services;
    const { documents, log, model } = services;
    const { desk, drafts } = this.#desk;
    const session = new FindingsSession(
      {
        model,
        desk,
        pace: processPace,
        log,
        mayWrite: (loop) => services.outbox.mayWrite(loop),
        openQuestion: (loop) => openQuestion(loop.snapshot)?.text ?? null,
        openArtifact: (loop, named) => openArtifact(loop, named),
        openWhole: (loop, { round, step, label, id, nth }, name) =>
          documents.open(
            'finding',
            JSON.stringify([loop.key, round, step, label, id, nth]),
            shown(`${loop.id} ${name}`, 'document', 60),
            { beside: true },
          ),
        goToLocation,
        copy: writeClipboard,
        keepFilter: (filter) => this.#keepFilter(filter),
        changed: () => port.changed(),
      },
      this.#keptFilter(),
    );
    this.#session = session;
    const list = new DisposableList();
    list.add(session);
    list.add(
      model.onDidChange(({ what }) => {
        if (what === 'loops') session.loopsChanged();
        else if (what === 'notes') session.decisionsChanged();
      }),
    );
    list.add(drafts.onDidChange(() => session.decisionsChanged()));
    void drafts.ready.then(() => {
      if (!list.disposed) session.decisionsChanged();
    });
    return {
      handlers: session.handlers,
      title: () => session.title(),
      refusalWords: (code) => session.refusalWords(code),
      dispose: () => {
        if (this.#session === session) this.#session = undefined;
        list.dispose();
      },
    };
  }
}
