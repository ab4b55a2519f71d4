import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Pixels across of what `of` gives, followed as they change; 0 before it is drawn. */
export function useWidth(of: () => Element | null | undefined): number {
  const width = useSignal(0);
  useEffect(() => {
    const element = of();
    if (element == null) return undefined;
    const watch = new ResizeObserver(() => {
      width.value = element.clientWidth;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [width]);
  return width.value;
}
