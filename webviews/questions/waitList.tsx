/** All that waits, in its order: the arrow keys go through it, and the ask beside follows. */
import type { WaitRow } from '../../src/ui/panels/questions/questionsMessages.ts';
import { Icon } from '../shared/icon.tsx';
import { VirtualList } from '../shared/virtualList.tsx';
import { fill } from '../shared/words.tsx';
import { choose, list, place, texts } from './state.ts';

const ROW = 58;

export function WaitRows({ most }: { most: number }) {
  const shown = list.value;
  if (shown === undefined || shown.rows.length === 0) return null;
  const { rows } = shown;
  return (
    <>
      <VirtualList
        id="waits"
        name={texts.list}
        count={rows.length}
        rowHeight={ROW}
        most={most}
        active={place.value}
        onActive={(index) => {
          const row = rows[index];
          if (row !== undefined) choose(row.key);
        }}
        rowKey={(index) => rows[index]?.key ?? index}
        row={(index) => {
          const row = rows[index];
          return row === undefined ? null : <Row row={row} />;
        }}
      />
      {shown.more > 0 && <p class="dim more">{fill(texts.more, shown.more)}</p>}
    </>
  );
}

function Row({ row }: { row: WaitRow }) {
  return (
    <div class="wait-row">
      <span class="wait-icon warn">
        <Icon name={row.kind === 'feedback' ? 'mail' : 'question'} />
      </span>
      <span class="wait-name agent">{row.asker.text}</span>
      {row.count > 1 && (
        <span class="badge">
          <span aria-hidden="true">×{row.count}</span>
          <span class="visually-hidden">{fill(texts.alikeMark, row.count)}</span>
        </span>
      )}
      <span class={row.urgent ? 'wait-when urgent' : 'wait-when dim'}>
        {row.draft && <Mark icon="edit" words={texts.draftMark} />}
        {row.locked && <Mark icon="lock" words={texts.lockedMark} />}
        {row.when}
      </span>
      <span class="wait-ask agent">{row.ask.text}</span>
      <span class="wait-place agent dim">{row.place.text}</span>
    </div>
  );
}

function Mark({ icon, words }: { icon: 'edit' | 'lock'; words: string }) {
  return (
    <span class="mark" title={words}>
      <Icon name={icon} />
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
