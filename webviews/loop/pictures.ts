import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export type Pictures = typeof import('./later/pictures.ts');

const loaded = signal<Pictures | null>(null);
let loading = false;

async function load(): Promise<void> {
  loaded.value = await import('./later/pictures.ts');
}

/** What draws charts and the graph; null until it is there, which is right after the page stands. */
export function usePictures(): Pictures | null {
  useEffect(() => {
    if (loading) return;
    loading = true;
    void load();
  }, []);
  return loaded.value;
}
