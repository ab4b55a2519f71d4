/** The two trees, their badge and descriptions, the context keys and the pages: all from one model. */

import { CONTEXT, VIEWS } from '../../contract.ts';
import { reading } from '../../host/documents.ts';
import { registerBadges } from '../../host/treeItem.ts';
import { once } from '../../protocol/lib/once.ts';
import { join, NONE } from '../../text/agentText.ts';
import { ours } from '../../text/say.ts';
import { rowItem } from '../kit/rowItem.ts';
import type { Services } from '../kit/services.ts';
import { cost } from '../kit/words/costWords.ts';
import { runCount } from '../kit/words/countWords.ts';
import type { LoopsFeature } from './loops/loopsFeature.ts';
import type { LoopsViewRow } from './loops/loopsView.ts';
import { badgeWords, needsYouDescription, needsYouSource } from './needsYou/needsYouView.ts';
import { startStatusBar } from './startStatusBar.ts';
import { startTasks } from './startTasks.ts';
import { Tree } from './tree.ts';

export function startViews(services: Services): void {
  const { model, keys, context, documents } = services;
  const needsTree = new Tree(VIEWS.needsYou, needsYouSource(model), services);
  let loops: LoopsFeature | undefined;
  const loopsTree = new Tree<LoopsViewRow>(
    VIEWS.loops,
    {
      roots: () => loops?.rows.roots() ?? [],
      children: (row) => loops?.rows.children(row) ?? [],
      item: (row) => loops?.rows.item(row) ?? rowItem(reading()),
    },
    services,
  );
  const tasksView = startTasks(services);
  const status = startStatusBar(services);

  const update = (changed?: ReadonlySet<string>) => {
    needsTree.update(changed);
    loopsTree.update(changed);
    const { waits } = model.needs();
    const { runs, today } = model.totals();
    needsTree.setDescription(needsYouDescription(model));
    needsTree.setBadge(waits.length === 0 ? undefined : { value: waits.length, tooltip: badgeWords(model) });
    const spent = cost(today);
    loopsTree.setDescription(join([runCount(runs), spent === '' ? NONE : ours('{0} today', spent)]));
    const hasTasks = model.workspaces().length > 0;
    keys.set(CONTEXT.tasks, hasTasks);
    keys.set(CONTEXT.active, hasTasks || model.loops().length > 0);
    keys.set(CONTEXT.waits, waits.length > 0);
    keys.set(
      CONTEXT.runs,
      model.loops().some((loop) => !['done', 'stopped', 'failed', 'new'].includes(loop.snapshot.status)),
    );
    keys.set(CONTEXT.trusted, model.trusted());
    status.update();
    documents.refresh();
  };

  context.subscriptions.push(
    needsTree,
    loopsTree,
    registerBadges(),
    model.onDidChange((news) => {
      if (news.what === 'loops' || news.what === 'tasks') {
        const { changed, added, removed } = news.change;
        update(new Set([...changed.keys(), ...added, ...removed]));
      } else if (news.what !== 'tasksReady') update();
      if (news.what === 'ready') documents.settle();
    }),
    documents.register('loop', (key) => (loops === undefined ? reading() : loops.loopPage(key))),
    documents.register('finding', (key) => (loops === undefined ? reading() : loops.findingPage(key))),
  );
  const acts = async () => {
    const { RowActs } = await import('./rowActs.ts');
    const { tree, load } = tasksView;
    return new RowActs(services, [needsTree, loopsTree, tree], load);
  };
  services.views.started(once(acts), () =>
    tasksView.tree.view.visible ? tasksView.tree.view.selection : [],
  );
  // Nothing is drawn before the extension has started.
  const drawing = services.clock.setTimeout(() => {
    update();
    import('./loops/loopsFeature.ts')
      .then((module) => {
        loops = new module.LoopsFeature(model);
        loopsTree.update();
        documents.refresh();
      })
      .catch((failure: unknown) => services.log.error('The Loops view could not be loaded.', failure));
  }, 0);
  context.subscriptions.push(drawing);
}
