/** Why a loop needs a look: what a row says, and what a person can do about it. */
import { failureText, type Look } from '../../workspace/needsYou.ts';
import { loopCost } from '../../workspace/totals.ts';
import { lastSent } from '../../workspace/waits.ts';
import type { WatchedLoop } from '../../workspace/watchedLoop.ts';
import { type Shown, type Sink, shown } from '../agentText.ts';
import type { KeyFacts } from '../signingKey.ts';
import { age } from './ages.ts';
import { dollars } from './costs.ts';
import { ours, say } from './say.ts';
import { duration } from './time.ts';

/** "over cap: $31.20 of $25". */
export function lookWords<S extends Sink>(sink: S, look: Look, now: number): Shown<S> {
  const { snapshot } = look.loop;
  switch (look.code) {
    case 'over-cap':
      return overCapWords(look.loop);
    case 'failed':
      return withText(sink, ours('failed'), failureText(look));
    case 'needs-person':
      return withText(sink, ours('needs you'), failureText(look));
    case 'stalled':
      return snapshot.lastSign === null
        ? ours('stalled')
        : ours('stalled: no sign for {0}', duration(now - Date.parse(snapshot.lastSign)));
    case 'no-progress':
      return noProgressWords(sink, look.loop);
    case 'capped':
      return cappedWords(look.loop);
    case 'problem':
      return withText(sink, ours('a problem in its files'), problemText(look));
    case 'untrusted':
      return ours('a line in its inbox is not from you');
    case 'unread':
      return unreadWords(look.loop, now);
    case 'still-asks':
      return ours('read your answer and still asks');
    case 'decided':
      return withText(sink, ours('decided without you'), decidedText(look));
  }
}

function withText<S extends Sink>(sink: S, head: Shown, text: string): Shown<S> {
  return text === '' ? head : (`${head}: ${shown(text, sink)}` as Shown<S>);
}

/** Which cap, and by how much. */
export function overCapWords(loop: WatchedLoop): Shown {
  const { manifest, costUsd, costEstimated, runtimeSeconds, rounds } = loop.snapshot;
  const usd = manifest?.cost_cap_usd ?? null;
  if (usd !== null && costUsd > usd)
    return ours('over cap: {0} of {1}', dollars(costUsd, costEstimated), dollars(usd, false));
  const minutes = manifest?.runtime_cap_minutes;
  if (minutes !== undefined && runtimeSeconds > minutes * 60)
    return ours('over cap: runs {0} of {1}', duration(runtimeSeconds * 1000), duration(minutes * 60_000));
  const cap = manifest?.round_cap;
  const round = rounds.at(-1)?.round;
  if (cap !== undefined && round !== undefined) return ours('over cap: round {0} of {1}', round, cap);
  return ours('over cap');
}

function cappedWords(loop: WatchedLoop): Shown {
  const { manifest, costUsd, costEstimated, rounds } = loop.snapshot;
  const usd = manifest?.cost_cap_usd ?? null;
  if (usd !== null && costUsd >= usd)
    return ours(
      'stands at its cap: {0} of {1}',
      dollars(loopCost(loop).usd, costEstimated),
      dollars(usd, false),
    );
  const cap = manifest?.round_cap;
  const ended = rounds.filter((round) => round.endedAt !== null).length;
  if (cap !== undefined && ended >= cap) return ours('stands at its cap: {0} rounds', cap);
  return ours('stands at its cap');
}

/** What does not move: counts, discarded rounds, or a finding that is back. */
function noProgressWords<S extends Sink>(sink: S, loop: WatchedLoop): Shown<S> {
  const ended = loop.snapshot.rounds.filter((round) => round.endedAt !== null);
  const lastTwo = ended.slice(-2);
  if (lastTwo.length === 2 && lastTwo.every((round) => round.outcome === 'discarded'))
    return ours('no progress: two rounds discarded');
  const three = ended.slice(-3).map((round) => round.openMaterial);
  const [first = 0, second = 0, third = 0] = three;
  if (three.length === 3 && third > 0 && second >= first && third >= second)
    return ours('no progress ×3: {0} stay open', third);
  const back = loop.snapshot.openFindings.find((finding) => wasFixed(loop, finding.text));
  return back === undefined ? ours('no progress') : say(sink, 'no progress: back again: {0}', back.text);
}

