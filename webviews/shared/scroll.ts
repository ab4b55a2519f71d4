/** Where the reader was: after hiding, reload or restart the page is back there, unless they have moved it already. */

import type { PanelContract } from '../../src/ui/panels/rpc.ts';
import type { Host } from './host.ts';

export function keepScroll<C extends PanelContract>(host: Host<C>): void {
  const kept = host.ui<number>('scroll', 0);
  const wanted = kept.peek();
  let restoring = wanted > 0;
  const restore = (): void => {
    if (!restoring) return;
    const reached = document.documentElement.scrollHeight - window.innerHeight >= wanted;
    window.scrollTo(0, wanted);
    if (reached) restoring = false;
  };
  // The page grows as its slices come.
  const watch = new ResizeObserver(restore);
  watch.observe(document.body);
  for (const kind of ['wheel', 'keydown', 'pointerdown'])
    window.addEventListener(kind, () => {
      restoring = false;
    });
  window.addEventListener(
    'scroll',
    () => {
      if (!restoring) kept.value = window.scrollY;
    },
    { passive: true },
  );
}
