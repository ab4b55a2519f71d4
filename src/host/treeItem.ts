/** What a row of a tree shows, as data, and the row the editor draws from it. */
import {
  type Command,
  type Disposable,
  FileDecoration,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
} from 'vscode';
import type { Shown } from '../text/agentText.ts';

const ROW_SCHEME = 'quarterdeck-row';

export interface RowItem {
  label: Shown<'tree'>;
  description?: Shown<'tree'>;
  /** Plain text of several lines; always there, or the editor makes up a path. */
  tooltip: Shown<'tree'>;
  /** What a screen reader says. */
  spoken: Shown<'tree'>;
  /** A codicon, and the colour it has besides its shape. */
  icon?: { name: string; color?: string };
  /** One or two characters at the row's edge, and what they mean; `told`: the tooltip says that already. */
  badge?: { text: string; meaning: Shown<'tree'>; told?: boolean };
  /** Words that menus ask for. */
  words: readonly string[];
  /** The command of a click, which gets the row. */
  click?: { id: string; title: Shown<'tree'> };
  expands: 'no' | 'closed' | 'open';
}

/** The editor's row for `item`. `id` is unique in its tree; `argument` is what the click's command gets. */
export function treeItem(id: string, item: RowItem, argument: unknown): TreeItem {
  const row = new TreeItem(item.label, STATES[item.expands]);
  row.id = id;
  if (item.description !== undefined) row.description = item.description;
  row.tooltip = item.tooltip;
  row.accessibilityInformation = { label: item.spoken };
  if (item.icon) {
    const color = item.icon.color === undefined ? undefined : new ThemeColor(item.icon.color);
    row.iconPath = new ThemeIcon(item.icon.name, color);
  }
  if (item.badge) row.resourceUri = badgeUri(id, item.badge);
  row.contextValue = item.words.join(' ');
  if (item.click) row.command = clickOf(item.click, argument);
  return row;
}

function clickOf(click: { id: string; title: string }, argument: unknown): Command {
  return { command: click.id, title: click.title, arguments: [argument] };
}

const STATES = {
  no: TreeItemCollapsibleState.None,
  closed: TreeItemCollapsibleState.Collapsed,
  open: TreeItemCollapsibleState.Expanded,
} as const;

/** The badge stands in the address itself: another badge is another address, so nothing has to be told. */
function badgeUri(id: string, badge: { text: string; meaning: string; told?: boolean }): Uri {
  return Uri.from({
    scheme: ROW_SCHEME,
    path: `/${encodeURIComponent(id)}`,
    query: JSON.stringify([badge.text, badge.told === true ? '' : badge.meaning]),
  });
}

/** Draws the badges that the addresses of rows hold. */
export function registerBadges(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: (uri) => {
      const badge = badgeOf(uri);
      return badge === undefined ? undefined : new FileDecoration(badge.text, badge.meaning || undefined);
    },
  });
}

export function badgeOf(uri: Uri): { text: string; meaning: string } | undefined {
  if (uri.scheme !== ROW_SCHEME) return undefined;
  const parts: unknown = JSON.parse(uri.query);
  if (!Array.isArray(parts)) return undefined;
  const [text, meaning]: unknown[] = parts;
  return typeof text === 'string' && typeof meaning === 'string' ? { text, meaning } : undefined;
}
