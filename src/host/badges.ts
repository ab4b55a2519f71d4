/** The one or two characters at a row's edge. */
import { type Disposable, FileDecoration, window } from 'vscode';
import { badgeOf } from './treeItem.ts';

export function registerBadges(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: (uri) => {
      const badge = badgeOf(uri);
      return badge === undefined
        ? undefined
        : new FileDecoration(badge.text, badge.meaning === '' ? undefined : badge.meaning);
    },
  });
}
