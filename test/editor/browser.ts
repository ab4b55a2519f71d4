import { type Browser, chromium } from 'playwright-core';
import { canRun, needPackages, which } from './debian.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
  'msedge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path of a Chromium: QUARTERDECK_CHROMIUM, one on this machine, or Debian's, installed where that can be done. */
export async function findChromium(): Promise<string> {
  const set = process.env['QUARTERDECK_CHROMIUM'];
  if (set) return set;
  const found = await look();
  if (found !== null) return found;
  const problem = await needPackages(['chromium', 'fonts-dejavu-core'], 'the tests in a real editor');
  const now = await look();
  if (now !== null) return now;
  throw new Error(
    problem ??
      'the tests in a real editor need Chromium or Chrome: install it, or name its path in QUARTERDECK_CHROMIUM',
  );
}

async function look(): Promise<string | null> {
  for (const name of NAMES) {
    const path = await which(name);
    if (path !== null) return path;
  }
  for (const path of PLACES) if (await canRun(path)) return path;
  return null;
}

/** Starts a headless Chromium that reaches for nothing on the network by itself; `more` goes to its command line. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
      ...more,
    ],
  });
}
