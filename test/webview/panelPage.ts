/**
 * A panel's page in Chromium, as the editor would hold it: the built script and style, the real html, the values of a
 * real theme. On the other side stands the real channel, with whatever handlers a test gives it.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { copyFont, webviewBuilds } from '../../esbuild.webviews.mjs';
import { systemClock } from '../../src/protocol/lib/clock.ts';
import { panelHtml } from '../../src/ui/panels/html.ts';
import {
  PanelChannel,
  type PanelContract,
  type PanelHandlers,
  type ToPanel,
} from '../../src/ui/panels/rpc.ts';
import { sharedTexts } from '../../src/ui/panels/sharedPanelWords.ts';
import { openBrowser } from '../editor/browser.ts';
import { ARTIFACTS, ROOT } from '../editor/places.ts';
import { type Theme, type ThemeName, theme } from './themes.ts';

const OUT = 'out/webviews';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** What all tests of panels share: one build, one browser, one server of files. */
export interface Stage {
  browser: Browser;
  origin: string;
}

interface Running extends Stage {
  server: Server;
}

let running: Promise<Running> | undefined;

async function start(): Promise<Running> {
  copyFont(OUT);
  await Promise.all(
    [
      ...webviewBuilds({ production: true, outdir: OUT }),
      ...webviewBuilds({ outdir: OUT, folders: ['test/webview/sample'] }),
      ...webviewBuilds({ production: true, outdir: OUT, folders: ['test/webview/empty'] }),
    ].map((options) => build(options)),
  );
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    readFile(join(ROOT, OUT, name)).then(
      (data) => {
        response.setHeader('Access-Control-Allow-Origin', '*');
        response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
        response.end(data);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { browser: await openBrowser(), origin: `http://127.0.0.1:${port}`, server };
}

/** Ends what the tests of all files shared; mocha calls it once. */
export async function stopStage(): Promise<void> {
  if (running === undefined) return;
  const { browser, server } = await running;
  running = undefined;
  await browser.close();
  server.close();
}

export interface PanelOptions<C extends PanelContract> {
  script: string;
  identity?: string;
  texts?: Record<string, string>;
  handlers: PanelHandlers<C>;
  /** The words of a refusal; its message or code unless given. */
  refusalWords?: (code: string) => string;
  theme?: ThemeName;
  width?: number;
  height?: number;
  /** Of the person's system: fewer movements. */
  reducedMotion?: boolean;
  forcedColors?: boolean;
  /** Pixels a point, for pictures. */
  scale?: number;
  /** What is to run in the page before anything of it does. */
  before?: () => void;
  /** Handles a message of the page: `run` does. */
  handles?: (message: unknown, run: () => void) => void;
  /** Hears what is told to the page. */
  posts?: (message: ToPanel) => void;
}

export class PanelPage<C extends PanelContract> {
  readonly page: Page;
  readonly channel: PanelChannel<C>;
  /** What went wrong in the page, in the order in which it did. */
  readonly faults: string[] = [];
  /** What the channel logged as wrong. */
  readonly logged: string[];
  /** Addresses that the page asked for, but for its own files. */
  readonly reached: string[] = [];
  readonly #context: BrowserContext;
  readonly #session: CDPSession;
  readonly #options: PanelOptions<C>;
  readonly #origin: string;
  /** What the page keeps for a reload. */
  state: unknown = undefined;
  messages = 0;

  private constructor(
    context: BrowserContext,
    page: Page,
    session: CDPSession,
    options: PanelOptions<C>,
    origin: string,
    logged: string[],
  ) {
    this.page = page;
    this.#session = session;
    this.logged = logged;
    this.#context = context;
    this.#options = options;
    this.#origin = origin;
    const note = (text: string): void => void logged.push(text);
    this.channel = new PanelChannel<C>(
      {
        post: (message) => this.#post(message),
        clock: systemClock,
        log: {
          info: () => undefined,
          warn: note,
          error: (text, error) => note(`${text} ${error instanceof Error ? error.stack : ''}`),
        },
        refusalWords: (code, _, message) => options.refusalWords?.(code) ?? (message || code),
      },
      options.handlers,
    );
  }

  static async open<C extends PanelContract>(options: PanelOptions<C>): Promise<PanelPage<C>> {
    running ??= start();
    const { browser, origin } = await running;
    const context = await browser.newContext({
      viewport: { width: options.width ?? 900, height: options.height ?? 900 },
      deviceScaleFactor: options.scale ?? 1,
      reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference',
      forcedColors: options.forcedColors === true ? 'active' : 'none',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(5_000);
    const panel = new PanelPage<C>(context, page, await context.newCDPSession(page), options, origin, []);
    await panel.#prepare();
    await panel.load();
    return panel;
  }

  /** Loads the page anew, as the editor does when a hidden panel is shown again, or its window is reloaded. */
  async load(): Promise<void> {
    await this.page.goto(`${this.#origin}/panel`);
    await this.page.locator('#root > *').first().waitFor();
  }

  /** The panel goes out of sight: its page is thrown away. */
  async hide(): Promise<void> {
    this.channel.reset();
    await this.page.goto('about:blank');
  }

  async #prepare(): Promise<void> {
    const { page } = this;
    const { script, identity = 'the panel', texts = {} } = this.#options;
    const colours = theme(this.#options.theme ?? 'dark');
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.#origin) && !request.url().startsWith('about:'))
        this.reached.push(request.url());
    });
    // By the shortest way there is: the editor's own is no longer than two messages between processes.
    this.#session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== 'toHost') return;
      const message = JSON.parse(payload) as unknown;
      this.messages += 1;
      const run = (): void => this.channel.receive(message);
      if (this.#options.handles === undefined) run();
      else this.#options.handles(message, run);
    });
    await this.#session.send('Runtime.enable');
    await this.#session.send('Runtime.addBinding', { name: 'toHost' });
    await page.exposeFunction('keepState', (state: unknown) => {
      this.state = state;
    });
    const html = () =>
      themed(
        colours,
        panelHtml({
          script,
          address: (file) => `${this.#origin}/${file}`,
          source: this.#origin,
          nonce: 'bm9uY2U',
          language: 'en',
          title: script,
          boot: { identity, texts: { ...sharedTexts(), ...texts } },
        }),
      );
    await page.route(`${this.#origin}/panel`, (route) =>
      route.fulfill({ contentType: 'text/html', body: html() }),
    );
    if (this.#options.before !== undefined) await page.addInitScript(this.#options.before);
    await page.addInitScript(() => {
      const api = globalThis as unknown as Record<string, unknown>;
      // The state must be there at once, as the editor gives it: the page's own storage holds a copy.
      api['acquireVsCodeApi'] = () => ({
        postMessage: (message: unknown) =>
          (api['toHost'] as (message: string) => void)(JSON.stringify(message)),
        getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
        setState: (state: unknown) => {
          sessionStorage.setItem('state', JSON.stringify(state));
          (api['keepState'] as (state: unknown) => void)(state);
        },
      });
    });
  }

  #post(message: ToPanel): void {
    this.#options.posts?.(message);
    const expression = `window.postMessage(${JSON.stringify(message)}, '*')`;
    void this.#session
      .send('Runtime.evaluate', { expression })
      // A page that is being loaded anew hears nothing, as in the editor.
      .catch(() => undefined);
  }

  /** Violations that axe finds, as lines; those of the page as a whole that a webview can't have are left out. */
  async axe(): Promise<string[]> {
    const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const has = await this.page.evaluate(() => 'axe' in globalThis);
    if (!has) await this.page.evaluate(await readFile(source, 'utf8'));
    const found = await this.page.evaluate(async () => {
      const axe = (
        globalThis as unknown as { axe: { run(root: Document, options: object): Promise<AxeResult> } }
      ).axe;
      const { violations } = await axe.run(document, {});
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
      );
      interface AxeResult {
        violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
      }
    });
    return found;
  }

  /** Whether anything but a part that scrolls by itself is wider than the page. */
  async widerThanPage(): Promise<boolean> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  }

  /** Texts that are seen and lack the marks that a made-up language puts around every text of ours. */
  async untranslated(mark = '⟦'): Promise<string[]> {
    return this.page.evaluate((start) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = node.textContent ?? '';
        if (parent === null || parent.closest('.agent, .icon, script, textarea, [data-figures]') !== null)
          continue;
        if (/\p{L}{2}/u.test(text) && !parent.textContent.includes(start)) found.push(text);
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
        for (const name of ['aria-label', 'title', 'placeholder']) {
          const text = element.getAttribute(name) ?? '';
          if (
            /\p{L}{2}/u.test(text) &&
            !text.includes(start) &&
            element.closest('[data-figures]') === null &&
            element.querySelector('.agent') === null
          )
            found.push(`${name}: ${text}`);
        }
      }
      return found;
    }, mark);
  }

  async picture(name: string, whole = true): Promise<string> {
    const path = join(ARTIFACTS, 'panels', `${name}.png`);
    await this.page.screenshot({ path, fullPage: whole, animations: 'disabled' });
    return path;
  }

  async close(): Promise<void> {
    this.channel.dispose();
    await this.#context.close();
  }
}

/** The page with what the editor puts into it: its own style, and the theme's values on the root. */
function themed({ variables, attributes, bodyClass, style }: Theme, html: string): string {
  const values = Object.entries(variables)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
  const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const data = Object.entries(attributes).map(([name, value]) => ` ${name}="${quoted(value)}"`);
  return html
    .replace('<html ', () => `<html style="${quoted(values)}" `)
    .replace('<head>', () => `<head><style>${style}</style>`)
    .replace('<body>', () => `<body class="${bodyClass}"${data.join('')}>`);
}
