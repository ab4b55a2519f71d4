/** What the ways out of a refusal are called. */
import { type WayOut, wayOutOf } from '../../../acts/wayOut.ts';
import { ours } from '../../../text/say.ts';
import { NONE, type Shown } from '../../../text/shown.ts';
import type { Writable } from '../../../workspace/kernel/writable.ts';

/** Beside the place itself, whose folder it adds; empty where there is none. */
export function wayOutWords(writable: Writable): Shown {
  if (writable.ok) return NONE;
  const way = wayOutOf(writable);
  if (way === null) return NONE;
  return way === 'add-folder' ? ours('Add This Folder…') : wayOutTitle(way);
}

export function wayOutTitle(way: WayOut): Shown {
  switch (way) {
    case 'manage-trust':
      return ours('Manage Trust');
    case 'add-folder':
      return ours('Add Folder…');
    case 'make-key-private':
      return ours('Make Key Private…');
  }
}
