import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { FormShown } from '../../src/ui/panels/newTask/newTaskMessages.ts';
import { Absent } from '../shared/absent.tsx';
import { Button } from '../shared/button.tsx';
import { isSend } from '../shared/keys.ts';
import { LiveRegion } from '../shared/live.tsx';
import { showPage } from '../shared/page.tsx';
import { keepScroll } from '../shared/scroll.ts';
import { Field } from './field.tsx';
import {
  came,
  checked,
  fields,
  host,
  phase,
  refusal,
  sendingWords,
  submit,
  texts,
  touched,
  type,
} from './form.ts';
import { Edited, Notice, Workspace } from './formHead.tsx';
import { None, Told } from './told.tsx';
import './newTask.css';

function NewTask() {
  const state = host.useSlice('task', null);
  const task = state.value;
  if (task === undefined) return <Absent state={state} />;
  return (
    <main class="new-task">
      {task.state === 'reading' && <p class="dim loading">{host.boot.texts['loading']}</p>}
      {task.state === 'none' && <None />}
      {task.state === 'form' && <Form form={task.form} />}
      {'task' in task && <Told state={task.state} task={task.task} />}
      <LiveRegion />
    </main>
  );
}

function Form({ form }: { form: FormShown }) {
  useLayoutEffect(() => came(form), [form]);
  useEffect(() => {
    // Within a page that the person is in already, and has not begun to use.
    if (document.hasFocus() && document.activeElement === document.body && window.scrollY === 0)
      document.getElementById('title')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const keydown = (event: KeyboardEvent): void => {
      if (!isSend(event)) return;
      void submit(form);
      event.preventDefault();
      // The editor would take it too.
      event.stopPropagation();
    };
    document.addEventListener('keydown', keydown);
    return () => document.removeEventListener('keydown', keydown);
  }, [form]);
  const submitting = phase.value === 'submitting';
  const words = sendingWords(form);
  return (
    <form
      class="form"
      aria-labelledby="heading"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(form);
      }}
    >
      <h1 id="heading">{form.edits === null ? texts.heading : texts.editHeading}</h1>
      {form.edits === null ? <Workspace form={form} /> : <Edited form={form} edits={form.edits} />}
      {form.off !== '' && <Notice form={form} />}
      <Field name="title" form={form} most={2_000} required />
      <Field name="description" form={form} most={20_000} rows={5} />
      <Rest form={form} />
      <Context form={form} />
      <p class="summary">
        <span class="agent">{checked.value.summary}</span> <span class="dim agent">{form.author}</span>
      </p>
      {refusal.value !== '' && (
        <p class="field-error" id="refusal">
          {refusal.value}
        </p>
      )}
      <div class="buttons">
        <Button
          primary
          icon={form.edits === null ? 'send' : 'check'}
          keys={texts.sendKeys}
          disabled={submitting ? words.isSending : form.off}
          onPress={() => void submit(form)}
        >
          {submitting ? words.sending : words.send}
        </Button>
        {form.saved !== '' && !submitting && (
          <Button
            onPress={() => {
              touched.value = new Set();
              refusal.value = '';
              void host.request('discard', null);
            }}
          >
            {words.discard}
          </Button>
        )}
        <span class="saved dim" data-figures>
          {form.saved}
        </span>
      </div>
    </form>
  );
}

function Rest({ form }: { form: FormShown }) {
  const { value: choices } = host.useSlice('choices', { workspace: Math.max(0, form.workspace) });
  const { parent } = checked.value;
  return (
    <div class="rest">
      <Field name="assignedTo" form={form} most={400} list="agents" />
      <Field name="priority" form={form} most={40} />
      <Field name="tags" form={form} most={4_000}>
        {form.locked.tags === undefined && <TagButtons tags={choices?.tags ?? []} />}
      </Field>
      {form.edits === null && (
        <Field name="parent" form={form} most={2_000} list="parents">
          {parent !== null && (
            <p class="meant">
              <span class="dim">{texts.parentIs}</span> <span class="agent">{parent.text}</span>
            </p>
          )}
        </Field>
      )}
      <datalist id="agents" data-figures>
        {choices?.agents.map(({ name, words }) => (
          <option key={name} value={name} label={words} />
        ))}
      </datalist>
      <datalist id="parents" data-figures>
        {choices?.parents.map(({ id, title }) => (
          <option key={id} value={id} label={title} />
        ))}
      </datalist>
    </div>
  );
}

const MOST_TAGS = 8;

/** The tags that are used most here, to be taken by a press. */
function TagButtons({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const given = fields.value.tags
    .split(',')
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above a line of buttons
    <div class="tag-buttons" role="group" aria-label={texts.tagsUsed}>
      {tags.slice(0, MOST_TAGS).map((tag) => {
        const has = given.includes(tag);
        const next = has ? given.filter((each) => each !== tag) : [...given, tag];
        return (
          <button
            key={tag}
            type="button"
            class="tag"
            aria-pressed={has}
            onClick={() => {
              if (phase.peek() === 'typing') void type({ tags: next.join(', ') });
            }}
          >
            <span class="agent">#{tag}</span>
          </button>
        );
      })}
    </div>
  );
}

function Context({ form }: { form: FormShown }) {
  const { contextAt, faults } = checked.value;
  const wrong = touched.value.has('context') && faults.context !== undefined;
  return (
    <Field name="context" form={form} most={20_000} rows={4} mono>
      {wrong && contextAt !== null && (
        <button type="button" class="link" onClick={() => goTo(contextAt)}>
          {texts.goThere}
        </button>
      )}
    </Field>
  );
}

function goTo(at: number): void {
  const field = document.getElementById('context');
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(at, Math.min(at + 1, field.value.length));
}

showPage(host, NewTask);
keepScroll(host);
