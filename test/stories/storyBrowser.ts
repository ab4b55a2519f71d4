import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../editor/browser.ts';

/**
 * The browser of all stories of this process. It keeps the page of a story that passed for the next one: a page that has
 * loaded VS Code before loads it in a third of the time. Nothing else is kept, neither what was stored nor who listens.
 */
export class StoryBrowser {
  #browser: Promise<Browser> | undefined;
  #idle: Page | undefined;

  get(): Promise<Browser> {
    // A window lives for seconds: what V8 would optimize it for costs more than it gives.
    this.#browser ??= openBrowser(['--js-flags=--no-opt']);
    return this.#browser;
  }

  /** The kept page, once. */
  take(): Page | undefined {
    const page = this.#idle;
    this.#idle = undefined;
    return page;
  }

  /** Takes back the page of a window that is alone in its context: blank, with nothing stored. */
  async keep(page: Page): Promise<void> {
    const origin = new URL(page.url()).origin;
    await page.evaluate('sessionStorage.clear()');
    // The extension host of the window ends with it.
    await page.goto('about:blank');
    page.removeAllListeners();
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
    await page.mouse.move(0, 0);
    await this.#idle?.context().close();
    this.#idle = page;
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close();
    this.#browser = undefined;
    this.#idle = undefined;
  }
}
