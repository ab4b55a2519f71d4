import { sep } from 'node:path';

/** A path with the person's home as `~`, with the separators of this system. `home`: empty where it is not known. */
export function homePath(path: string, home: string): string {
  if (home === '') return path;
  if (path === home) return '~';
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
