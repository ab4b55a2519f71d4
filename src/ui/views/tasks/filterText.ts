/** A filter as a person types it: "invoice #web agent:scribe not done". */
import type { TaskFilter } from '../../../workspace/tasks/taskFilter.ts';

/** Words that start with `#` are tags, `agent:` names one, `not done` or `-done` leaves out what is done. */
export function parseFilter(typed: string): TaskFilter {
  const words: string[] = [];
  let tag: string | null = null;
  let agent: string | null = null;
  let hideDone = false;
  const plain = typed.replace(/(^|\s)(?:not\s+done|-done)(?=\s|$)/gi, (_, before: string) => {
    hideDone = true;
    return before;
  });
  for (const [word] of plain.matchAll(/(?:#|agent:)"[^"]*"?|\S+/gi)) {
    const named = /^#"?([^"]+)"?$/.exec(word)?.[1];
    const name = /^agent:"?([^"]+)"?$/i.exec(word)?.[1];
    if (named !== undefined) tag = named;
    else if (name !== undefined) agent = name;
    else if (!/^(?:#|agent:)"*$/i.test(word)) words.push(word);
  }
  return { text: words.join(' '), tag, agent, hideDone };
}

/** The same in the form in which it is typed. */
export function filterText({ text, tag, agent, hideDone }: TaskFilter): string {
  return [
    text,
    tag === null ? '' : `#${quoted(tag)}`,
    agent === null ? '' : `agent:${quoted(agent)}`,
    hideDone ? 'not done' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function quoted(name: string): string {
  return /\s/.test(name) ? `"${name}"` : name;
}
