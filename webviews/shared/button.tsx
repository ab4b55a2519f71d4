import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './iconCodes.ts';

interface Props {
  children?: ComponentChildren;
  icon?: IconName;
  /** The one thing to do here; of the others none is. */
  primary?: boolean;
  /** Why it can't be pressed now. It stays reachable, so that the reason can be read. */
  disabled?: string | boolean | undefined;
  /** What it is called where it shows nothing but an icon. */
  name?: string;
  keys?: string;
  pressed?: boolean;
  onPress: () => void;
}

export function Button({ children, icon, primary = false, disabled, name, keys, pressed, onPress }: Props) {
  const off = disabled !== undefined && disabled !== false && disabled !== '';
  const bare = children === undefined;
  const reason = typeof disabled === 'string' ? disabled : undefined;
  const classes = ['button', primary ? 'primary' : 'secondary', bare ? 'bare' : ''];
  return (
    <button
      type="button"
      class={classes.filter((each) => each !== '').join(' ')}
      aria-disabled={off ? 'true' : undefined}
      aria-label={bare ? name : undefined}
      aria-pressed={pressed}
      aria-keyshortcuts={keys}
      title={reason ?? (bare ? name : keys)}
      onClick={() => {
        if (!off) onPress();
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
