/** What is typed into the box of a field: a value at once where it stands for one, else kept until it does. */
import {
  contextFault,
  ofOneLine,
  onOneLine,
  priorityOf,
  type TaskForm,
  tagsOf,
  tagsText,
} from './taskForm.ts';

export const TYPED_FIELDS = ['title', 'description', 'assignedTo', 'priority', 'tags', 'context'] as const;
export type TypedField = (typeof TYPED_FIELDS)[number];

/** By field the text that was typed and is no value of it, or not entered yet where half of it would be one. */
export type Unfinished = Partial<Record<TypedField, string>>;

export interface Filled {
  form: TaskForm;
  unfinished: Unfinished;
}

/** What its box holds when it opens. */
export function boxText({ form, unfinished }: Filled, field: TypedField): string {
  return unfinished[field] ?? valueText(form, field);
}

function valueText(form: TaskForm, field: TypedField): string {
  switch (field) {
    case 'title':
    case 'description':
      return onOneLine(form[field]);
    case 'assignedTo':
      return form.assignedTo ?? '';
    case 'priority':
      return form.priority === null ? '' : String(form.priority);
    case 'tags':
      return tagsText(form.tags);
    case 'context':
      return form.context.replace(/\s*[\r\n]\s*/g, ' ');
  }
}

/**
 * @param opened as it was when the box opened: what is left alone keeps its own breaks
 * @param entered the person has said that this is all of it
 */
export function typeInto(opened: Filled, field: TypedField, text: string, entered: boolean): Filled {
  const { [field]: _, ...unfinished } = opened.unfinished;
  const { form } = opened;
  if (text === valueText(form, field)) return { form, unfinished };
  // Half of a number or of a name is one as well: only Enter says that it is whole.
  const isPart = !entered && (field === 'assignedTo' || field === 'priority');
  const value = isPart ? undefined : typedValue(field, text);
  if (value !== undefined) return { form: { ...form, ...value }, unfinished };
  return { form, unfinished: text.trim() === '' ? unfinished : { ...unfinished, [field]: text } };
}

/** Undefined: it stands for none. */
function typedValue(field: TypedField, text: string): Partial<TaskForm> | undefined {
  switch (field) {
    case 'title':
      return text.trim() === '' ? undefined : { title: ofOneLine(text) };
    case 'description':
      return { description: ofOneLine(text) };
    case 'assignedTo':
      return text.trim() === '' ? undefined : { assignedTo: text.trim() };
    case 'priority': {
      const priority = priorityOf(text);
      return priority === null ? undefined : { priority };
    }
    case 'tags':
      return { tags: tagsOf(text) };
    case 'context':
      return contextFault(text) === null ? { context: text } : undefined;
  }
}

/** The first field that is not done, in the order of the form. */
export function firstUnfinished({ unfinished }: Filled): TypedField | undefined {
  return TYPED_FIELDS.find((field) => unfinished[field] !== undefined);
}

/** Out of a draft. */
export function unfinishedFrom(value: unknown): Unfinished {
  const given = (value ?? {}) as Record<string, unknown>;
  const unfinished: Unfinished = {};
  for (const field of TYPED_FIELDS) {
    const text = given[field];
    if (typeof text === 'string' && text !== '') unfinished[field] = text;
  }
  return unfinished;
}
