/** What tells a source where to look and by what it reads. */
import { type Disposable, DisposableList } from '../../protocol/lib/disposables.ts';
import type { Folders } from './place.ts';

export type Listen = (listener: () => void) => Disposable;

/** By what a source is told where to look and whether one may write there. */
export interface Surroundings {
  /** The workspace's folders that are on this machine. */
  folders: { list(): string[]; onDidChange: Listen };
  /** `roots`: the person's own. */
  settings: { roots(): string[]; onDidChange: Listen };
  trust: { onDidGrant: Listen };
}

export interface Told {
  setFolders(folders: Folders): void;
  settingsChanged(): void;
}

/** Tells a source where to look, now and at every change. */
export function keepTold(
  source: Told,
  { folders, settings, trust }: Surroundings,
  found: () => string[] = () => [],
): Disposable & { tell(): void } {
  const list = new DisposableList();
  const tell = (): void =>
    source.setFolders({ workspace: folders.list(), settings: settings.roots(), found: found() });
  list.add(folders.onDidChange(tell));
  list.add(
    settings.onDidChange(() => {
      source.settingsChanged();
      tell();
    }),
  );
  list.add(trust.onDidGrant(() => source.settingsChanged()));
  tell();
  return { tell, dispose: () => list.dispose() };
}
