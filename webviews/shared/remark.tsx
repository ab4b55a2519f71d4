/** Where a remark to a decision is typed. Its id is `remark`. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useWords } from './words.tsx';

interface Props {
  /** As it is kept. */
  kept: string;
  onChange: (text: string) => void;
  /** Id of what has the focus after Escape. */
  backTo: string;
}

const PAUSE_MS = 150;

/** What is typed here stands until it is left, whatever is kept elsewhere meanwhile. */
export function Remark({ kept, onChange, backTo }: Props) {
  const words = useWords<{ remark: string; remarkHint: string }>();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(kept);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const unsent = useRef(false);
  const send = (): void => {
    clearTimeout(timer.current);
    if (!unsent.current) return;
    unsent.current = false;
    onChange(text.peek());
  };
  useEffect(() => {
    if (document.activeElement !== box.current && !unsent.current) text.value = kept;
  }, [kept, text]);
  useEffect(() => send, []);
  return (
    <label class="detail-remark">
      <span class="dim">{words.remark}</span>
      <textarea
        id="remark"
        ref={box}
        class="field"
        rows={2}
        maxLength={4000}
        placeholder={words.remarkHint}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          unsent.current = true;
          clearTimeout(timer.current);
          timer.current = setTimeout(send, PAUSE_MS);
        }}
        onBlur={send}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          send();
          document.getElementById(backTo)?.focus();
          event.stopPropagation();
        }}
      />
    </label>
  );
}
