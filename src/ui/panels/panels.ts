/** The life of our panels: one for each thing shown, back after a reload, without the focus unless a person's act gives it. */
import { randomBytes } from 'node:crypto';
import { type ExtensionContext, env, Uri, ViewColumn, type Webview, type WebviewPanel, window } from 'vscode';
import { error } from '../../host/messages.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { DisposableList } from '../../protocol/lib/disposables.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { type Shown, shown } from '../../text/agentText.ts';
import { say } from '../../text/say.ts';
import { panelHtml } from './html.ts';
import { PanelChannel, type PanelContract, type PanelHandlers } from './rpc.ts';
import { sharedTexts } from './sharedPanelWords.ts';

/** What a panel's session tells its shell. */
export interface PanelPort<C extends PanelContract> {
  /** Something that its slices are made of may be another. Cheap: only what is shown is looked at. */
  changed(): void;
  /** Tells the page something. Nothing happens while it is hidden, unless it is kept until it is back. */
  send<N extends keyof C['events'] & string>(name: N, value: C['events'][N]): void;
  close(): void;
}

/** One open panel's side in the extension. */
export interface PanelSession<C extends PanelContract> extends Disposable {
  handlers: PanelHandlers<C>;
  /** What its tab says now. */
  title(): string;
  refusalWords?(code: string, args: Record<string, unknown>, message: string): Shown;
}

export interface PanelKind<C extends PanelContract> {
  /** One of `PANELS`. */
  viewType: string;
  /** Name of its script and style in dist/webviews. */
  script: string;
  /** Of the tab; in media/. */
  icon: string;
  /** Its words by name, but for those that all panels share. */
  texts(): Record<string, string>;
  open(identity: string, port: PanelPort<C>): PanelSession<C>;
}

/** All panels of one type. */
export interface PanelsOfType {
  /** By the person's command; `how`: another part of ours asks for more than the panel. */
  open(argument: unknown, how?: unknown): void | Promise<void>;
  /** Takes a panel that the editor brings back. */
  restore(panel: WebviewPanel, state: unknown): void;
  /** The text of one of its read-only pages. */
  page?(kind: string, key: string): Shown<'document'> | undefined;
}

interface Opened<C extends PanelContract> {
  panel: WebviewPanel;
  port: PanelPort<C>;
}

/** Ages in words ("6 min") get older without any change of ours. */
const TICK_MS = 10_000;
const MAX_TITLE = 60;
/** The state that a page left is nobody's word: an identity is as long as a path and a name at most. */
const MAX_IDENTITY = 6_000;

export class Panels<C extends PanelContract> implements Disposable {
  readonly #kind: PanelKind<C>;
  readonly #parts: { context: Pick<ExtensionContext, 'extensionUri'>; clock: Clock; log: Log };
  readonly #open = new Map<string, Opened<C>>();

  constructor(
    parts: { context: Pick<ExtensionContext, 'extensionUri'>; clock: Clock; log: Log },
    kind: PanelKind<C>,
  ) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Shows the panel of `identity`, the one that is open where there is one.
   *
   * @param byPerson the person asked for it just now: only then it may take the focus.
   */
  show(identity: string, how: { byPerson: boolean; beside?: boolean }): PanelPort<C> {
    const open = this.#open.get(identity);
    if (open !== undefined) {
      open.panel.reveal(undefined, !how.byPerson);
      return open.port;
    }
    const panel = window.createWebviewPanel(
      this.#kind.viewType,
      '',
      {
        viewColumn: how.beside === true ? ViewColumn.Beside : ViewColumn.Active,
        preserveFocus: !how.byPerson,
      },
      { retainContextWhenHidden: false, enableFindWidget: true, ...this.#options() },
    );
    return this.#fill(panel, identity);
  }

  /** Takes a panel that the editor brings back. One without a state of ours is closed. */
  restore(panel: WebviewPanel, state: unknown): void {
    const identity =
      typeof state === 'object' && state !== null && 'identity' in state ? state.identity : undefined;
    const fit = typeof identity === 'string' && identity.length <= MAX_IDENTITY && !this.#open.has(identity);
    if (!fit) {
      panel.dispose();
      return;
    }
    panel.webview.options = this.#options();
    this.#fill(panel, identity);
  }

  dispose(): void {
    for (const { panel } of [...this.#open.values()]) panel.dispose();
  }

  #folder(): Uri {
    return Uri.joinPath(this.#parts.context.extensionUri, 'dist', 'webviews');
  }

  #options() {
    return { enableScripts: true, enableCommandUris: false, localResourceRoots: [this.#folder()] };
  }

  #fill(panel: WebviewPanel, identity: string): PanelPort<C> {
    const { clock, log, context } = this.#parts;
    const list = new DisposableList();
    const port: PanelPort<C> = {
      changed: () => {
        setTitle();
        channel?.changed();
      },
      send: (name, value) => channel?.send(name, value),
      close: () => panel.dispose(),
    };
    let channel: PanelChannel<C> | undefined;
    const session = list.add(this.#kind.open(identity, port));
    const setTitle = (): void => {
      const title = shown(session.title(), 'pick', MAX_TITLE);
      if (panel.title !== title) panel.title = title;
    };
    channel = list.add(
      new PanelChannel<C>(
        {
          clock,
          log,
          post: (message) => {
            // A page that is hidden is no more; the next one asks anew.
            if (panel.visible) void panel.webview.postMessage(message);
          },
          failed: (failure) =>
            void error(
              say(
                'toast',
                'Quarterdeck failed: {0}',
                failure instanceof Error ? failure.message : String(failure),
              ),
            ),
          refusalWords: (code, args, message) => session.refusalWords?.(code, args, message) ?? '',
        },
        session.handlers,
      ),
    );
    list.add(panel.webview.onDidReceiveMessage((message) => channel?.receive(message)));
    list.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) channel?.reset();
      }),
    );
    list.add(repeat(clock, TICK_MS, () => channel?.changed()));
    panel.onDidDispose(() => {
      if (this.#open.get(identity)?.panel === panel) this.#open.delete(identity);
      list.dispose();
    });
    panel.iconPath = Uri.joinPath(context.extensionUri, 'media', this.#kind.icon);
    this.#open.set(identity, { panel, port });
    setTitle();
    panel.webview.html = this.#html(panel.webview, identity, panel.title);
    return port;
  }

  #html(webview: Webview, identity: string, title: string): string {
    const folder = this.#folder();
    return panelHtml({
      script: this.#kind.script,
      address: (file) => webview.asWebviewUri(Uri.joinPath(folder, file)).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      language: env.language,
      title,
      boot: { identity, texts: { ...sharedTexts(), ...this.#kind.texts() } },
    });
  }
}

/** Runs it each so many milliseconds. */
export function repeat(clock: Clock, ms: number, run: () => void): Disposable {
  let timer = clock.setTimeout(tick, ms);
  function tick(): void {
    timer = clock.setTimeout(tick, ms);
    run();
  }
  return { dispose: () => timer.dispose() };
}
