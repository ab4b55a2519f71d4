/** The five decisions about a finding: their keys, and the row of buttons that takes them. */
import type { Decision } from '../../src/ui/panels/rpc.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useWords } from './words.tsx';

export const VERDICT_KEYS: Readonly<Record<string, Decision>> = {
  f: 'fix',
  w: 'wontfix',
  p: 'false_positive',
  d: 'duplicate',
  l: 'later',
};

interface Props {
  /** What is decided so far. */
  decision: Decision | null;
  /** Why nothing can be decided; empty where something can. */
  off: string;
  name: string;
  /** The one that is pressed again is taken back by the host. */
  onDecide: (decision: Decision) => void;
}

export function Verdicts({ decision, off, name, onDecide }: Props) {
  const words = useWords<Record<Decision, string>>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that are pressed, not fields of a form
    <div class="verdicts" role="group" aria-label={name}>
      {Object.entries(VERDICT_KEYS).map(([key, each]) => (
        <Button
          key={key}
          keys={key.toUpperCase()}
          pressed={decision === each}
          disabled={off}
          onPress={() => onDecide(each)}
        >
          {decision === each ? (
            <Icon name="check" />
          ) : (
            <span class="key" aria-hidden="true">
              {key.toUpperCase()}
            </span>
          )}
          {words[each]}
        </Button>
      ))}
    </div>
  );
}

/** The decision that a key in a list of findings stands for. */
export function verdictOf(event: KeyboardEvent): Decision | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  return VERDICT_KEYS[event.key.toLowerCase()] ?? null;
}
