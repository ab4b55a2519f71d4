import type { StateShown, Tone } from '../../src/ui/panels/loop/loopMessages.ts';
import { Icon } from '../shared/icon.tsx';
import { CODES, type IconName } from '../shared/iconCodes.ts';

/** How something stands: its shape and its words, to which colour only adds. */
export function State({ state, bare = false }: { state: StateShown; bare?: boolean }) {
  return (
    <span class={`state ${toneClass(state.tone)}`}>
      <Icon name={iconName(state.icon)} spin={state.icon === 'sync' && state.tone === 'busy'} />
      {bare ? (
        <span class="visually-hidden">{state.words}</span>
      ) : (
        <span class="state-words">{state.words}</span>
      )}
    </span>
  );
}

function iconName(name: string): IconName {
  return Object.hasOwn(CODES, name) ? (name as IconName) : 'circle';
}

export function toneClass(tone: Tone): string {
  return tone === 'plain' ? '' : tone;
}
