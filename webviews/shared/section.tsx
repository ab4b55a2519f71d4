/** A part of a panel under a heading that folds it away; how it was left is kept. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface Props {
  id: string;
  title: string;
  /** What stands beside the heading: a count, a sentence. Seen folded too. */
  beside?: ComponentChildren;
  /** At the heading's right: buttons. */
  actions?: ComponentChildren;
  open: Signal<boolean>;
  children: ComponentChildren;
}

export function Section({ id, title, beside, actions, open, children }: Props) {
  return (
    <section class="section" aria-labelledby={`${id}-title`} id={id}>
      <div class="section-head">
        <h2>
          <button
            type="button"
            class="fold"
            id={`${id}-title`}
            aria-expanded={open.value}
            aria-controls={`${id}-body`}
            onClick={() => {
              open.value = !open.value;
            }}
          >
            <Icon name={open.value ? 'chevron-down' : 'chevron-right'} />
            {title}
          </button>
        </h2>
        {beside !== undefined && <span class="section-beside">{beside}</span>}
        {actions !== undefined && open.value && <span class="section-actions">{actions}</span>}
      </div>
      <div class="section-body" id={`${id}-body`} hidden={!open.value}>
        {open.value && children}
      </div>
    </section>
  );
}
