/** What became of a finding round by round, told from the rounds before it. */
import type { RoundFinding } from '../../../protocol/loops/loopModel.ts';
import { type Listing, placeOf } from './findingListing.ts';

/** `new` in its round, `stays` since an earlier one, `back` after its step had not listed it. */
export interface Became {
  kind: 'new' | 'stays' | 'back';
  /** The first of the rounds in a row that list it; of one that is back, the last before it was gone. */
  since: number;
}

export interface HistoryLine {
  round: number;
  kind: 'listed' | 'closed' | 'gone';
  finding: RoundFinding | null;
}

/** So many rounds back. */
const LOOKED_AT = 12;

interface Listed {
  open: ReadonlySet<string>;
  all: ReadonlyMap<string, RoundFinding>;
}

const known = new WeakMap<readonly RoundFinding[], Listed>();

function listedIn(findings: readonly RoundFinding[]): Listed {
  const before = known.get(findings);
  if (before !== undefined) return before;
  const open = new Set<string>();
  const all = new Map<string, RoundFinding>();
  for (const finding of findings)
    for (const key of keysOf(finding)) {
      all.set(key, finding);
      if (finding.state === 'closed') open.delete(key);
      else open.add(key);
    }
  const listed = { open, all };
  known.set(findings, listed);
  return listed;
}

/** The same finding has the same id or the same text. */
function keysOf({ step, label, id, text }: RoundFinding): [string, string] {
  return [`i\n${step}\n${label}\n${id}`, `t\n${step}\n${label}\n${text}`];
}

interface Judged extends HistoryLine {
  stays: boolean;
}

/** The rounds before its own in which its step judged, newest first. */
function before(listing: Listing): Judged[] {
  const { finding, loop } = listing;
  const { parts } = loop;
  const at = placeOf(parts, listing.round);
  const [id, text] = keysOf(finding);
  const judged: Judged[] = [];
  for (let place = at - 1; place >= Math.max(0, at - LOOKED_AT); place -= 1) {
    const round = parts[place]?.round;
    if (round === undefined) continue;
    const { all, open } = listedIn(round.findings);
    const found = all.get(id) ?? all.get(text) ?? null;
    const ran = round.runs.some(
      (run) => run.step === finding.step && run.label === finding.label && run.finishedAt !== null,
    );
    if (found === null && !ran) continue;
    const kind = found === null ? 'gone' : found.state === 'closed' ? 'closed' : 'listed';
    judged.push({ round: round.round, kind, finding: found, stays: open.has(id) || open.has(text) });
  }
  return judged;
}

export function becameOf(listing: Listing): Became {
  const rounds = before(listing);
  const [last] = rounds;
  if (last?.stays === true) {
    let since = last.round;
    for (const each of rounds) {
      if (!each.stays) break;
      since = each.round;
    }
    return { kind: 'stays', since };
  }
  const earlier = rounds.find(({ finding }) => finding !== null);
  return earlier === undefined
    ? { kind: 'new', since: listing.round }
    : { kind: 'back', since: earlier.round };
}

/** Newest first, from its own round back to the first that listed it, as far as is looked. */
export function historyOf(listing: Listing): HistoryLine[] {
  const { finding } = listing;
  const own: HistoryLine = {
    round: listing.round,
    kind: finding.state === 'closed' ? 'closed' : 'listed',
    finding,
  };
  const rounds = before(listing);
  const first = rounds.findLastIndex((each) => each.finding !== null);
  return [own, ...rounds.slice(0, first + 1)];
}
