import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../editor/places.ts';

/** What the editor gives a webview of one theme: `node test/webview/dumpThemes.ts` reads it from a real one. */
export interface Theme {
  /** Of its name in the settings. */
  label: string;
  /** Classes of the body: `vscode-dark`. */
  bodyClass: string;
  /** `data-vscode-theme-kind` and the like. */
  attributes: Record<string, string>;
  /** By name, with the leading `--`. */
  variables: Record<string, string>;
  /** The editor's own style sheet of webviews. */
  style: string;
}

export const THEMES_FOLDER = join(ROOT, 'test', 'fixtures', 'themes');

/** Those that the newest editor starts with, and the two of the floor that it no longer does. */
export const THEME_NAMES = {
  dark: 'Dark 2026',
  light: 'Light 2026',
  'hc-dark': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
  'dark-floor': 'Default Dark Modern',
  'light-floor': 'Default Light Modern',
} as const;

export type ThemeName = keyof typeof THEME_NAMES;

export function theme(name: ThemeName): Theme {
  return JSON.parse(readFileSync(join(THEMES_FOLDER, `${name}.json`), 'utf8')) as Theme;
}

export function themeNames(): ThemeName[] {
  return readdirSync(THEMES_FOLDER)
    .map((file) => file.replace(/\.json$/, ''))
    .sort() as ThemeName[];
}
