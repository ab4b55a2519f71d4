/** The editor's own icons. Decoration: what they say is said in words beside them. */
import { CODES, type IconName } from './iconCodes.ts';

export function Icon({ name, spin = false }: { name: IconName; spin?: boolean }) {
  return (
    <span class={spin ? 'icon spin' : 'icon'} aria-hidden="true">
      {String.fromCodePoint(CODES[name])}
    </span>
  );
}
