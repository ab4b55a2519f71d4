/** Why a loop needs a look: what a row says, and what a person can do about it. */

import { millis } from '../../../protocol/lib/time.ts';
import type { ReasonArgs } from '../../../protocol/loops/attention.ts';
import type { KeyFacts } from '../../../protocol/loops/key.ts';
import type { LookCode } from '../../../protocol/loops/loopSnapshot.ts';
import { lines, NONE, type Shown, type Sink, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import { failureText, type Look, type LoopLook } from '../../../workspace/needsYou.ts';
import { dollars } from './costWords.ts';

/** "over cap: $31.20 of $25". */
export function lookWords<S extends Sink>(sink: S, look: LoopLook, now: number): Shown<S> {
  const { args } = look.reason;
  switch (look.code) {
    case 'over-cap':
      return capsWords(look, ours('over cap'));
    case 'capped':
      return capsWords(look, ours('at its cap'));
    case 'failed':
      return withText(sink, ours('failed'), failureText(look));
    case 'needs-person':
      return withText(sink, ours('needs you'), failureText(look));
    case 'stalled':
      return since(args, now, (time) => ours('stalled: no sign for {0}', time), ours('stalled'));
    case 'no-progress':
      return noProgressWords(sink, look);
    case 'problem':
      return problemWords(sink, look);
    case 'untrusted':
      return numberOf(args, 'count') > 1
        ? ours('{0} lines in its inbox are not from you', numberOf(args, 'count'))
        : ours('a line in its inbox is not from you');
    case 'unread':
      return args['kind'] === 'stop'
        ? since(
            args,
            now,
            (time) => ours('has not read your stop for {0}', time),
            ours('has not read your stop'),
          )
        : since(
            args,
            now,
            (time) => ours('has not read your answer for {0}', time),
            ours('has not read what you sent'),
          );
    case 'still-asks':
      return ours('read your answer and still asks');
    case 'decided':
      return withText(sink, ours('decided without you'), textOf(args, 'text'));
  }
}

function textOf(args: Record<string, unknown>, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value : '';
}

function numberOf(args: Record<string, unknown>, name: string): number {
  const value = args[name];
  return typeof value === 'number' ? value : 0;
}

function since(
  args: Record<string, unknown>,
  now: number,
  timed: (time: Shown) => Shown,
  untimed: Shown,
): Shown {
  const at = millis(textOf(args, 'since'));
  return at === null ? untimed : timed(duration(now - at));
}

function withText<S extends Sink>(sink: S, head: Shown, text: string): Shown<S> {
  return text === '' ? head : (`${head}: ${shown(text, sink)}` as Shown<S>);
}

/** "over cap: $31.20 of $25": which cap, and how the loop stands to it. */
export function capsWords(look: LoopLook, head: Shown): Shown {
  const use = capWords(look);
  if (use === '') return head;
  return firstCap(look)?.cap === 'runtime' ? ours('{0}: runs {1}', head, use) : (`${head}: ${use}` as Shown);
}

function firstCap(look: LoopLook) {
  const { caps } = look.reason.args as Partial<ReasonArgs['over-cap']>;
  return caps?.[0];
}

/** "$31.20 of $25", "3 h of 2 h", "round 7 of 6": of the first of the caps that it is about. */
export function capWords(look: LoopLook): Shown {
  const first = firstCap(look);
  if (first === undefined) return NONE;
  const { cap, value, limit } = first;
  switch (cap) {
    case 'cost':
      return ours('{0} of {1}', dollars(value, look.loop.snapshot.costEstimated), dollars(limit, false));
    case 'runtime':
      return ours('{0} of {1}', duration(value * 60_000), duration(limit * 60_000));
    case 'rounds':
      return ours('round {0} of {1}', value, limit);
  }
}

/** How many material findings did not get fewer; null where that is not why it makes no progress. */
export function stayOpen(look: LoopLook): number | null {
  const { ways, openMaterial } = look.reason.args as Partial<ReasonArgs['no-progress']>;
  return ways?.includes('findings') === true ? (openMaterial?.at(-1) ?? null) : null;
}

/** What does not move: counts, discarded rounds, or a finding that is back. */
function noProgressWords<S extends Sink>(sink: S, look: LoopLook): Shown<S> {
  const { ways, openMaterial, again } = look.reason.args as Partial<ReasonArgs['no-progress']>;
  const open = stayOpen(look);
  if (open !== null) return ours('no progress ×{0}: {1} stay open', openMaterial?.length ?? 0, open);
  if (ways?.includes('discarded') === true) return ours('no progress: two rounds discarded');
  return withText(sink, ours('no progress: back again'), again?.[0]?.text ?? '');
}

function problemWords<S extends Sink>(sink: S, look: LoopLook): Shown<S> {
  const { args } = look.reason;
  const count = numberOf(args, 'count');
  const text = [textOf(args, 'file'), textOf(args, 'message')].filter((part) => part !== '').join(': ');
  return withText(
    sink,
    count > 1 ? ours('{0} problems in its files', count) : ours('a problem in its files'),
    text,
  );
}

const ADVICE: Readonly<Partial<Record<LookCode, () => Shown>>> = {
  unread: () =>
    ours(
      'It may have died while it waited: open a terminal there, or copy the resume hint. Nothing is killed.',
    ),
  'still-asks': () => ours('Read is not accepted: most often the loop checks with another key.'),
  untrusted: () => ours('Its signature does not hold for this loop: it answers and stops nothing.'),
  stalled: () => ours('No sign within the stall window. It may work on something long, or have died.'),
  'over-cap': () => ours('It runs on past what its own loop.json allows. Stop is in the menu.'),
  capped: () => ours('It ends here unless its cap is raised.'),
  decided: () => ours('The question ended without you. Steer the loop if it went the wrong way.'),
  problem: () => ours('Everything else of the loop is read. Open it for the file and line.'),
  'no-progress': () => ours('The last rounds brought it no nearer. Steer it, or stop it.'),
};

/** Those in which the key may be what is wrong. */
const OF_KEYS = new Set<LookCode>(['unread', 'still-asks', 'untrusted']);

/** What to do, for the tooltip; empty where the row says it all. */
export function lookAdvice({ code }: LoopLook, key: KeyFacts | undefined): Shown<'tree'> {
  return lines<'tree'>([ADVICE[code]?.() ?? NONE, OF_KEYS.has(code) ? keyWords(key) : NONE]);
}

/** Which key this editor signs with: its file and fingerprint, never its content. */
export function keyWords(key: KeyFacts | undefined): Shown<'tree'> {
  if (key === undefined) return NONE;
  if (key.fingerprint === null)
    return say(
      'tree',
      'Key of this editor: {0} ({1})',
      key.path,
      KEY_STATES[key.state]?.() ?? ours('not readable'),
    );
  return say('tree', 'Key of this editor: {0}, fingerprint {1}', key.path, key.fingerprint);
}

const KEY_STATES: Readonly<Record<string, () => Shown>> = {
  missing: () => ours('not made yet'),
  short: () => ours('too short'),
  'not-hex': () => ours('not hex'),
};

/** One or two characters at the row's edge. */
export function lookBadge(look: Look): Shown | undefined {
  if (look.same.length > 1) return String(Math.min(99, look.same.length)) as Shown;
  if (look.code === 'over-cap') return '$' as Shown;
  if (look.code === 'no-progress') return '=' as Shown;
  return undefined;
}

export function lookBadgeMeaning(look: Look): Shown {
  if (look.same.length > 1) return ours('{0} alike', look.same.length);
  return look.code === 'over-cap' ? ours('over its cap') : ours('no progress');
}
