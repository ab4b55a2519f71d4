import type { ViewModel } from '../../src/ui/kit/viewModel.ts';
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import { needsYou } from '../../src/workspace/needsYou.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';

/** A model over loops that a test sets, at 09:00 UTC on 2 March 2026. */
export class FakeModel implements ViewModel {
  home = '/home/me';
  time = Date.parse('2026-03-02T09:00:00Z');
  isReady = true;
  isTrusted = true;
  list: WatchedLoop[];
  taskWorkspaces: TaskWorkspace[] = [];
  running = new Set<string>();
  folders: ReturnType<ViewModel['places']> = [];
  heldNotes: ReturnType<ViewModel['notes']> = [];
  drafts = new Map<string, NonNullable<ReturnType<ViewModel['draft']>>>();
  facts: ReturnType<ViewModel['key']> = {
    state: 'ok',
    path: '/home/me/.config/loopcaptain/inbox.key',
    shared: false,
    fingerprint: 'ab12cd34',
  };

  constructor(...loops: WatchedLoop[]) {
    this.list = loops;
  }

  now = () => this.time;
  ready = () => this.isReady;
  trusted = () => this.isTrusted;
  loops = () => this.list;
  get = (key: string) => this.list.find((loop) => loop.key === key);
  workspaces = () => this.taskWorkspaces;
  workspace = (key: string) => this.taskWorkspaces.find((workspace) => workspace.key === key);
  needs = () => needsYou(this.list, this.taskWorkspaces, this.time);
  places = () => this.folders;
  notes = () => this.heldNotes;
  draft = (waitKey: string) => this.drafts.get(waitKey);
  key = () => this.facts;
  runsHere = (key: string) => this.running.has(key);
}
