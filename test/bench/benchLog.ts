/**
 * The log that speed is measured with, the same bytes on every run: rounds of 15 events (round started, six steps started
 * and finished, a finding closed, round finished), two findings a round, about 185 bytes an event.
 */
const STEPS = ['plan', 'research', 'build', 'facts', 'reader', 'gate'];
const FIRST = Date.parse('2026-01-01T00:00:00Z');
export const EVENTS_A_ROUND = 15;

export const BENCH_MANIFEST = {
  protocol: 1,
  id: 'bench',
  title: 'A long loop',
  brief: { goal: 'Measure', audience: 'Whoever waits', bar: 'Nobody waits' },
  steps: STEPS.map((id) => ({ id, kind: 'other', name: id })),
  round_cap: 1_000_000,
};

/**
 * The lines of one round, numbered from 1, each with its newline.
 *
 * @param findings how many each of its two reviewers lists
 */
export function benchRound(round: number, findings = 1): string {
  let moment = FIRST + round * 150_000;
  const lines: object[] = [];
  const add = (event: string, fields: object) => {
    moment += 7_001;
    lines.push({ ts: new Date(moment).toISOString(), event, round, ...fields });
  };
  add('round_started', {
    plan: `Source the claims that lack a source, from number ${round % 97} on, and shorten what is long.`,
    artifact: `work/rounds/${round}-plan.md`,
  });
  for (const step of STEPS) {
    add('step_started', { step, label: `part ${round % 7}` });
    const finds = step === 'facts' || step === 'reader';
    add('step_finished', {
      step,
      label: `part ${round % 7}`,
      summary: `Went through ${round % 31} places and noted what is left.`,
      ...(finds ? { findings: listed(round, findings) } : {}),
      cost: { usd: 0.0625, tokens_in: 21_000, tokens_out: 1_400 },
      ...(finds ? {} : { artifact: `work/rounds/${round}-${step}.md` }),
    });
  }
  add('finding_closed', { step: 'facts', id: '1', label: `part ${round % 7}`, resolution: 'fixed' });
  add('round_finished', {
    verdict: 'continue',
    summary: `Claims with a source: ${round % 97} of 97.`,
    next: 'Source the next claims.',
    metrics: [{ name: 'claims with a source', value: (round % 97) / 97, target: 1, better: 'higher' }],
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function listed(round: number, count: number): { id: string; text: string }[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    text: `No source for claim ${(round + at) % 97}.`,
  }));
}

/** A log of `events` events, in pieces of about 1 MiB. */
export function* benchLog(events: number): Generator<string> {
  let piece = '';
  let done = 0;
  for (let round = 1; done < events; round += 1) {
    const lines = benchRound(round);
    const left = events - done;
    piece += left >= EVENTS_A_ROUND ? lines : `${lines.split('\n').slice(0, left).join('\n')}\n`;
    done += EVENTS_A_ROUND;
    if (piece.length > 1_000_000) {
      yield piece;
      piece = '';
    }
  }
  yield piece;
}