function wasFixed(loop: WatchedLoop, text: string): boolean {
  return loop.snapshot.rounds.some((round) =>
    round.findings.some((each) => each.resolution === 'fixed' && alike(each.text) === alike(text)),
  );
}

function alike(text: string): string {
  return text.toLowerCase().replace(/[\d\s'"“”‘’«»]/g, '');
}

function unreadWords(loop: WatchedLoop, now: number): Shown {
  const sent = lastSent(loop);
  if (sent?.sentAt === null || sent === null) return ours('has not read what you sent');
  const since = duration(now - sent.sentAt);
  return sent.entry.kind === 'stop'
    ? ours('has not read your stop for {0}', since)
    : ours('has not read your answer for {0}', since);
}

function problemText(look: Look): string {
  return (
    look.loop.snapshot.problems.find((problem) => problem.severity === 'error')?.message ??
    look.loop.snapshot.problems[0]?.message ??
    ''
  );
}

function decidedText(look: Look): string {
  const key: unknown = look.reason.args['key'];
  const question =
    look.loop.snapshot.questions.find(
      (each) => key !== undefined && JSON.stringify(each.key) === JSON.stringify(key),
    ) ?? look.loop.snapshot.questions.findLast((each) => each.state !== 'answered' && each.state !== 'open');
  return question?.text ?? '';
}

/** What to do, for the tooltip; empty where the row says it all. */
export function lookAdvice(look: Look, key: KeyFacts | undefined): Shown<'tree'> {
  switch (look.code) {
    case 'unread':
      return lines2(
        ours(
          'It may have died while it waited: open a terminal there, or copy the resume hint. Nothing is killed.',
        ),
        keyWords(key),
      );
    case 'still-asks':
      return lines2(
        ours('Read is not accepted: most often the loop checks with another key.'),
        keyWords(key),
      );
    case 'untrusted':
      return lines2(
        ours('Its signature does not hold for this loop: it answers and stops nothing.'),
        keyWords(key),
      );
    case 'stalled':
      return ours('No sign within the stall window. It may work on something long, or have died.');
    case 'over-cap':
      return ours('It runs on past what its own loop.json allows. Stop is in the menu.');
    case 'capped':
      return ours('It ends here unless its cap is raised.');
    case 'decided':
      return ours('The question ended without you. Steer the loop if it went the wrong way.');
    case 'problem':
      return ours('Everything else of the loop is read. Open it for the file and line.');
    case 'no-progress':
      return ours('The last rounds brought it no nearer. Steer it, or stop it.');
    default:
      return '' as Shown;
  }
}

function lines2(first: Shown<'tree'>, second: Shown<'tree'>): Shown<'tree'> {
  return (second === '' ? first : `${first}\n${second}`) as Shown<'tree'>;
}

/** Which key this editor signs with: its file and fingerprint, never its content. */
export function keyWords(key: KeyFacts | undefined): Shown<'tree'> {
  if (key === undefined) return '' as Shown;
  if (key.fingerprint === null) return say('tree', 'Key of this editor: {0} ({1})', key.path, keyState(key));
  return say('tree', 'Key of this editor: {0}, fingerprint {1}', key.path, key.fingerprint);
}

function keyState(key: KeyFacts): string {
  switch (key.state) {
    case 'missing':
      return ours('not made yet');
    case 'short':
      return ours('too short');
    case 'not-hex':
      return ours('not hex');
    default:
      return ours('not readable');
  }
}

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

/** Since when the row's age counts, for the end of a row. */
export function lookAge(loop: WatchedLoop, now: number): Shown {
  return loop.snapshot.lastSign === null ? ('' as Shown) : age(now - Date.parse(loop.snapshot.lastSign));
}
