import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { FormShown, SubmittedShown } from '../../src/ui/panels/newTask/newTaskMessages.ts';
import { Button } from '../shared/button.tsx';
import { Absent } from '../shared/failed.tsx';
import { Icon } from '../shared/icon.tsx';
import { isSend } from '../shared/keys.ts';
import { announce, LiveRegion } from '../shared/live.tsx';
import { showPage } from '../shared/page.tsx';
import { keepScroll } from '../shared/scroll.ts';
import { Field } from './field.tsx';
import { came, checked, fields, host, phase, refusal, submit, texts, touched, type } from './form.ts';
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
      {task.state === 'submitted' && <Submitted task={task.task} />}
      <LiveRegion />
    </main>
  );
}

function None() {
  return (
    <section class="told" aria-labelledby="heading">
      <h1 id="heading">{texts.none}</h1>
      <p class="dim">{texts.noneMore}</p>
      <div class="buttons">
        <Button primary onPress={() => void host.request('initialize', null)}>
          {texts.initialize}
        </Button>
      </div>
    </section>
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
      void submit(form.off);
      event.preventDefault();
      // The editor would take it too.
      event.stopPropagation();
    };
    document.addEventListener('keydown', keydown);
    return () => document.removeEventListener('keydown', keydown);
  }, [form]);
  const submitting = phase.value === 'submitting';
  return (
    <form
      class="form"
      aria-labelledby="heading"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(form.off);
      }}
    >
      <h1 id="heading">{texts.heading}</h1>
      <Workspace form={form} />
      {form.off !== '' && (
        <div class="notice">
          <p>{form.off}</p>
          {form.way !== '' && <Button onPress={() => void host.request('wayOut', null)}>{form.way}</Button>}
        </div>
      )}
      <Field name="title" label={texts.title} hint={texts.titleHint} most={2_000} required />
      <Field
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        most={20_000}
        rows={5}
      />
      <Rest form={form} />
      <Context />
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
          icon="send"
          keys={texts.submitKeys}
          disabled={submitting ? texts.isSubmitting : form.off}
          onPress={() => void submit(form.off)}
        >
          {submitting ? texts.submitting : texts.submit}
        </Button>
        {form.saved !== '' && !submitting && (
          <Button
            onPress={() => {
              touched.value = new Set();
              refusal.value = '';
              void host.request('discard', null);
            }}
          >
            {texts.discard}
          </Button>
        )}
        <span class="saved dim" data-figures>
          {form.saved}
        </span>
      </div>
    </form>
  );
}

function Workspace({ form }: { form: FormShown }) {
  const chosen = form.workspaces[form.workspace];
  return (
    <div class="form-field workspace">
      <label for="workspace">{texts.workspace}</label>
      <select
        id="workspace"
        class="field"
        disabled={phase.value === 'submitting'}
        value={String(form.workspace)}
        onChange={(event) => void host.request('workspace', { index: Number(event.currentTarget.value) })}
      >
        {form.workspaces.map((each, index) => (
          <option key={each.folder.text} value={String(index)} data-figures>
            {each.name.text}
          </option>
        ))}
      </select>
      <span class="dim agent">{chosen?.folder.text}</span>
    </div>
  );
}

function Rest({ form }: { form: FormShown }) {
  const { value: choices } = host.useSlice('choices', { workspace: Math.max(0, form.workspace) });
  const { parent } = checked.value;
  return (
    <div class="rest">
      <Field
        name="assignedTo"
        label={texts.assignedTo}
        hint={texts.assignedToHint}
        most={400}
        list="agents"
      />
      <Field name="priority" label={texts.priority} hint={texts.priorityHint} most={40} />
      <Field name="tags" label={texts.tags} hint={texts.tagsHint} most={4_000}>
        <TagButtons tags={choices?.tags ?? []} />
      </Field>
      <Field name="parent" label={texts.parent} hint={texts.parentHint} most={2_000} list="parents">
        {parent !== null && (
          <p class="meant">
            <span class="dim">{texts.parentIs}</span> <span class="agent">{parent.text}</span>
          </p>
        )}
      </Field>
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

function Context() {
  const { contextAt, faults } = checked.value;
  const wrong = touched.value.has('context') && faults.context !== undefined;
  return (
    <Field name="context" label={texts.context} hint={texts.contextHint} most={20_000} rows={4} mono>
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

function Submitted({ task }: { task: SubmittedShown }) {
  const ask = (name: 'show' | 'withdraw' | 'another') => void host.request(name, null);
  useEffect(() => announce(`${texts.submitted} ${task.words}`), []);
  return (
    <section class="told" aria-labelledby="heading">
      <h1 id="heading" tabIndex={-1} ref={(heading) => takeOver(heading)}>
        <span class="good">
          <Icon name="check" />
        </span>{' '}
        <span class="agent">{task.title.text}</span>
      </h1>
      <p class="dim agent">{task.words}</p>
      <div class="buttons">
        <Button primary icon="add" onPress={() => ask('another')}>
          {texts.another}
        </Button>
        <Button icon="go-to-file" onPress={() => ask('show')}>
          {texts.show}
        </Button>
        {task.withdrawable && <Button onPress={() => ask('withdraw')}>{texts.withdraw}</Button>}
      </div>
    </section>
  );
}

/** The box that had the focus went with the form. Of a page that had none, none is taken. */
function takeOver(heading: HTMLElement | null): void {
  if (heading !== null && document.hasFocus() && document.activeElement === document.body) heading.focus();
}

showPage(host, NewTask);
keepScroll(host);
