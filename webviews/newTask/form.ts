/**
 * What is typed in the form. The draft is kept by the host; the page is ahead of it by what is on its way, and takes over
 * what comes back only where nothing of its own is.
 */
import { signal } from '@preact/signals';
import type {
  Checked,
  FieldName,
  Fields,
  FormShown,
  NewTaskContract,
  NewTaskTexts,
} from '../../src/ui/panels/newTask/newTaskMessages.ts';
import { Host } from '../shared/host.ts';
import { announce } from '../shared/live.tsx';
import { fill } from '../shared/words.tsx';

export const host = new Host<NewTaskContract>({});
export const texts = host.boot.texts as NewTaskTexts;

/** In the order of the form. */
const NAMES: FieldName[] = ['title', 'description', 'assignedTo', 'priority', 'tags', 'parent', 'context'];

export const fields = signal(Object.fromEntries(NAMES.map((name) => [name, ''])) as Fields);
export const checked = signal<Checked>({ faults: {}, contextAt: null, summary: '', parent: null });
/** Fields that the person has left, or tried to submit: only of these it is said what is wrong. */
export const touched = signal<ReadonlySet<FieldName>>(new Set());
export const phase = signal<'typing' | 'submitting'>('typing');
/** Why the last try did not get through; empty where there was none, or something was changed since. */
export const refusal = signal('');

let underWay = 0;
let taken: unknown;

export function came(form: FormShown): void {
  if (taken === form) return;
  taken = form;
  if (underWay > 0) return;
  fields.value = form.fields;
  checked.value = form.checked;
}

export function touch(...names: FieldName[]): void {
  if (names.some((name) => !touched.peek().has(name))) touched.value = new Set([...touched.peek(), ...names]);
}

export async function type(change: Partial<Fields>): Promise<void> {
  fields.value = { ...fields.peek(), ...change };
  refusal.value = '';
  underWay += 1;
  const reply = await host.request('type', fields.peek());
  underWay -= 1;
  if (reply.ok && underWay === 0) checked.value = reply.value;
}

/** What is said of sending: a new task is submitted, the changes of another are saved. */
export function sendingWords({ edits }: FormShown) {
  return edits === null
    ? {
        send: texts.submit,
        sending: texts.submitting,
        isSending: texts.isSubmitting,
        mend: texts.mend,
        notSent: texts.notSubmitted,
        sent: texts.submitted,
        discard: texts.discard,
      }
    : {
        send: texts.save,
        sending: texts.saving,
        isSending: texts.isSaving,
        mend: texts.mendEdit,
        notSent: texts.notSaved,
        sent: texts.saved,
        discard: texts.discardEdit,
      };
}

export async function submit(form: FormShown): Promise<void> {
  if (phase.peek() === 'submitting') return;
  touch(...NAMES);
  const words = sendingWords(form);
  if (form.off !== '') {
    announce(form.off);
    return;
  }
  const wrong = NAMES.find((name) => checked.peek().faults[name] !== undefined);
  if (wrong !== undefined) {
    announce(fill(words.mend, checked.peek().faults[wrong] ?? ''));
    document.getElementById(wrong)?.focus();
    return;
  }
  phase.value = 'submitting';
  refusal.value = '';
  announce(words.sending);
  const reply = await host.request('submit', fields.peek());
  phase.value = 'typing';
  if (reply.ok && reply.value.submitted) {
    announce(words.sent);
    return;
  }
  refusal.value = reply.ok ? words.notSent : fill(words.mend, reply.words || words.notSent);
  announce(refusal.peek());
}
