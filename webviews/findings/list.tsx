/** The findings of the filter, of which only what is seen is drawn; keys walk them and decide. */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GroupShown, RowShown } from '../../src/ui/panels/findings/findingsMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Icon } from '../shared/icon.tsx';
import { Mine } from '../shared/mine.tsx';
import { verdictOf } from '../shared/verdicts.tsx';
import { drawnIndexes, walkedTo } from '../shared/virtualList.tsx';
import { counted } from '../shared/words.tsx';
import { clamp, layoutOf } from './layout.ts';
import { PAGE_ROWS } from './rowsOfPage.ts';
import {
  act,
  activeId,
  activeIndex,
  choose,
  type Drawn,
  decide,
  host,
  rowKnown,
  rows,
  scrollTo,
  topId,
  topOffset,
  words,
} from './state.ts';

const OVERSCAN = 5;
const ID = 'finding';

export function FindingList({ shown }: { shown: Drawn }) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(400);
  const line = useSignal(lineHeight());
  const rowHeight = Math.round(line.value * 2 + 10);
  const headHeight = Math.round(line.value + 14);
  const { view, count, groups } = shown;
  const layout = layoutOf(count, groups, rowHeight, headHeight);
  const active = activeIndex.value;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      height.value = element.clientHeight;
      line.value = lineHeight();
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [height, line]);

  const wanted = scrollTo.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (wanted !== null) {
      const to = wanted.index === 0 && wanted.offset === 0 ? 0 : layout.topOf(wanted.index) + wanted.offset;
      element.scrollTop = to;
      scrollTo.value = null;
    }
    // Fewer rows than before: the browser has moved the list, and what is drawn follows.
    if (element.scrollTop !== top.peek()) top.value = element.scrollTop;
  });

  const first = Math.max(0, layout.indexAt(top.value) - OVERSCAN);
  const last = Math.min(count, layout.indexAt(top.value + height.value) + OVERSCAN + 1);

  const scrolled = (): void => {
    const element = box.current;
    if (element === null) return;
    top.value = element.scrollTop;
    const index = layout.indexAt(element.scrollTop);
    topId.value = element.scrollTop === 0 ? '' : (rows.get(index)?.id ?? '');
    topOffset.value = element.scrollTop === 0 ? 0 : Math.round(element.scrollTop - layout.topOf(index));
  };

  const move = (to: number): void => {
    const index = clamp(to, 0, count - 1);
    choose(index);
    const element = box.current;
    if (element === null) return;
    const begins = layout.topOf(index);
    // The heading of a group comes into sight with its first row.
    const from = groups.some((group) => group.from === index) ? begins - headHeight : begins;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (begins + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = begins + rowHeight - element.clientHeight;
  };

  const keydown = (event: KeyboardEvent): void => {
    if (count === 0) return;
    const id = activeId.peek();
    const verdict = verdictOf(event);
    const copies = event.key === 'c' && (event.ctrlKey || event.metaKey) && !event.altKey;
    const target = walkedTo(event.key, active, count, Math.floor(height.peek() / rowHeight));
    if (verdict !== null) {
      // A key that is held down is one decision.
      if (!event.repeat) void decide(id, verdict);
    } else if (copies && document.getSelection()?.isCollapsed !== false) void act('copy', id);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (target !== undefined) move(target);
    else if (event.key === 'Enter' || event.key === 'F12') void act('goToLocation', id);
    else if (event.key === 'Delete' || event.key === 'Backspace') void decide(id, null);
    else if (event.key === 'o') void act('openArtifact', id);
    else if (event.key === 'r') document.getElementById('remark')?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      id="findings"
      class="list findings-list"
      role="listbox"
      aria-label={words.list}
      aria-activedescendant={active >= 0 && active < count ? `${ID}-${active}` : undefined}
      tabIndex={0}
      onScroll={scrolled}
      onKeyDown={keydown}
    >
      <div class="list-space" role="presentation" style={{ height: `${layout.height}px` }}>
        {layout.heads.map(({ at, group }) => {
          const shownGroup = groups[group];
          const seen = at + headHeight >= top.value - 400 && at <= top.value + height.value + 400;
          return (
            seen &&
            shownGroup !== undefined && (
              <Head key={`head-${group}`} group={shownGroup} at={at} height={headHeight} />
            )
          );
        })}
        {drawnIndexes(first, last, active < count ? active : -1).map((index) => (
          <Row
            key={index}
            view={view}
            index={index}
            at={layout.topOf(index)}
            height={rowHeight}
            count={count}
          />
        ))}
      </div>
    </div>
  );
}

/** Each row says what its group says: the headings are for the eye. */
function Head({ group, at, height }: { group: GroupShown; at: number; height: number }) {
  return (
    <div
      class="findings-head"
      role="presentation"
      aria-hidden="true"
      style={{ top: `${at}px`, height: `${height}px` }}
    >
      <AgentText value={group.name} line />
      <span class="badge">{counted(group.count)}</span>
    </div>
  );
}

interface RowProps {
  view: number;
  index: number;
  at: number;
  height: number;
  count: number;
}

function Row({ view, index, at, height, count }: RowProps) {
  const page = host.useSlice('rows', { view, page: Math.floor(index / PAGE_ROWS) });
  const fresh = page.value?.view === view ? page.value.rows[index % PAGE_ROWS] : undefined;
  const row = fresh ?? rows.get(index);
  const isActive = useComputed(() => activeIndex.value === index).value;
  useEffect(() => {
    if (fresh !== undefined) rowKnown(index, fresh);
  }, [fresh, index]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
    <div
      id={`${ID}-${index}`}
      class={isActive ? 'list-row finding-row active' : 'list-row finding-row'}
      role="option"
      aria-busy={row === undefined}
      aria-selected={isActive}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ top: `${at}px`, height: `${height}px` }}
      onClick={() => choose(index)}
      onDblClick={() => void act('goToLocation', row?.id ?? '')}
    >
      {row === undefined ? <span class="visually-hidden">{words.loading}</span> : <RowBody row={row} />}
    </div>
  );
}

/** Between parts that stand apart for the eye. */
const COMMA = <span class="visually-hidden">, </span>;

function RowBody({ row }: { row: RowShown }) {
  const closed = row.state !== 'open';
  return (
    <>
      <span class={`finding-mark ${row.severity} ${row.state}`}>
        <Icon name={closed ? 'pass' : row.severity === 'material' ? 'circle-filled' : 'circle'} />
        <span class="visually-hidden">{row.severity === 'material' ? words.material : words.minor}: </span>
      </span>
      <span class="finding-lines">
        <AgentText value={row.text} line />
        {COMMA}
        <span class="finding-facts dim">
          <AgentText value={row.name} line />
          {COMMA}
          <span class="finding-place">{row.facts}</span>
          {COMMA}
          <AgentText value={row.loop} line />
        </span>
      </span>
      {row.mine !== null && <Mine mine={row.mine} />}
    </>
  );
}

function lineHeight(): number {
  return Number.parseFloat(getComputedStyle(document.body).lineHeight) || 20;
}
