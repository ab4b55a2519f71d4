/** What stands over the page until it is closed; the focus goes back to where it was. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  id: string;
  title: ComponentChildren;
  onClose: () => void;
  onKey?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
}

/** Closes the one that is open. */
export function closeDialog(): void {
  document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
}

export function Dialog({ id, title, onClose, onKey, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || element.open) return;
    element.showModal();
    // Not on a button: a key that was meant for the list must not press it.
    element.querySelector<HTMLElement>('h2')?.focus();
  }, []);
  return (
    <dialog ref={box} class="dialog" aria-labelledby={`${id}-title`} onClose={onClose} onKeyDown={onKey}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
