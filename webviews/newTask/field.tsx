/** One field of the form: its name, its box, a hint, and what is wrong with it. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { FieldName, FormShown } from '../../src/ui/panels/newTask/newTaskMessages.ts';
import { useBoxText } from '../shared/useBoxText.ts';
import { checked, fields, phase, texts, touch, touched, type } from './form.ts';

interface Props {
  name: FieldName;
  form: FormShown;
  rows?: number;
  mono?: boolean;
  most: number;
  list?: string;
  required?: boolean;
  /** What stands below it: what the field means, where it goes wrong. */
  children?: ComponentChildren;
}

export function Field({ name, form, rows, mono = false, most, list, required = false, children }: Props) {
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const text = fields.value[name];
  const locked = form.locked[name];
  const fault = touched.value.has(name) ? checked.value.faults[name] : undefined;
  useBoxText(box, text);
  const shared = {
    id: name,
    ref: box,
    class: mono ? 'field mono' : 'field',
    dir: 'auto' as const,
    maxLength: most,
    readOnly: phase.value === 'submitting' || locked !== undefined,
    'aria-invalid': fault === undefined ? undefined : (true as const),
    'aria-describedby': `${name}-below`,
    'aria-required': required ? (true as const) : undefined,
    onInput: (event: { currentTarget: { value: string } }) =>
      void type({ [name]: event.currentTarget.value }),
    onBlur: () => touch(name),
  };
  return (
    <div class={`form-field ${name}`}>
      <label for={name}>{texts[name]}</label>
      {rows === undefined ? (
        <input type="text" {...shared} {...(list === undefined ? {} : { list })} autocomplete="off" />
      ) : (
        <textarea {...shared} rows={rows} spellcheck={!mono} />
      )}
      <div id={`${name}-below`} class="below">
        {fault === undefined ? (
          <p class="dim">{locked ?? texts[`${name}Hint`]}</p>
        ) : (
          <p class="field-error">{fault}</p>
        )}
        {text.length >= most && locked === undefined && <p class="dim">{texts.mostCharacters}</p>}
        {children}
      </div>
    </div>
  );
}
