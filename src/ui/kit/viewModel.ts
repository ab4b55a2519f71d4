/** What the views show, read from the stores. One of it serves both trees and the status bar. */
import type { KeyFacts } from '../../host/signingKey.ts';
import type { Draft } from '../../workspace/kept/drafts.ts';
import type { HeldNote } from '../../workspace/kept/heldNotes.ts';
import type { Place } from '../../workspace/kernel/place.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { NeedsYou } from '../../workspace/needsYou.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';

export interface ViewModel {
  /** Milliseconds since 1970. */
  now(): number;
  /** The known places were read once. */
  ready(): boolean;
  trusted(): boolean;
  loops(): readonly WatchedLoop[];
  get(key: string): WatchedLoop | undefined;
  workspaces(): readonly TaskWorkspace[];
  workspace(key: string): TaskWorkspace | undefined;
  needs(): NeedsYou;
  places(): readonly Place[];
  notes(loopKey: string): readonly HeldNote[];
  draft(waitKey: string): Draft | undefined;
  key(): KeyFacts | undefined;
  /** A terminal of this window runs the loop. */
  runsHere(loopKey: string): boolean;
  /** The person's home, which is shown as `~`. */
  home: string;
}
