/** What agents wrote. It is text: nothing in it is looked at for markup, and it moves nothing that stands beside it. */
import type { PanelText } from '../../src/ui/panels/rpc.ts';
import { useWords } from './words.tsx';

interface Props {
  value: PanelText;
  /** Opens all of it in the editor; without it, a text that is cut only says so. */
  openWhole?: (() => void) | undefined;
  /** One line, however long. */
  line?: boolean;
}

export function AgentText({ value, openWhole, line = false }: Props) {
  const words = useWords();
  return (
    <span class={line ? 'agent line' : 'agent'} dir="auto">
      {value.text}
      {value.cut &&
        (openWhole === undefined ? (
          <span aria-hidden="true">…</span>
        ) : (
          <>
            … <span class="dim">({words.cutHere})</span>{' '}
            <button type="button" class="link" onClick={openWhole}>
              {words.openWhole}
            </button>
          </>
        ))}
    </span>
  );
}
