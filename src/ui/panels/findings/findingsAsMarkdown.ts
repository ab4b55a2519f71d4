/** Findings as Markdown, to be pasted elsewhere: nothing in what agents wrote becomes markup there. */
import { type Shown, shown } from '../../../text/agentText.ts';

export interface CopiedFinding {
  loop: string;
  name: string;
  text: string;
  /** "material", "round 3", "open". */
  facts: readonly string[];
}

/** A list item each. */
export function findingsAsMarkdown(findings: readonly CopiedFinding[]): Shown<'clipboard'> {
  return findings.map(item).join('\n') as Shown<'clipboard'>;
}

function item({ loop, name, text, facts }: CopiedFinding): string {
  const head = `**${escaped(name)}** (${[loop, ...facts].map(escaped).join(', ')})`;
  return `- ${head}: ${escaped(text)}`;
}

/** One line; whatever has a meaning in Markdown or HTML is taken literally. */
export function escaped(text: string): string {
  return shown(text.replace(/\s+/g, ' ').trim(), 'clipboard').replace(
    /[\\`*_{}[\]()<>#!|~&$@]|:(?=\/\/|\w+:)|(?<=www)\./gi,
    escapeOf,
  );
}

function escapeOf(character: string): string {
  if (character === '<') return '&lt;';
  if (character === '>') return '&gt;';
  if (character === '&') return '&amp;';
  return `\\${character}`;
}
