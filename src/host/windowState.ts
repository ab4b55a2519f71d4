/** Whether the person is at this window: it has the focus and was used lately. */
import { type Disposable, window } from 'vscode';

export function windowInUse(): boolean {
  return window.state.focused && window.state.active;
}

export function onDidChangeWindowUse(listener: () => void): Disposable {
  return window.onDidChangeWindowState(() => listener());
}
