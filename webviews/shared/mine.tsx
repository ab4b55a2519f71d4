/** What the person said of a finding, at the end of its row. */
import type { MineShown } from '../../src/ui/panels/rpc.ts';
import { Icon } from './icon.tsx';

const MARK = { draft: 'edit', changed: 'warning', held: 'watch', sent: 'mail' } as const;

export function Mine({ mine }: { mine: MineShown }) {
  return (
    <span class={`finding-mine ${mine.kind}`}>
      <span class="visually-hidden">, </span>
      <Icon name={MARK[mine.kind]} />
      <span class="finding-mine-words">{mine.words}</span>
      {mine.remark && <Icon name="note" />}
    </span>
  );
}
