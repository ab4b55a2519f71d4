import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  errors,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright-core';
import { ARTIFACTS } from '../editor/places.ts';
import type { Server } from '../editor/server.ts';
import { until } from '../fakes/until.ts';

export interface WindowOptions {
  /** A folder or a `.code-workspace` file; without it an empty window. */
  open?: string;
  width?: number;
  height?: number;
  /** Pixels a point, 2 for pictures that people see. */
  scale?: number;
  token?: string;
  /** Pages of one context share what the browser stores, as windows of one person do. */
  context?: BrowserContext;
  /** A blank page alone in its context; without it a new one. */
  page?: Page;
}

/** One row of a tree as a person sees and hears it. */
export interface Row {
  label: string;
  description: string;
  /** What a screen reader says. */
  aria: string;
  level: number;
  expanded: boolean | null;
  selected: boolean;
  /** The two characters at the row's edge. */
  badge: string;
  /** Class names of the icon's codicon, without the `codicon` prefix. */
  icon: string;
}

const TREE = '.monaco-list';

/** One window of VS Code in a page: what a person does, and what they see. Every wait is for something seen. */
export class Workbench {
  readonly page: Page;
  readonly context: BrowserContext;
  private readonly ownsContext: boolean;
  private readonly usual: boolean;
  private cdp: CDPSession | undefined;

  private readonly version: string;

  private constructor(page: Page, options: WindowOptions, version: string) {
    this.version = version;
    this.page = page;
    this.context = page.context();
    this.ownsContext = options.context === undefined;
    this.usual = [options.width, options.height, options.scale].every((size) => size === undefined);
  }

  static async open(browser: Browser, server: Server, options: WindowOptions = {}): Promise<Workbench> {
    const context =
      options.page?.context() ??
      options.context ??
      (await browser.newContext({
        viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
        deviceScaleFactor: options.scale ?? 1,
        permissions: ['clipboard-read', 'clipboard-write'],
      }));
    const page = options.page ?? (await context.newPage());
    page.setDefaultTimeout(20_000);
    const workbench = new Workbench(page, options, server.version);
    await workbench.go(server, options);
    return workbench;
  }

