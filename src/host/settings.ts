/** The settings, checked: what a settings file holds may be of any type. */
import { resolve } from 'node:path';
import { ConfigurationTarget, type Disposable, workspace } from 'vscode';
import { SETTINGS } from '../contract.ts';
import { rootsOf } from './roots.ts';

export type ToastSetting = 'waits' | 'off';

export interface Settings {
  /** Absolute folders to watch besides the workspace's. */
  roots(): string[];
  /** Minutes, at least 1. */
  stallMinutes(): number;
  /** Minutes, at least 1. */
  staleMinutes(): number;
  toasts(): ToastSetting;
  /** The person's name in task workspaces, as it was set; empty where it was not. */
  taskName(): string;
  setTaskName(name: string): Promise<void>;
  /** Adds a folder to the person's own list. */
  addRoot(folder: string): Promise<void>;
  onDidChange(listener: () => void): Disposable;
}

export function createSettings(): Settings {
  return {
    roots: () => rootsOf(read(SETTINGS.roots)),
    stallMinutes: () => minutes(read(SETTINGS.stallMinutes)),
    staleMinutes: () => minutes(read(SETTINGS.staleMinutes)),
    toasts: () => (read(SETTINGS.toasts) === 'off' ? 'off' : 'waits'),
    taskName: () => {
      const name = read(SETTINGS.taskName);
      return typeof name === 'string' ? name : '';
    },
    setTaskName: async (name) => {
      await workspace.getConfiguration().update(SETTINGS.taskName, name, ConfigurationTarget.Global);
    },
    addRoot: async (folder) => {
      const known = read(SETTINGS.roots);
      const kept = Array.isArray(known)
        ? known.filter((each): each is string => typeof each === 'string')
        : [];
      if (rootsOf(kept).includes(resolve(folder))) return;
      await workspace
        .getConfiguration()
        .update(SETTINGS.roots, [...kept, folder], ConfigurationTarget.Global);
    },
    onDidChange: (listener) =>
      workspace.onDidChangeConfiguration((event) => {
        if (Object.values(SETTINGS).some((key) => event.affectsConfiguration(key))) listener();
      }),
  };
}

function minutes(value: unknown): number {
  return typeof value === 'number' && value >= 1 ? value : 30;
}

function read(key: string): unknown {
  return workspace.getConfiguration().get<unknown>(key);
}
