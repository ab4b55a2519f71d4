/**
 * Reads what a real editor gives its webviews, in the default themes of the newest and of the floor, and keeps it in test/fixtures/themes:
 *
 *   node test/webview/dumpThemes.ts
 *
 * The webview is the editor's own preview of a Markdown file; nothing of ours is loaded.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { openBrowser } from '../editor/browser.ts';
import { exitOnSignals } from '../editor/endings.ts';
import { ensureEditor } from '../editor/install.ts';
import { startServer } from '../editor/server.ts';
import { until } from '../fakes/until.ts';
import { Workbench } from '../stories/workbench.ts';
import { THEME_NAMES, THEMES_FOLDER, type Theme } from './themes.ts';

async function webviewFrame(page: Page): Promise<Frame> {
  return until('a webview', async () => {
    for (const frame of page.frames()) {
      const element = frame.parentFrame() === null ? null : await frame.frameElement().catch(() => null);
      if ((await element?.getAttribute('id').catch(() => null)) === 'active-frame') return frame;
    }
    return false;
  });
}

async function read(frame: Frame, label: string): Promise<Theme> {
  const found = await frame.evaluate(() => {
    const { style } = document.documentElement;
    const variables: Record<string, string> = {};
    for (let at = 0; at < style.length; at += 1) {
      const name = style.item(at);
      if (name.startsWith('--vscode-')) variables[name] = style.getPropertyValue(name).trim();
    }
    const attributes: Record<string, string> = {};
    for (const { name, value } of document.body.attributes)
      if (name.startsWith('data-vscode-')) attributes[name] = value;
    const bodyClass = [...document.body.classList].filter((each) => each.startsWith('vscode-'));
    return {
      variables,
      attributes,
      bodyClass: bodyClass.join(' '),
      style: document.getElementById('_defaultStyles')?.textContent ?? '',
    };
  });
  const variables = Object.fromEntries(
    Object.entries(found.variables).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return { label, ...found, variables };
}

exitOnSignals();
const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-themes-'));
await writeFile(join(folder, 'page.md'), '# A page\n');
await mkdir(THEMES_FOLDER, { recursive: true });
try {
  for (const [name, label] of Object.entries(THEME_NAMES)) {
    const editor = await ensureEditor(name.endsWith('-floor') ? 'floor' : 'newest');
    const server = await startServer(editor, { settings: { 'workbench.colorTheme': label } });
    const browser = await openBrowser();
    try {
      const workbench = await Workbench.open(browser, server, { open: folder });
      await workbench.page.keyboard.press('Control+P');
      await workbench.page.keyboard.type('page.md');
      await workbench.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
      await workbench.page.keyboard.press('Enter');
      await workbench.page.locator('.tab', { hasText: 'page.md' }).waitFor();
      await workbench.page.locator('.monaco-editor .view-line', { hasText: 'A page' }).first().click();
      await workbench.page.keyboard.press('Control+Shift+V');
      const frame = await webviewFrame(workbench.page);
      await frame.locator('body[data-vscode-theme-kind]').waitFor();
      const theme = await read(frame, label);
      await writeFile(join(THEMES_FOLDER, `${name}.json`), `${JSON.stringify(theme, null, 1)}\n`);
      console.log(`${name}: ${Object.keys(theme.variables).length} values, ${theme.bodyClass}`);
    } finally {
      await browser.close();
      await server.stop();
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
