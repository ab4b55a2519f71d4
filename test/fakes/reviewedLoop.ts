/** Random loops whose reviews list findings as real ones do: with ids that stay, with new numbers each round, reworded. */
import type { Finding } from '../../src/protocol/loops/eventDefinitions.ts';
import { noteText } from '../../src/workspace/loops/decisions.ts';
import { cost, type LoopBuilder, loop, MINUTE, metric } from './loopBuilder.ts';
import { Random } from './randomLog.ts';

const PROBLEMS = [
  'No source for claim 4',
  'No source for claim 5',
  'The order is wrong.',
  'Too long for its reader',
  'Two figures contradict each other',
  'The table has no heading',
];
const MAX_ROUNDS = 18;

/** How one reviewer names what it finds. */
type Naming = 'keeps ids' | 'numbers anew' | 'rewords';

function listed(problem: number, place: number, naming: Naming, random: Random): Finding {
  const text = PROBLEMS[problem] ?? '';
  const severity = problem % 3 === 2 ? 'minor' : 'material';
  switch (naming) {
    case 'keeps ids':
      return { id: `p${problem}`, text, severity };
    case 'numbers anew':
      return { id: String(place + 1), text, severity };
    case 'rewords':
      return { id: `p${problem}`, text: random.chance(0.5) ? text : `${text} (still)`, severity };
  }
}

/** The same for the same seed. What the person decides about what is open goes out now and then. */
export function reviewedLoop(seed: number): LoopBuilder {
  const random = new Random(seed);
  const built = loop();
  built.caps({
    ...(random.chance(0.5) ? { round_cap: random.whole(2, MAX_ROUNDS) } : {}),
    ...(random.chance(0.5) ? { cost_cap_usd: random.whole(1, 12) } : {}),
    ...(random.chance(0.3) ? { runtime_cap_minutes: random.whole(10, 120) } : {}),
  });
  const naming = random.pick(['keeps ids', 'numbers anew', 'rewords']);
  const lanes = random.pick([[''], [''], ['one', 'two']]);
  let there = PROBLEMS.map((_, problem) => problem).filter(() => random.chance(0.6));
  const rounds = random.whole(1, MAX_ROUNDS);
  for (let round = 1; round <= rounds; round += 1) {
    built.round(round).later(5 * MINUTE);
    for (const label of lanes) {
      const runs = random.pick([1, 1, 1, 2]);
      for (let attempt = 1; attempt <= runs; attempt += 1) {
        there = there.filter(() => random.chance(0.85));
        if (random.chance(0.3)) there = [...new Set([...there, random.whole(0, PROBLEMS.length - 1)])];
        const findings = there.map((problem, place) => listed(problem, place, naming, random));
        const status = random.pick(['ok', 'ok', 'ok', 'ok', 'skipped']);
        const spent = cost(random.pick([null, 0.4, 1]), { tokens_out: 900, estimated: random.chance(0.2) });
        built.finish('facts', { label, attempt, status, findings, cost: spent });
      }
    }
    for (const open of built.after().openFindings) {
      if (random.chance(0.1)) built.close(open.id, { label: open.label, resolution: 'fixed' });
    }
    if (round < rounds || random.chance(0.5))
      built.end('continue', {
        metrics: [metric('sourced', random.pick([1, 2, 3]), { target: 3, better: 'higher' })],
        ...(random.chance(0.2) ? { outcome: 'discarded' } : {}),
      });
    const decided = built
      .after()
      .openFindings.filter(() => random.chance(0.3))
      .map((open) => ({ ...open, decision: random.pick(['fix', 'later', 'wontfix']), remark: '' }));
    if (decided.length > 0)
      built
        .send({ text: noteText(decided), tsText: '' })
        .later(MINUTE)
        .beat();
    if (random.chance(0.3)) built.readInbox(...built.inbox.map(({ id }) => id));
    if (random.chance(0.1)) built.ask('q', { blocks: random.chance(0.5) });
  }
  return built;
}
