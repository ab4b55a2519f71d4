import { keyName } from '../../../text/keyWords.ts';
import { ours } from '../../../text/say.ts';
import { MAX_TEXT } from './newTaskMessages.ts';

/** The words of the New Task panel's page; `{0}` and so on are filled in there. */
export function newTaskTexts() {
  return {
    heading: ours('New task'),
    workspace: ours('Workspace'),
    title: ours('Title'),
    titleHint: ours('What is to be done'),
    description: ours('Description'),
    descriptionHint: ours('All that the agent needs to know. It reads this as text.'),
    assignedTo: ours('For whom'),
    assignedToHint: ours('Empty: the first agent that takes it'),
    anyone: ours('anyone'),
    priority: ours('Priority'),
    priorityHint: ours('A whole number: 1 comes first, 10 last'),
    tags: ours('Tags'),
    tagsUsed: ours('Tags that are used here'),
    tagsHint: ours('Separated by commas'),
    parent: ours('Parent'),
    parentHint: ours('Title or id of the task that this one belongs to'),
    parentIs: ours('belongs to'),
    context: ours('Context'),
    contextHint: ours('A JSON object that the agent gets with the task'),
    goThere: ours('Go There'),
    mostCharacters: ours('The box takes no more: at most {0} characters of text.', MAX_TEXT),
    submit: ours('Submit'),
    submitKeys: keyName('Enter'),
    submitting: ours('Submitting…'),
    isSubmitting: ours('It is being submitted.'),
    mend: ours('Not submitted: {0}'),
    notSubmitted: ours('Not submitted, all you filled in is here.'),
    submitted: ours('Submitted.'),
    discard: ours('Discard'),
    show: ours('Show Task'),
    withdraw: ours('Withdraw…'),
    another: ours('Another Task'),
    none: ours('No task workspace is known.'),
    noneMore: ours('A task workspace is a folder in which agents look for tasks.'),
    initialize: ours('Initialize Task Workspace…'),
  };
}