  /** Opens another folder or workspace in this window, as a reload does. */
  async go(server: Server, options: { open?: string; token?: string }): Promise<void> {
    const query = new URLSearchParams();
    if (options.token !== undefined) query.set('tkn', options.token);
    if (options.open === undefined) query.set('ew', 'true');
    else if (options.open.endsWith('.code-workspace')) query.set('workspace', options.open);
    else query.set('folder', options.open);
    await this.page.goto(`${server.origin}/?${query}`, { waitUntil: 'domcontentloaded', timeout: 60_000 });
    await this.ready();
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'domcontentloaded' });
    await this.ready();
  }

  private async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    await this.page.locator('.monaco-workbench .activitybar .action-item').first().waitFor();
  }

  /** Whether another window may open in this one's page: it is alone, of the usual size, and has the focus for good. */
  get reusable(): boolean {
    const alone = this.ownsContext && this.context.pages().length === 1;
    return alone && this.usual && this.cdp === undefined && this.page.url().startsWith('http');
  }

  async close(): Promise<void> {
    // A page that is closed without leaving keeps its extension host, which waits for it to come back.
    await this.page.goto('about:blank').catch(console.log);
    if (this.ownsContext) await this.context.close();
    else await this.page.close();
  }

  // ---- keys and commands

  /** Keys as Playwright writes them, a chord with a space: `Control+K A`. */
  async press(chord: string): Promise<void> {
    for (const keys of chord.split(' ')) await this.page.keyboard.press(keys);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Runs a command by its title in the palette, and fails where the palette does not have it. */
  async command(title: string): Promise<void> {
    const row = this.commandRow(title);
    // What takes the focus meanwhile (a dialog that closes, a view that opens) closes the palette again.
    for (let left = 3; ; left--) {
      await this.page.keyboard.press('F1');
      try {
        await this.quickInput.fill(`>${title}`, { timeout: 5_000 });
        await row.first().click({ timeout: 5_000 });
        return;
      } catch (error) {
        if (left === 1 || !(error instanceof errors.TimeoutError)) throw error;
      }
    }
  }

  /** Waits until the palette has the command of that title: until the extension runs and knows what there is. */
  async hasCommand(title: string): Promise<void> {
    const look = async (): Promise<void> => {
      // Opened anew each time: it holds what there was when it opened.
      await this.page.keyboard.press('F1');
      await this.quickInput.fill(`>${title}`, { timeout: 5_000 });
      try {
        await this.commandRow(title).first().waitFor({ timeout: 2_000 });
      } finally {
        await this.page.keyboard.press('Escape');
        await this.quickInput.waitFor({ state: 'hidden' });
      }
    };
    await until(`${title} in the palette`, look, 60_000);
  }

  private commandRow(title: string): Locator {
    const quoted = JSON.stringify(title);
    return this.page.locator(
      `.quick-input-widget .monaco-list-row:is([aria-label=${quoted}], [aria-label^=${JSON.stringify(`${title},`)}])`,
    );
  }

  // ---- quick pick and input box

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-filter input');
  }

  /** Whether a pick or an input box is up. */
  async quickOpen(): Promise<boolean> {
    return this.page.locator('.quick-input-widget').isVisible();
  }

  async quickTitle(): Promise<string> {
    return clean(await this.page.locator('.quick-input-widget .quick-input-title').textContent());
  }

  /** The words below the field of an input box: its prompt, or why what was typed is refused. */
  async quickMessage(): Promise<string> {
    return clean(await this.page.locator('.quick-input-widget .quick-input-message').textContent());
  }

  async quickPlaceholder(): Promise<string> {
    return (await this.quickInput.getAttribute('placeholder')) ?? '';
  }

  /** The rows drawn (VS Code draws only those in sight). */
  async quickRows(): Promise<
    {
      label: string;
      description: string;
      detail: string;
      aria: string;
      focused: boolean;
      separator: string;
    }[]
  > {
    return this.page.locator('.quick-input-widget .quick-input-list .monaco-list-row').evaluateAll((rows) =>
      rows
        .map((row) => {
          const text = (selector: string): string =>
            (row.querySelector(selector)?.textContent ?? '').replaceAll('\u00a0', ' ').trim();
          return {
            top: row.getBoundingClientRect().top,
            label: text('.quick-input-list-rows > .quick-input-list-row .label-name'),
            description: text('.quick-input-list-rows .label-description'),
            detail: text('.quick-input-list-label-meta'),
            aria: row.getAttribute('aria-label') ?? '',
            focused: row.classList.contains('focused'),
            separator: text('.quick-input-list-separator'),
          };
        })
        .sort((a, b) => a.top - b.top),
    );
  }

  /** Waits until a row of the pick holds the text, in label, description or detail. */
  async quickRow(text: string): Promise<Locator> {
    const row = this.page.locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
    await row.waitFor();
    return row;
  }

  /** Waits until the row that Enter takes holds the text: rows stand there before one of them is active. */
  async activeRow(text: string): Promise<void> {
    await this.page
      .locator('.quick-input-widget .monaco-list-row.focused', { hasText: text })
      .first()
      .waitFor();
  }

  // ---- toasts

  toast(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** The toasts on screen, newest first, as text with their buttons. */
  async toasts(): Promise<{ text: string; buttons: string[]; links: number; icons: number }[]> {
    return this.page.locator('.notifications-toasts .notification-list-item').evaluateAll((items) =>
      items.map((item) => {
        const message = item.querySelector('.notification-list-item-message');
        return {
          text: message?.textContent ?? '',
          buttons: [...item.querySelectorAll('.notification-list-item-buttons-container .monaco-button')].map(
            (button) => (button.textContent ?? '').trim(),
          ),
          links: message?.querySelectorAll('a').length ?? 0,
          icons: message?.querySelectorAll('.codicon').length ?? 0,
        };
      }),
    );
  }

  /** Clicks a button of the toast that holds the text. */
  async clickToast(text: string, button: string): Promise<void> {
    const buttons = this.toast(text)
      .first()
      .locator('.notification-list-item-buttons-container .monaco-button');
    // A toast slides in: the click is sent to the button itself, or it could land beside it.
    await buttons.filter({ hasText: button }).first().click({ timeout: 30_000 });
  }

  /** Closes what is up without pressing any of its buttons. */
  async clearToasts(): Promise<void> {
    await this.command('Notifications: Clear All Notifications');
    await this.page
      .locator('.notifications-toasts .notification-list-item')
      .first()
      .waitFor({ state: 'hidden' });
  }

  /** Opens the bell's list and returns its texts: toasts that went by unseen stand there. */
  async notificationCenter(): Promise<string[]> {
    await this.command('Notifications: Show Notifications');
    return this.page.locator('.notifications-center .notification-list-item-message').allTextContents();
  }

  // ---- modal dialogs

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async dialogText(): Promise<{ message: string; detail: string; buttons: string[] }> {
    await this.dialog.waitFor();
    return {
      message: clean(await this.dialog.locator('.dialog-message-text').textContent()),
      detail: clean((await this.dialog.locator('.dialog-message-detail').allTextContents()).join('\n')),
      buttons: (await this.dialog.locator('.dialog-buttons .monaco-button').allTextContents()).map((text) =>
        text.trim(),
      ),
    };
  }

  async clickDialog(button: string): Promise<void> {
    await this.dialog.locator('.dialog-buttons .monaco-button', { hasText: button }).first().click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  // ---- views

  /** Shows our side bar. */
  async openContainer(title = 'Quarterdeck'): Promise<void> {
    const tab = this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${title}"])`);
    await tab.waitFor();
    if ((await tab.getAttribute('class'))?.includes('checked')) return;
    // The whole item, since a badge lies over its icon.
    await tab.click();
    // Where the mouse rests its hover comes, and may lie over the first rows of a view.
    await this.page.mouse.move(640, 500);
    await this.page
      .locator('.activitybar .action-item.checked', { has: this.page.locator(`[aria-label^="${title}"]`) })
      .waitFor();
  }

  /** The number or text on the container's icon, '' for none. */
  async containerBadge(title = 'Quarterdeck'): Promise<string> {
    const badge = this.page.locator(
      `.activitybar .action-item:has(.action-label[aria-label^="${title}"]) .badge-content`,
    );
    if ((await badge.count()) === 0 || !(await badge.first().isVisible())) return '';
    return clean(await badge.first().textContent());
  }

  /** Waits until the badge is that: it is drawn on its own, before or after the rows. */
  async badgeIs(text: string): Promise<void> {
    await until(`the badge ${JSON.stringify(text)}`, async () => (await this.containerBadge()) === text);
  }

  /** A view of the side bar by its title, as one pane. */
  view(title: string): Locator {
    return this.page.locator('.split-view-view .pane', {
      has: this.page.locator('.pane-header', { has: this.page.locator(`h3.title:text-is("${title}")`) }),
    });
  }

  /** Opens the view's pane where it is folded. */
  async unfold(title: string): Promise<void> {
    const header = this.view(title).locator('.pane-header');
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
  }

  /** The rows of a view that are drawn, from top to bottom. */
  async rows(title: string): Promise<Row[]> {
    return this.view(title)
      .locator(`${TREE} .monaco-list-row`)
      .evaluateAll((rows) =>
        rows
          .map((row) => {
            const computedStyle = Reflect.get(globalThis, 'getComputedStyle') as (
              element: unknown,
              pseudo: string,
            ) => { content: string };
            const text = (selector: string): string =>
              (row.querySelector(selector)?.textContent ?? '').replaceAll('\u00a0', ' ').trim();
            const expanded = row.getAttribute('aria-expanded');
            const label = row.querySelector('.monaco-icon-label');
            const badge = label ? computedStyle(label, '::after').content : 'none';
            const icon = [...(row.querySelector('.custom-view-tree-node-item-icon')?.classList ?? [])].find(
              (name) => name.startsWith('codicon-'),
            );
            return {
              top: row.getBoundingClientRect().top,
              label: text('.label-name'),
              description: text('.label-description'),
              aria: row.getAttribute('aria-label') ?? '',
              level: Number(row.getAttribute('aria-level') ?? '1'),
              expanded: expanded === null ? null : expanded === 'true',
              selected: row.getAttribute('aria-selected') === 'true',
              badge: badge === 'none' || badge === 'normal' ? '' : badge.replace(/^"(.*)"$/, '$1'),
              icon: icon?.slice('codicon-'.length) ?? '',
            };
          })
          .sort((a, b) => a.top - b.top)
          .map(({ top: _top, ...row }) => row),
      );
  }

  /** Waits until keys go to the view's rows. */
  async keysGoTo(title: string): Promise<void> {
    await this.view(title).locator('.monaco-list:focus').waitFor();
  }

  /** A row by a text in its label or description. */
  row(view: string, text: string): Locator {
    return this.view(view).locator(`${TREE} .monaco-list-row`, { hasText: text }).first();
  }

  async rowIs(view: string, text: string, timeout = 20_000): Promise<void> {
    await this.row(view, text).waitFor({ timeout });
  }

  async select(view: string, text: string): Promise<void> {
    await this.row(view, text).locator('.label-name').click();
  }

  /** Drags a row onto another with the mouse, as a hand does: the tree must see it move. */
  async drag(view: string, from: string, to: string): Promise<void> {
    const { mouse } = this.page;
    const middle = async (text: string): Promise<{ x: number; y: number }> => {
      const box = await this.row(view, text).boundingBox();
      if (box === null) throw new Error(`no row ${text} to drag`);
      return { x: box.x + 60, y: box.y + box.height / 2 };
    };
    const [start, end] = [await middle(from), await middle(to)];
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x + 6, start.y + 3, { steps: 3 });
    // Over the row it must go on moving: the tree asks the extension whether something may be dropped there.
    const over = this.row(view, to).and(this.page.locator('.drop-target'));
    await until(`${to} to take the drop`, async () => {
      await mouse.move(end.x, end.y - 3, { steps: 4 });
      await mouse.move(end.x, end.y, { steps: 2 });
      return over.isVisible();
    });
    await mouse.up();
  }

  /** Unfolds a row by its arrow, so that its own click does nothing. */
  async expand(view: string, text: string): Promise<void> {
    const row = this.row(view, text);
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) === 'false')
      await row.locator('.monaco-tl-twistie').click();
    await this.view(view)
      .locator(`${TREE} .monaco-list-row[aria-expanded="true"]`, { hasText: text })
      .first()
      .waitFor();
  }

  /** What the row's hover shows, as plain text. */
  async tooltip(view: string, text: string): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible, .workbench-hover:visible').first();
    // What the mouse rested on before may still show its own.
    await this.page.mouse.move(640, 5);
    await hover.waitFor({ state: 'hidden' });
    await this.row(view, text).locator('.label-name').hover();
    await hover.waitFor();
    // biome-ignore lint/performance/useDomNodeTextContent: only innerText keeps the lines apart as they are drawn.
    const words = (await hover.innerText()).replaceAll('\u00a0', ' ').trim();
    await this.page.mouse.move(640, 5);
    return words;
  }

  /** The entries of a row's context menu; the menu is closed again. */
  async menu(view: string, text: string): Promise<string[]> {
    await this.row(view, text).click({ button: 'right' });
    const entries = this.menuEntries();
    await entries.first().waitFor();
    const names = (await entries.locator('.action-label').allTextContents()).map((name) => name.trim());
    await this.page.keyboard.press('Escape');
    return names.filter((name) => name !== '');
  }

  async pickMenu(view: string, text: string, entry: string): Promise<void> {
    await this.row(view, text).click({ button: 'right' });
    const found = this.menuEntries().filter({ hasText: entry }).first();
    await found.waitFor();
    // A menu takes no click in its first moments: the one that opened it could be meant.
    await until(`the menu to take ${entry}`, async () => {
      if (await found.isVisible()) await found.click({ timeout: 2_000 });
      await found.waitFor({ state: 'hidden', timeout: 300 });
    });
  }

  private menuEntries(): Locator {
    return this.page.locator(
      '.monaco-menu .action-item:not(.separator), .context-view .monaco-menu .action-menu-item',
    );
  }

  /** The words of a view without rows (welcome content). */
  async welcome(title: string): Promise<string> {
    return clean(await this.view(title).locator('.welcome-view-content').textContent());
  }

  /** Drags the side bar's edge until it is so many pixels wide. */
  async sideBarWidth(pixels: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (!box) throw new Error('the side bar is closed');
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + pixels, y, { steps: 4 });
    await this.page.mouse.up();
  }

  // ---- the rest of the window

  /** Items of the status bar: what stands there and what a screen reader says. */
  async statusItems(): Promise<{ text: string; aria: string; id: string }[]> {
    return this.page.locator('.part.statusbar .statusbar-item').evaluateAll((items) =>
      items.map((item) => ({
        id: item.id,
        text: (item.textContent ?? '').replaceAll('\u00a0', ' ').trim(),
        aria: item.getAttribute('aria-label') ?? item.querySelector('a')?.getAttribute('aria-label') ?? '',
      })),
    );
  }

  /** Our item of the status bar; hidden where there is nothing to say. */
  get statusItem(): Locator {
    return this.page.locator('.part.statusbar .statusbar-item[id^="quarterdeck"]');
  }

  /** The text that the active editor shows (only lines in sight). */
  async editorText(): Promise<string> {
    const lines = await this.page
      .locator('.editor-group-container.active .view-lines .view-line')
      .evaluateAll((all) =>
        all
          .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
          .sort((a, b) => a.top - b.top)
          .map((line) => line.text.replaceAll('\u00a0', ' ')),
      );
    return lines.join('\n');
  }

  /** The page of the panel of ours that is in front. */
  panel(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready >> visible=true').frameLocator('#active-frame');
  }

  /** Whether what the browser keeps of this window holds a text: it is written some seconds after a change. */
  async stores(text: string): Promise<boolean> {
    // As text, for the other code of the tests has no types of a page. JSON within JSON: its backslashes say nothing.
    const found: unknown = await this.page.evaluate(`(async (wanted) => {
      const settled = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      for (const { name } of await indexedDB.databases()) {
        const database = await settled(indexedDB.open(name));
        try {
          for (const store of database.objectStoreNames) {
            const all = await settled(database.transaction(store).objectStore(store).getAll());
            if (JSON.stringify(all).replaceAll('\\\\', '').includes(wanted)) return true;
          }
        } finally {
          database.close();
        }
      }
      return false;
    })(${JSON.stringify(text)})`);
    return found === true;
  }

  /** The names of the open editors, as their tabs have them. */
  async tabs(): Promise<string[]> {
    return this.page
      .locator('.tabs-container .tab')
      .evaluateAll((all) => all.map((tab) => tab.getAttribute('data-resource-name') ?? ''));
  }

  /** Opens a file of the folder by its name, as Ctrl+P does. */
  async openFile(name: string): Promise<void> {
    await this.press('Control+P');
    await this.quickInput.waitFor();
    await this.quickInput.fill(name);
    await (await this.quickRow(name)).click();
    await this.page
      .locator('.tabs-container .tab.active', { hasText: name.split('/').at(-1) ?? name })
      .waitFor();
  }

  /** Puts the cursor into the text editor. */
  async focusEditor(): Promise<void> {
    await this.page.locator('.editor-group-container.active .view-lines').first().click();
  }

  /** What the open terminal's accessible view says: all of its buffer. */
  async terminalText(): Promise<string> {
    const rows = this.page.locator(
      '.terminal-wrapper.active .xterm-rows > div, .terminal-wrapper.active .xterm-accessibility-tree > div',
    );
    if ((await rows.count()) > 0)
      return (await rows.allTextContents()).join('\n').replaceAll('\u00a0', ' ').trimEnd();
    return '';
  }

  /** The words of the clipboard. */
  async clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Waits until the window is in Restricted Mode, with trust switched on in the server; 1.103 asks in a modal first. */
  async restricted(): Promise<void> {
    if (this.version.startsWith('1.103.')) {
      await this.dialog.waitFor();
      await this.clickDialog('No');
    }
    await this.page.locator('.part.statusbar .statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  }

  /** Trusts the folder as a person does, on the page of *Manage Workspace Trust*. */
  async trust(): Promise<void> {
    await this.command('Workspaces: Manage Workspace Trust');
    const page = this.page.locator('.workspace-trust-editor');
    await page
      .locator('.monaco-button', { hasText: /^Trust$/ })
      .first()
      .click();
    await this.page
      .locator('.part.statusbar .statusbar-item', { hasText: 'Restricted Mode' })
      .waitFor({ state: 'detached' });
    // On the newest the page lies over the window, and where its button had the focus no key may reach it any more.
    const over = this.page.locator('.monaco-modal-editor-block');
    await until('the page of trust is closed', async () => {
      if (!(await over.isVisible())) return true;
      await over.locator('.modal-editor-header [aria-label^="Close"]').first().click({ timeout: 2_000 });
      return !(await over.isVisible());
    });
  }

  /** Makes this window behave as one of several: it has the focus only while it is in front. It comes to the front. */
  async oneOfSeveral(): Promise<void> {
    this.cdp ??= await this.context.newCDPSession(this.page);
    await this.cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    // Only a change of what is in front takes the emulated focus away.
    await this.page.bringToFront();
  }

  /** Whether VS Code has reason to think that the person is at this window. */
  async hasFocus(): Promise<boolean> {
    return this.page.evaluate<boolean>('document.hasFocus()');
  }

  /** Brings this window in front of the others. */
  async front(): Promise<void> {
    await this.page.bringToFront();
  }

  /** Keeps a picture of a moment of a story, where QUARTERDECK_PICTURES asks for them: each takes its time. */
  async moment(name: string): Promise<void> {
    if (process.env['QUARTERDECK_PICTURES']) await this.picture(`${name}-${this.version}`);
  }

  /** Keeps a picture of the window in artifacts/. */
  async picture(name: string): Promise<string> {
    const path = name.includes('/') ? name : join(ARTIFACTS, `${name}.png`);
    await mkdir(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
    return path;
  }
}

function clean(text: string | null): string {
  return (text ?? '').replaceAll('\u00a0', ' ').trim();
}
