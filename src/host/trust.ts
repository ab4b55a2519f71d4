/** Whether the workspace is trusted: without it everything is read and nothing written, signed or run. */
import { type Disposable, workspace } from 'vscode';

export interface Trust {
  trusted(): boolean;
  /** Trust is only ever given; VS Code restarts the extension when it is taken. */
  onDidGrant(listener: () => void): Disposable;
}

export function createTrust(): Trust {
  return {
    trusted: () => workspace.isTrusted,
    onDidGrant: (listener) => workspace.onDidGrantWorkspaceTrust(() => listener()),
  };
}
