import { Icon } from '../shared/icon.tsx';
import { useTexts } from './panel.ts';

export function Severity({ severity }: { severity: 'material' | 'minor' }) {
  const words = useTexts();
  return (
    <span class={`severity ${severity}`} title={words[severity]}>
      <Icon name={severity === 'material' ? 'circle-filled' : 'circle'} />
      <span class="visually-hidden">{words[severity]}</span>
    </span>
  );
}
