/**
 * Text from a folder, made fit for the place where it is shown.
 *
 * The editor's own surfaces turn text into acts: a link in a notification runs a command, `$(name)` becomes an icon,
 * a bidirectional control swaps what one reads. Every text an agent wrote goes through `shown`, and the wrappers of
 * this folder take nothing else.
 */
import { graphemes } from './graphemes.ts';

/** Where a text is shown. A tooltip and an accessible name are `tree`; several lines are joined by `lines`. */
export type Sink =
  | 'toast'
  | 'prompt'
  | 'pick'
  | 'statusBar'
  | 'tree'
  | 'log'
  | 'document'
  | 'clipboard'
  | 'webview';

declare const fitFor: unique symbol;
/** Text that may be shown in the sinks `S`; without an argument, anywhere. */
export type Shown<S extends Sink = Sink> = string & { readonly [fitFor]: (sink: S) => void };

/** Without line breaks, where one would make a text of an agent's look like lines of ours. */
export function withoutBreaks(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Nothing to say: `join` and `lines` leave it out. */
export const NONE = '' as Shown;

interface Rules {
  /** Graphemes before the text is cut. */
  max: number;
  oneLine: boolean;
  /** The sink makes links of `[…](…)` and icons of `$(…)`. */
  parses: boolean;
  /** Right-to-left text is fenced, so that it can't move what stands beside it. */
  isolates: boolean;
}

const RULES: Record<Sink, Rules> = {
  toast: { max: 160, oneLine: true, parses: true, isolates: true },
  prompt: { max: 320, oneLine: true, parses: true, isolates: true },
  pick: { max: 320, oneLine: true, parses: true, isolates: true },
  statusBar: { max: 60, oneLine: true, parses: true, isolates: true },
  tree: { max: 200, oneLine: true, parses: false, isolates: true },
  log: { max: 500, oneLine: true, parses: false, isolates: true },
  document: { max: 300_000, oneLine: false, parses: false, isolates: false },
  clipboard: { max: 300_000, oneLine: false, parses: false, isolates: false },
  // The panel's own element isolates it; `panelText` cuts it.
  webview: { max: 20_000, oneLine: false, parses: false, isolates: false },
};

const WORD_JOINER = '\u2060';
const PLAIN = /^[\x20-\x7e]*$/;
const LINE_BREAKS = /\r\n|[\n\r\v\f\x85\u2028\u2029]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** More marks than this on one letter paint over the rows around it. */
const MANY_MARKS = /(\p{M}{6})\p{M}+/gu;
/** Everything that takes no room, or another's. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/**
 * The text as `sink` may show it.
 *
 * @param max graphemes before it is cut with "…"; each sink has its own.
 */
export function shown<S extends Sink>(text: string, sink: S, max: number = RULES[sink].max): Shown<S> {
  const rules = RULES[sink];
  return clean(text, rules, max) as Shown<S>;
}

function clean(text: string, rules: Rules, max: number): string {
  // No grapheme needs more than this, and nothing below has to look at forty megabytes.
  const bounded = text.length > max * 16 ? text.slice(0, max * 16) : text;
  if (PLAIN.test(bounded)) {
    const cutText = cut(bounded, max);
    return rules.parses ? broken(cutText) : cutText;
  }
  const lined = rules.oneLine ? bounded.replace(LINE_BREAKS, ' ').replace(/\t/g, ' ') : bounded;
  return lined
    .split(rules.oneLine ? /(?!)/ : LINE_BREAKS)
    .map((line) => cleanLine(line, rules, max))
    .join('\n');
}

function cleanLine(line: string, rules: Rules, max: number): string {
  // What this function itself puts in is taken out first, so that a text shown twice stays as it is.
  const bare = line.replace(/^\u2068([^\u2066-\u2069]*)\u2069$/, '$1').replace(/([$\]])\u2060/g, '$1');
  const visible = bare
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(INVISIBLE, (found, offset: number) => visibly(found, bare, offset))
    .replace(MANY_MARKS, '$1');
  const cutText = cut(visible, max);
  const safe = rules.parses ? broken(cutText) : cutText;
  return rules.isolates && RIGHT_TO_LEFT.test(safe) ? `\u2068${safe}\u2069` : safe;
}

function visibly(found: string, text: string, offset: number): string {
  const code = found.codePointAt(0) ?? 0;
  const isVariation = code >= 0xfe00 && code <= 0xfe0f;
  if (found === '\t' || isVariation || isNeeded(code, text, offset)) return found;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** A joiner between letters of a script that has them, or between emoji, belongs to them; elsewhere it hides something. */
function isNeeded(code: number, text: string, offset: number): boolean {
  if (code !== 0x200c && code !== 0x200d) return false;
  const before = text.slice(Math.max(0, offset - 4), offset);
  const after = text.slice(offset + 1, offset + 3);
  const inWord = /[^\p{ASCII}]$/u.test(before) && /(?:\p{L}|\p{M})$/u.test(before) && /^\p{L}/u.test(after);
  const inEmoji =
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after);
  return inWord || inEmoji;
}

/** Icons and links no longer read as such; also where the next text would complete one. */
function broken(text: string): string {
  return text.replace(/([$\]])(?=\(|$)/g, `$1${WORD_JOINER}`);
}

/** At most `max` graphemes; of a longer text the last of them is "…". */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  let end = 0;
  for (const { segment, index } of graphemes(text)) {
    count += 1;
    if (count > max) return `${text.slice(0, end)}…`;
    if (count < max) end = index + segment.length;
  }
  return text;
}

/** Parts one after the other with `between`, the empty ones left out. */
export function join<S extends Sink>(parts: readonly Shown<S>[], between = ' · '): Shown<S> {
  return parts.filter((part) => part !== '').join(between) as Shown<S>;
}

/** Several lines: for tooltips and documents. */
export function lines<S extends Sink>(parts: readonly Shown<S>[]): Shown<S> {
  return join(parts, '\n');
}

/** An icon of the editor's before a text of ours. The only way to one. */
export function withIcon<S extends 'statusBar' | 'pick'>(icon: string, text: Shown<S>): Shown<S> {
  return `$(${icon}) ${text}` as Shown<S>;
}

/** A command as one line for a terminal: each word quoted for the shell, nothing in it run or expanded. */
export function shellLine(
  words: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Shown<'clipboard'> {
  const quote = platform === 'win32' ? quoteForPowerShell : quoteForSh;
  return words.map((word) => quote(word)).join(' ') as Shown<'clipboard'>;
}

function quoteForSh(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // A control character pasted into a terminal acts before the shell reads it: written as an escape it can't.
  if (/[\p{Cc}]/u.test(word)) return `$'${[...word].map(escapedForSh).join('')}'`;
  return `'${word.replace(/'/g, `'\\''`)}'`;
}

function escapedForSh(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && (code < 0x7f || code > 0x9f)) return character;
  return [...new TextEncoder().encode(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}

function quoteForPowerShell(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return `'${word.replace(/[\p{Cc}]/gu, ' ').replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}
