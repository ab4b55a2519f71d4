/**
 * The messages that can be translated, as they stand in the source: `node test/editor/messages.ts` writes them to
 * l10n/bundle.l10n.json, which translators start from; a unit test compares.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.ts';

export const BUNDLE = join(ROOT, 'l10n', 'bundle.l10n.json');

/** `ours('…'`, `say(sink, '…'` and `t('…'`: the message is always a literal. */
const CALL =
  /\b(?:ours\(|t\(|say(?:<[^>]*>)?\(\s*(?:'\w+'|sink),)\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

export function messages(): Record<string, string> {
  const found = new Set<string>();
  const folder = join(ROOT, 'src');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    for (const [, single, double] of readFileSync(join(folder, name), 'utf8').matchAll(CALL)) {
      const text = single?.replace(/\\(.)/g, '$1') ?? (JSON.parse(`"${double ?? ''}"`) as string);
      found.add(text);
    }
  }
  return Object.fromEntries([...found].sort().map((text) => [text, text]));
}

export function bundleText(): string {
  return `${JSON.stringify(messages(), null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(BUNDLE, bundleText());
