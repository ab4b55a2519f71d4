import { readFileSync } from 'node:fs';

/** A fenced block of a prompt: what stands after the fence, as `jsonl events.jsonl`, and what is in it. */
export interface Example {
  language: string;
  name: string;
  text: string;
}

export const PROMPTS = ['build-a-loop', 'connect-my-loops'] as const;

export function readMedia(path: string): string {
  return readFileSync(new URL(`../../media/${path}`, import.meta.url), 'utf8');
}

export function examplesOf(prompt: string): Example[] {
  return [...prompt.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language, name, text]) => ({
    language: language ?? '',
    name: name ?? '',
    text: text ?? '',
  }));
}

/** All blocks of one name together, as the file that they are parts of. */
export function exampleFile(prompt: string, name: string): string {
  return examplesOf(prompt)
    .filter((example) => example.name === name)
    .map((example) => example.text)
    .join('');
}
