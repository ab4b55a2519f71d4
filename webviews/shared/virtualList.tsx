/**
 * A list of any length of which only what is seen is drawn. Rows are of one height; one of them is active, the keys move
 * it, and what is told of it stands elsewhere.
 */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  id: string;
  /** What a screen reader calls it. */
  name: string;
  count: number;
  /** Pixels. */
  rowHeight: number;
  /** So many rows are seen at most. */
  most?: number;
  /** Index of the active row; -1: none. */
  active: number;
  onActive: (index: number) => void;
  /** Enter, or a double click. */
  onOpen?: (index: number) => void;
  /** A key that is none of the list's own; true: it was for this row. */
  onKey?: (event: KeyboardEvent, index: number) => boolean;
  row: (index: number) => ComponentChildren;
  /** What tells a row from others over updates. */
  rowKey?: (index: number) => string | number;
}

const OVERSCAN = 6;

export function VirtualList(props: Props) {
  const { id, name, count, rowHeight, most = 12, active, onActive, onOpen, onKey, row } = props;
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = Math.min(count, most) * rowHeight;
  const first = Math.max(0, Math.floor(top.value / rowHeight) - OVERSCAN);
  const last = Math.min(count, Math.ceil((top.value + height) / rowHeight) + OVERSCAN);
  const drawn = drawnIndexes(first, last, active < count ? active : -1);

  useLayoutEffect(() => {
    // Fewer rows than before: the browser has moved the list, and what is drawn follows.
    if (box.current !== null && box.current.scrollTop !== top.peek()) top.value = box.current.scrollTop;
  }, [count, top]);

  const move = (to: number): void => {
    const index = Math.max(0, Math.min(count - 1, to));
    onActive(index);
    const element = box.current;
    if (element === null) return;
    if (index * rowHeight < element.scrollTop) element.scrollTop = index * rowHeight;
    else if ((index + 1) * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = (index + 1) * rowHeight - element.clientHeight;
  };

  const keydown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || count === 0) return;
    if (onKey?.(event, active) === true) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = walkedTo(event.key, active, count, most);
    if (target !== undefined) move(target);
    else if (event.key === 'Enter' && active >= 0 && onOpen !== undefined) onOpen(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      id={id}
      class="list"
      role="listbox"
      aria-label={name}
      aria-activedescendant={active >= 0 && active < count ? `${id}-${active}` : undefined}
      tabIndex={0}
      style={{ height: `${height}px` }}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
      onKeyDown={keydown}
    >
      <div class="list-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {drawn.map((index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
          <div
            key={props.rowKey?.(index) ?? index}
            id={`${id}-${index}`}
            class={index === active ? 'list-row active' : 'list-row'}
            role="option"
            aria-selected={index === active}
            aria-posinset={index + 1}
            aria-setsize={count}
            style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
            onClick={() => onActive(index)}
            onDblClick={() => onOpen?.(index)}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Where a key leads in a list of which `seen` rows are seen; undefined: it is none that walks. */
export function walkedTo(key: string, active: number, count: number, seen: number): number | undefined {
  const page = Math.max(1, seen - 1);
  const to: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active < 0 ? count - 1 : active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  return to[key];
}

/** Also the active one where it is out of sight: a screen reader is told of it by its id. */
export function drawnIndexes(first: number, last: number, active: number): number[] {
  const drawn: number[] = [];
  if (active >= 0 && active < first) drawn.push(active);
  for (let index = first; index < last; index += 1) drawn.push(index);
  if (active >= last) drawn.push(active);
  return drawn;
}
