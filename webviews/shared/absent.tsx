import type { SliceState } from './host.ts';
import { useWords } from './words.tsx';

/** What stands where a slice is not there: nothing for a moment, then that it is read, or why it can't be. */
export function Absent({ state }: { state: SliceState<unknown> }) {
  const words = useWords();
  if (state.failed === null) return <p class="dim loading">{words.loading}</p>;
  return <p class="problem">{state.failed === 'too-large' ? words.tooLarge : words.failed}</p>;
}
