import type { Refusal } from '../protocol/lib/result.ts';

/** What mends the reason itself; each asks again before it changes anything. */
export type WayOut = 'manage-trust' | 'add-folder' | 'make-key-private';

export function wayOutOf({ code, args }: Pick<Refusal, 'code' | 'args'>): WayOut | null {
  switch (code) {
    case 'restricted':
      return 'manage-trust';
    case 'outside':
      return 'add-folder';
    case 'bad-key':
      return args['state'] === 'shared' ? 'make-key-private' : null;
    default:
      return null;
  }
}
