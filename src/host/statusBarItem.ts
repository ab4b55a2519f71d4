/** An entry of the status bar. */
import { type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { Shown } from '../text/agentText.ts';

export interface StatusBarText {
  text: Shown<'statusBar'>;
  /** Plain, several lines. */
  tooltip: Shown<'tree'>;
  /** What a screen reader says instead of the icons. */
  spoken: Shown<'tree'>;
  /** The command a click runs, and what it gets. */
  command: string;
  args?: readonly unknown[];
  warning?: boolean;
}

export interface StatusBar extends Disposable {
  /** Undefined hides it. */
  show(content: StatusBarText | undefined): void;
}

/** @param priority kept constant, so that the entry keeps its place. */
export function createStatusBar(id: string, name: Shown<'tree'>, priority: number): StatusBar {
  const item = window.createStatusBarItem(id, StatusBarAlignment.Left, priority);
  item.name = name;
  return {
    show(content) {
      if (content === undefined) {
        item.hide();
        return;
      }
      item.text = content.text;
      item.tooltip = content.tooltip;
      item.accessibilityInformation = { label: content.spoken };
      item.command =
        content.args === undefined
          ? content.command
          : { command: content.command, title: content.spoken, arguments: [...content.args] };
      item.backgroundColor = content.warning ? new ThemeColor('statusBarItem.warningBackground') : undefined;
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
