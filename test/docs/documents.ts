/** The parts of the documents that are made, not written: tables from the manifest, what both prompts share. */
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../src/contract.ts';
import { commandTable, keyTable, type PackageJson, settingTable, type Words } from './tables.ts';

const ROOT = new URL('../../', import.meta.url);
const PROMPTS = ['media/prompts/build-a-loop.md', 'media/prompts/connect-my-loops.md'] as const;
const SHARED = '\n## The files\n';

/** What the commands take when other programs or keys call them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  [COMMANDS.openRow]: 'a row; without it, the selected one',
  [COMMANDS.copyRow]: 'a row; without it, the selected one',
  [COMMANDS.validate]: 'a row; without it, all loops',
  [COMMANDS.initializeTasks]: 'the folder, as an absolute path; asked for without it',
  [COMMANDS.createDemo]: 'the folder, as an absolute path; asked for without it',
};

export function readDocument(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

function between(text: string, name: string, made: string): string {
  const begin = `<!-- made: ${name} -->\n`;
  const end = `<!-- end: ${name} -->`;
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`no place for ${name}`);
  }
  return `${before}${begin}\n${made}\n\n${end}${after}`;
}

function readme(): string {
  const manifest = JSON.parse(readDocument('package.json')) as PackageJson;
  const words = JSON.parse(readDocument('package.nls.json')) as Words;
  let text = readDocument('README.md');
  text = between(text, 'commands', commandTable(manifest, words, ARGUMENTS));
  text = between(text, 'settings', settingTable(manifest, words));
  return between(text, 'keys', keyTable(manifest, words));
}

function prompt(path: (typeof PROMPTS)[number]): string {
  const helper = readDocument('media/demo/loophelper.py');
  const shared = readDocument(PROMPTS[0]).split(SHARED)[1] ?? '';
  const own = readDocument(path).split(SHARED)[0] ?? '';
  const [before = '', rest = ''] = shared.split('```python loophelper.py\n');
  const after = rest.slice(rest.indexOf('\n```\n') + 1);
  return `${own}${SHARED}${before}\`\`\`python loophelper.py\n${helper}${after}`;
}

/** Each document that has made parts, as it should be, by its path. */
export function madeDocuments(): Record<string, string> {
  return {
    'README.md': readme(),
    ...Object.fromEntries(PROMPTS.map((path) => [path, prompt(path)])),
  };
}
