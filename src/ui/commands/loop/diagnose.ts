/** *Validate*: everything that is wrong in one loop or in all places, told in the Problems view. */
import { basename, join } from 'node:path';
import { run } from '../../../host/commands.ts';
import { LoopDiagnostics, onDidChangeOpenFiles, openFiles } from '../../../host/diagnostics.ts';
import { info, progress, warn } from '../../../host/messages.ts';
import type { Problem } from '../../../protocol/lib/result.ts';
import { EVENTS_FILE, INBOX_FILE, MANIFEST_FILE } from '../../../protocol/loops/loopFiles.ts';
import { validateLoops } from '../../../protocol/loops/validateLoops.ts';
import type { Shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';

const FILES = [MANIFEST_FILE, EVENTS_FILE, INBOX_FILE];

/** Diagnostics for loop files that are open in an editor, and for everything that is validated by what is returned. */
export function diagnose(
  services: Pick<Services, 'model' | 'context'>,
): (argument: unknown) => Promise<void> {
  const { model, context } = services;
  const diagnostics = new LoopDiagnostics();
  /** Loop folders whose problems stand whether a file is open or not. */
  const validated = new Set<string>();
  const told = new Set<string>();

  const tell = (path: string, problems: readonly Problem[]) => {
    if (problems.length === 0 && !told.has(path)) return;
    if (problems.length === 0) told.delete(path);
    else told.add(path);
    diagnostics.set(path, problems);
  };
  const update = (loop: WatchedLoop, open: ReadonlySet<string>) => {
    for (const file of FILES) {
      const path = join(loop.folder, file);
      const wanted = validated.has(loop.folder) || open.has(path);
      tell(path, wanted ? loop.snapshot.problems.filter((problem) => problem.file === file) : []);
    }
  };
  const updateAll = (keys?: Iterable<string>) => {
    const open = new Set(openFiles());
    const loops = keys === undefined ? model.loops() : [...keys].flatMap((key) => model.loop(key) ?? []);
    for (const loop of loops) update(loop, open);
  };
  const forget = () => {
    const known = new Set(model.loops().flatMap((loop) => FILES.map((file) => join(loop.folder, file))));
    for (const path of told) if (!known.has(path)) tell(path, []);
  };

  context.subscriptions.push(
    diagnostics,
    onDidChangeOpenFiles(() => updateAll()),
    model.onDidChange((news) => {
      if (news.what !== 'loops') return;
      const { changed, added, removed } = news.change;
      if (removed.size > 0) forget();
      updateAll([...changed.keys(), ...added]);
    }),
  );
  updateAll();
  return async (argument) => {
    const loopKey = targetOf(argument)?.loopKey;
    const loop = loopKey === undefined ? undefined : model.loop(loopKey);
    const folders = loop === undefined ? placesOf(model) : [loop.folder];
    const files = new Map<string, Problem[]>();
    await progress(ours('Reading everything that loops wrote…'), async () => {
      for (const folder of folders) {
        for (const problem of await validateLoops(folder)) {
          const path = join(folder, problem.file);
          files.set(path, [...(files.get(path) ?? []), problem]);
        }
      }
    });
    for (const each of loop === undefined ? model.loops() : [loop]) validated.add(each.folder);
    for (const [path, problems] of files)
      tell(
        path,
        problems.map((each) => ({ ...each, file: basename(path) })),
      );
    updateAll();
    await sayFound(files, loop);
  };
}

function placesOf(model: ReadModel): string[] {
  return model.places().map((place) => place.folder);
}

async function sayFound(files: ReadonlyMap<string, Problem[]>, loop: WatchedLoop | undefined): Promise<void> {
  const count = [...files.values()].reduce((sum, problems) => sum + problems.length, 0);
  if (count === 0) {
    await info(
      loop === undefined ? ours('No problems in any loop.') : say('toast', 'No problems in {0}.', loop.id),
    );
    return;
  }
  const text = foundWords(count, files.size);
  const pressed = await warn(text, [ours('Show Problems')]);
  if (pressed === 0) await run('workbench.actions.view.problems');
}

function foundWords(problems: number, files: number): Shown {
  if (problems === 1) return ours('1 problem.');
  return files === 1
    ? ours('{0} problems in one file.', problems)
    : ours('{0} problems in {1} files.', problems, files);
}
