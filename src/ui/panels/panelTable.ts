/** The panels by type. Of each as much is there from the start as brings it back with its window; the rest is loaded late. */
import { window } from 'vscode';
import { PANELS } from '../../contract.ts';
import type { PanelName, PanelSurface, Services } from '../kit/services.ts';
import type { PanelsOfType } from './panels.ts';

interface PanelLine {
  load(services: Services): Promise<PanelsOfType>;
  /** Kinds of read-only pages that its panels open. */
  pages?: readonly string[];
}

const PANEL_TABLE: Record<PanelName, PanelLine> = {
  loop: {
    load: async (services) => {
      const [{ LoopPanels }, desk] = await Promise.all([import('./loop/loopPanels.ts'), services.desk()]);
      return new LoopPanels(services, desk);
    },
    pages: ['whole', 'findings'],
  },
  questions: {
    load: async (services) => {
      const { QuestionsPanel } = await import('./questions/questionsPanel.ts');
      return new QuestionsPanel(services);
    },
  },
  newTask: {
    load: async (services) => {
      const [{ NewTaskPanels }, begun] = await Promise.all([
        import('./newTask/newTaskPanel.ts'),
        services.begunTasks(),
      ]);
      return new NewTaskPanels(services, begun);
    },
  },
  findings: {
    load: async (services) => {
      const [{ FindingsPanel }, desk] = await Promise.all([
        import('./findings/findingsPanel.ts'),
        services.desk(),
      ]);
      return new FindingsPanel(services, desk);
    },
  },
};

export class LazyPanels implements PanelSurface {
  readonly #services: () => Services;
  readonly #loading = new Map<PanelName, Promise<PanelsOfType>>();
  readonly #loaded = new Map<PanelName, PanelsOfType>();

  /** `services`: asked for once a panel is needed. */
  constructor(services: () => Services) {
    this.#services = services;
  }

  /** Panels come back with their window, and so do their pages. */
  start(): void {
    const { context, documents, log } = this.#services();
    for (const name of Object.keys(PANEL_TABLE) as PanelName[]) {
      context.subscriptions.push(
        window.registerWebviewPanelSerializer(PANELS[name], {
          deserializeWebviewPanel: async (panel, state: unknown) =>
            (await this.#panels(name)).restore(panel, state),
        }),
      );
      for (const kind of PANEL_TABLE[name].pages ?? [])
        context.subscriptions.push(
          documents.register(kind, (key) => {
            const loaded = this.#loaded.get(name);
            // A page that a window brings back, before any panel: what makes it must be loaded first.
            if (loaded === undefined)
              this.#panels(name).then(
                () => documents.refresh(),
                (failure: unknown) => log.error('The panels could not be loaded.', failure),
              );
            return loaded?.page?.(kind, key);
          }),
        );
    }
  }

  async open(name: PanelName, argument: unknown, how?: unknown): Promise<void> {
    await (await this.#panels(name)).open(argument, how);
  }

  #panels(name: PanelName): Promise<PanelsOfType> {
    const loading = this.#loading.get(name) ?? this.#load(name);
    this.#loading.set(name, loading);
    return loading;
  }

  async #load(name: PanelName): Promise<PanelsOfType> {
    const panels = await PANEL_TABLE[name].load(this.#services());
    this.#loaded.set(name, panels);
    return panels;
  }
}
