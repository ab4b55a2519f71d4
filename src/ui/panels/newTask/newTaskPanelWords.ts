import { MOST_CHARACTERS } from '../../../acts/tasks/taskFields.ts';
import { keyName } from '../../../text/keyWords.ts';
import { ours } from '../../../text/say.ts';
import { fieldLabel } from '../../kit/words/taskFormWords.ts';

/** The words of the New Task panel's page; `{0}` and so on are filled in there. */
export function newTaskTexts() {
  return {
    heading: ours('New task'),
    editHeading: ours('Edit task'),
    workspace: ours('Workspace'),
    title: fieldLabel('title'),
    titleHint: ours('What is to be done'),
    description: fieldLabel('description'),
    descriptionHint: ours('All that the agent needs to know. It reads this as text.'),
    assignedTo: fieldLabel('assignedTo'),
    assignedToHint: ours('Empty: the first agent that takes it'),
    priority: fieldLabel('priority'),
    priorityHint: ours('A whole number: 1 comes first, 10 last'),
    tags: fieldLabel('tags'),
    tagsUsed: ours('Tags that are used here'),
    tagsHint: ours('Separated by commas'),
    parent: fieldLabel('parent'),
    parentHint: ours('Title or id of the task that this one belongs to'),
    parentIs: ours('belongs to'),
    context: fieldLabel('context'),
    contextHint: ours('A JSON object that the agent gets with the task'),
    goThere: ours('Go There'),
    mostCharacters: ours('The box takes no more: at most {0} characters of text.', MOST_CHARACTERS),
    sendKeys: keyName('Enter'),
    submit: ours('Submit'),
    submitting: ours('Submitting…'),
    isSubmitting: ours('It is being submitted.'),
    mend: ours('Not submitted: {0}'),
    notSubmitted: ours('Not submitted, all you filled in is here.'),
    submitted: ours('Submitted.'),
    save: ours('Save Changes'),
    saving: ours('Saving…'),
    isSaving: ours('It is being saved.'),
    mendEdit: ours('Not saved: {0}'),
    notSaved: ours('Not saved, all you filled in is here.'),
    saved: ours('Saved.'),
    elsewhere: ours('Only a task that waits can be changed.'),
    discard: ours('Discard'),
    discardEdit: ours('Discard Changes'),
    show: ours('Show Task'),
    withdraw: ours('Withdraw…'),
    another: ours('Another Task'),
    again: ours('Edit Again'),
    none: ours('No task workspace is known.'),
    noneMore: ours('A task workspace is a folder in which agents look for tasks.'),
    initialize: ours('Initialize Task Workspace…'),
  };
}
