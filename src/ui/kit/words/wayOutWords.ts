/** What the ways out of a refusal are called. */
import { type WayOut, wayOutOf } from '../../../acts/refusalWayOut.ts';
import { NONE, type Shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import type { Writable } from '../../../workspace/kernel/writable.ts';

/** Beside the place itself, whose folder it adds; empty where there is none. */
export function wayOutWords(writable: Writable): Shown {
  const way = writable.ok ? null : wayOutOf(writable);
  if (way === null) return NONE;
  return way === 'add-folder' ? ours('Add This Folder…') : wayOutTitle(way);
}

const TITLES: Readonly<Record<WayOut, () => Shown>> = {
  'manage-trust': () => ours('Manage Trust'),
  'add-folder': () => ours('Add Folder…'),
  'make-key-private': () => ours('Make Key Private…'),
};

export function wayOutTitle(way: WayOut): Shown {
  return TITLES[way]();
}
