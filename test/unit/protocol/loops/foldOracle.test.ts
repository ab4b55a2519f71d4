import assert from 'node:assert/strict';
import type { Problem, Severity } from '../../../../src/protocol/lib/result.ts';
import { LoopFold } from '../../../../src/protocol/loops/fold.ts';
import type { LoopSnapshot, QuestionKey, Reason } from '../../../../src/protocol/loops/loopSnapshot.ts';
import { differences } from '../../../fakes/differences.ts';
import { foldCases } from '../../../fakes/foldCases.ts';
import { fold } from '../../../fakes/foldOnce.ts';
import { HOUR, loop } from '../../../fakes/loopBuilder.ts';
import { type OracleInput, oracleFold } from '../../../fakes/oracleFold.ts';
import { longLog, momentsOf, Random, randomLog } from '../../../fakes/randomLog.ts';

describe('the second fold', () => {
  for (const { name, input, expected } of foldCases()) {
    it(`reads ${name} as the peer does`, () => {
      const snapshot = oracleFold(input);
      const actual = { ...snapshot, waits: snapshot.waitsForYou.length > 0 };
      assert.deepEqual(differences(expected, actual), []);
    });
  }
});

/** Reasons as code and what they are about: the wording of the arguments is the fold's own. */
function comparable(snapshot: LoopSnapshot): object {
  const about = ({ code, args }: Reason): string => {
    const key = args['key'] as QuestionKey | undefined;
    const offset = key?.offset ?? args['offset'];
    const shown = { count: args['count'], id: code === 'unread' ? args['id'] : undefined, offset };
    return `${code} ${JSON.stringify(code === 'needs-person' ? {} : shown)}`;
  };
  return {
    ...snapshot,
    waitsForYou: snapshot.waitsForYou.map(about),
    needsALook: snapshot.needsALook.map(about).sort(),
  };
}

/** The fold fed bit by bit, asked in between, as a reader does it. */
function foldInParts(input: OracleInput, random: Random): LoopSnapshot {
  const loop = new LoopFold(input.id);
  const ask = () => loop.snapshot({ now: input.now, stallMinutes: input.stallMinutes, problems: [] });
  for (const { event, offset } of input.events) {
    loop.addEvent(event, offset);
    if (random.chance(0.1)) {
      loop.setInbox(input.inbox.slice(0, random.whole(0, input.inbox.length)));
    }
    if (random.chance(0.1)) {
      ask();
    }
  }
  loop.setManifest(input.manifest);
  loop.setInbox(input.inbox);
  return loop.snapshot({
    now: input.now,
    stallMinutes: input.stallMinutes,
    problems: input.problems,
  });
}

function compare(input: OracleInput, seed: number): string[] {
  const expected = comparable(oracleFold(input));
  const whole = differences(expected, comparable(fold(input)));
  return whole.length > 0
    ? whole
    : differences(expected, comparable(foldInParts(input, new Random(seed)))).map(
        (one) => `in parts: ${one}`,
      );
}

/** The shortest log that still differs, for a person to read. */
function shortest(input: OracleInput, seed: number): OracleInput {
  for (const list of ['events', 'inbox'] as const) {
    for (let index = input[list].length - 1; index >= 0; index -= 1) {
      const less = { ...input, [list]: input[list].toSpliced(index, 1) };
      if (compare(less, seed).length > 0) {
        return shortest(less, seed);
      }
    }
  }
  return input;
}

function described(input: OracleInput, seed: number): string {
  const lines = [...input.events.map(({ event }) => event), ...input.inbox, input.manifest];
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
  return [
    `seed ${seed}, now ${input.now.getTime() * 1000}`,
    ...lines.map(text),
    ...compare(input, seed),
  ].join('\n');
}

function problem(severity: Severity): Problem {
  const place = { line: 3, column: null, endColumn: null, offset: 90 };
  return { code: 'bad-json', args: {}, severity, file: 'events.jsonl', ...place, message: '' };
}

describe('both folds', function () {
  this.timeout(60_000);
  const batch = 50;
  const seeds = Number(process.env['QUARTERDECK_FOLD_SEEDS'] ?? 150);
  for (let first = 1; first <= seeds; first += batch) {
    it(`agree on random logs ${first} to ${first + batch - 1}`, () => {
      for (let seed = first; seed < first + batch; seed += 1) {
        const log = randomLog(seed);
        const random = new Random(seed);
        const stallMinutes = random.pick([30, 30, 1, 7.5, 240]);
        const problems = random.pick([[], [], [problem('info')], [problem('error'), problem('warning')]]);
        for (const now of momentsOf(log, random, 4, stallMinutes)) {
          const input = { ...log, problems, now: new Date(now), stallMinutes };
          if (compare(input, seed).length > 0) {
            assert.fail(described(shortest(input, seed), seed));
          }
        }
      }
    });
  }

  it('agree on a loop of more rounds than are kept at hand', () => {
    const log = longLog(7, 270);
    const last = log.events.reduce((latest, { event }) => Math.max(latest, event.ts), 0);
    // Late enough that time changes nothing more: the second fold would take minutes to look for the next change.
    const now = new Date(last / 1000 + 10 * 24 * 3600 * 1000);
    assert.deepEqual(compare({ ...log, problems: [], now, stallMinutes: 30 }, 7), []);
  });

  it('agree on findings closed this way and that, in rounds that come by turns', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const input = closingLog(seed);
      if (compare(input, seed).length > 0) assert.fail(described(shortest(input, seed), seed));
    }
  });
});

/** Few ids, some or very many labels, and rounds that are put away and named again. */
function closingLog(seed: number): OracleInput {
  const random = new Random(seed);
  const rounds = random.pick([1, 3, 60]);
  const labels = random.pick([1, 3, 40]);
  const built = loop();
  for (let line = 0; line < 400; line += 1) {
    built.in(random.whole(1, rounds));
    const label = `${random.whole(1, labels)}`;
    const id = random.pick(['1', '2', '3']);
    const resolution = random.pick(['fixed', 'fixed', 'wontfix']);
    if (random.chance(0.2)) built.start('facts', { label });
    else if (random.chance(0.4)) built.close(id, { resolution, label: random.chance(0.5) ? '' : label });
    else if (random.chance(0.05)) built.end();
    else built.findings({ label }, id, ...(random.chance(0.3) ? [`${id}`, '2!'] : []));
  }
  const { events, inbox } = built;
  const now = new Date((built.time + 10 * 24 * HOUR) / 1000);
  return { id: 'x', manifest: null, events, inbox, problems: [], now, stallMinutes: 30 };
}
