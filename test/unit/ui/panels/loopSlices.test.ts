import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BAD } from '../../../../src/ui/panels/checkMessage.ts';
import { checkSlice, problemSlice } from '../../../../src/ui/panels/loop/fileSlices.ts';
import { findingLines, findingPage } from '../../../../src/ui/panels/loop/findingSlices.ts';
import { headSlice } from '../../../../src/ui/panels/loop/headSlice.ts';
import type { DecisionReads } from '../../../../src/ui/panels/loop/loopActs.ts';
import {
  ASKS,
  type LoopContract,
  type LoopHead,
  TAKES,
  type Waiting,
} from '../../../../src/ui/panels/loop/loopMessages.ts';
import { roundSlice, roundsSlice, stepSlice } from '../../../../src/ui/panels/loop/roundSlice.ts';
import { TrendSlices } from '../../../../src/ui/panels/loop/trendSlice.ts';
import { wholeText } from '../../../../src/ui/panels/loop/wholeText.ts';
import type { Asked, AskShown } from '../../../../src/ui/panels/questions/questionsMessages.ts';
import { MAX_SLICE_BYTES, PanelChannel, type Slice, type ToPanel } from '../../../../src/ui/panels/rpc.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { cost, loop, MINUTE } from '../../../fakes/loopBuilder.ts';
import { asking, dashboard, KEY, LoopScene, long, MANIFEST, running } from '../../../fakes/loopScene.ts';
import { idle } from '../../../fakes/until.ts';

function head(scene: LoopScene): LoopHead {
  const made = headSlice(scene.model, KEY);
  assert.ok(made.state === 'here');
  return made.loop;
}

/** The first that waits, as the panel's page asks for it. */
function askOf(scene: LoopScene): AskShown {
  const posted: ToPanel[] = [];
  const channel = channelOf(scene, posted);
  channel.receive({ kind: 'slice', id: 1, name: 'waits', ask: null });
  const [wait] = (gaveOf(posted) as Waiting).waits;
  channel.receive({ kind: 'slice', id: 2, name: 'ask', ask: { wait } });
  const asked = gaveOf(posted) as Asked;
  assert.ok(asked.state === 'known');
  return asked;
}

function gaveOf(posted: readonly ToPanel[]): unknown {
  const answer = posted.at(-1);
  assert.ok(answer?.kind === 'answer' && answer.reply.ok, JSON.stringify(answer).slice(0, 200));
  return (answer.reply.value as Slice<unknown>).value;
}

const NOTHING_DECIDED: DecisionReads = { mine: () => null, decided: () => 0, revision: () => 0 };

describe('the head of the Loop panel', () => {
  it('says since when it asks and until when, and what needs a look', () => {
    const made = head(new LoopScene(asking()));
    assert.equal(made.state.words, 'asks');
    assert.match(made.state.since, /^since .* \(6 min\), goes on without you in 4 min$/);
    const still = asking().closeQuestion('withdrawn').round(4).end('continue', { outcome: 'discarded' });
    const looks = head(new LoopScene(still.round(5).end('continue', { outcome: 'discarded' }))).why;
    assert.ok(
      looks.some(({ text }) => /no progress/.test(text)),
      JSON.stringify(looks),
    );
  });

  it('measures rounds, cost and time against their caps, and tells tokens where no dollars are reported', () => {
    const [round, spent, time] = head(new LoopScene(asking())).meters;
    assert.deepEqual([round?.words, round?.share], ['3 of 6', 0.5]);
    assert.deepEqual([spent?.words, Math.round((spent?.share ?? 0) * 100)], ['$0.99 of $5', 20]);
    assert.equal(time?.share, null);
    const tokens = loop()
      .round(1)
      .finish('build', { cost: cost(null, { tokens_out: 1_200_000 }) })
      .end();
    assert.equal(head(new LoopScene(tokens)).meters[1]?.words, '1.2M tok');
  });

  it('offers what can be done, and says why not', () => {
    const scene = new LoopScene(undefined);
    scene.writable = { ok: false, code: 'outside', args: {} };
    scene.set(running());
    assert.match(head(scene).acts.steer.reason, /Read only/);
    const ended = head(new LoopScene(dashboard().stopped('goal_met'))).acts;
    assert.deepEqual([ended.steer.shown, ended.stop.shown, ended.start.shown], [false, false, true]);
    const asked = head(new LoopScene(running().send({ kind: 'stop' }))).acts;
    assert.equal(asked.stop.reason, 'A stop was sent already.');
  });

  it('tells a loop that is gone from one that is not read yet', () => {
    const scene = new LoopScene(undefined);
    scene.isReady = false;
    assert.equal(headSlice(scene.model, KEY).state, 'reading');
    scene.isReady = true;
    assert.equal(headSlice(scene.model, KEY).state, 'gone');
  });
});

describe('the rounds of the Loop panel', () => {
  it('make a graph of the steps, a fan-out as one node, with how each stands', () => {
    const scene = new LoopScene(running());
    const made = roundSlice(scene.loop, null, scene.now);
    assert.deepEqual(
      made?.nodes.map((node) => [node.id, node.state.words, node.runs]),
      [
        ['plan', 'ok', 1],
        ['research', '2 of 2 run', 2],
        ['build', 'not run', 0],
        ['facts', 'not run', 0],
        ['reader', 'not run', 0],
        ['gate', 'not run', 0],
        ['verdict', 'not run', 0],
      ],
    );
    assert.deepEqual(made?.edges, [
      [0, 1],
      [1, 2],
      [2, 3],
      [2, 4],
      [3, 5],
      [4, 5],
      [5, 6],
    ]);
    const third = roundSlice(scene.loop, 3, scene.now);
    assert.equal(third?.nodes[1]?.state.words, 'ok ×3');
    assert.match(third?.nodes[1]?.facts ?? '', /^12 min · \$0\.15$/);
    assert.deepEqual([third?.before, third?.after], [2, 4]);
  });

  it('draw steps that no loop.json names in the order in which they ran, and none of a circle', () => {
    const scene = new LoopScene(loop().round(1).finish('b').finish('a').end());
    const made = roundSlice(scene.loop, null, scene.now);
    assert.deepEqual([made?.nodes.map((node) => node.id), made?.edges], [['b', 'a'], [[0, 1]]]);
    const circle = loop().round(1).end();
    const [plan, build] = MANIFEST.steps;
    assert.ok(plan !== undefined && build !== undefined);
    circle.manifest = {
      ...MANIFEST,
      steps: [
        { ...plan, after: [build.id] },
        { ...build, after: [plan.id] },
      ],
    };
    assert.deepEqual(roundSlice(new LoopScene(circle).loop, null, 0)?.edges, []);
  });

  it('tell of a step what each of its runs did', () => {
    const scene = new LoopScene(dashboard());
    const made = stepSlice(scene.loop, 3, 'facts', scene.now);
    assert.equal(made?.runs.length, 1);
    assert.equal(made?.runs[0]?.findings.length, 4);
    assert.equal(made?.runs[0]?.session?.text, '8f1c2d3e');
    assert.equal(stepSlice(scene.loop, 3, 'nothing', scene.now)?.runs.length, 0);
  });

  it('come in pages that a new round does not move', () => {
    const before = roundsSlice(new LoopScene(long(150)).loop, 1);
    const after = roundsSlice(new LoopScene(long(151)).loop, 1);
    assert.equal(before.rows[0]?.round, 101);
    assert.deepEqual(after.rows.slice(0, 49), before.rows.slice(0, 49));
    assert.equal(before.rows[0]?.material, '20 → 19 material');
  });
});

describe('the trend of the Loop panel', () => {
  it('says in sentences what the figures show', () => {
    const made = new TrendSlices().of(new LoopScene(dashboard()).loop);
    assert.deepEqual(made?.words, [
      '3 rounds: 7 → 4 → 4 material; no fall in the last 2.',
      'sourced: 0.38 → 0.63 → 0.63, target 1 (higher is better).',
      'words: 1180 → 1090 → 1000 words, target 1000 (lower is better).',
      'About $0.33 a round; at this pace $5 lasts 12 more.',
    ]);
    assert.deepEqual(
      made?.rows.map((row) => row.values),
      [
        [0.38, 1180],
        [0.63, 1090],
        [0.63, 1000],
      ],
    );
  });

  it('draws of very many rounds some, always the newest, and says of how many', () => {
    const made = new TrendSlices().of(new LoopScene(long(1000)).loop);
    assert.ok((made?.rows.length ?? 0) <= 210);
    assert.equal(made?.rows.at(-1)?.round, 1000);
    assert.equal(made?.total, 1000);
    assert.equal(new TrendSlices().of(new LoopScene(loop().round(1)).loop), null);
  });
});

describe('the findings of the Loop panel', () => {
  const fates = (scene: LoopScene, round: number | null) =>
    findingPage(NOTHING_DECIDED, scene.loop, round, 0).rows.map((row) => `${row.name.text} ${row.fateWords}`);

  it('are new, stay, come back or are closed', () => {
    const builder = loop().round(1).finding('a', 'b').end();
    builder.round(2).finding('a').end();
    builder.round(3).finding('a', 'b', 'c').close('c', { resolution: 'wontfix' }).end();
    const scene = new LoopScene(builder);
    assert.deepEqual(fates(scene, null), ['facts/a r1 stays', 'facts/b r1 back again']);
    assert.deepEqual(fates(scene, 3), ['facts/a r1 stays', 'facts/b r1 back again', 'facts/c won’t fix']);
    assert.deepEqual(fates(scene, 1), ['facts/a judged again later', 'facts/b judged again later']);
  });

  it('say that they may be older than the rounds that were looked at', () => {
    const builder = loop();
    for (let round = 1; round <= 20; round += 1) builder.round(round).finding('a').end();
    assert.deepEqual(fates(new LoopScene(builder), null), ['facts/a r8 or before, stays']);
  });

  it('compare in sorted lines without what changes by itself', () => {
    const { loop: shown } = new LoopScene(dashboard());
    assert.ok(shown !== undefined);
    const [second, third] = [findingLines(shown, 2), findingLines(shown, 3)];
    assert.equal(third?.split('\n').length, 5);
    const gone = second?.split('\n').filter((line) => !third?.includes(line.replace(/ {2}\(.*/, '')));
    assert.equal(gone?.length, 1);
    assert.match(gone?.[0] ?? '', /A reviewer must not be the author/);
    assert.equal(findingLines(shown, 9), undefined);
  });
});

describe('the other parts of the Loop panel', () => {
  it('show a draft that is too long for a page only where it is written', () => {
    const scene = new LoopScene(asking());
    const [wait] = scene.model.waitsOf(scene.loop as never);
    scene.drafts.set(wait?.key ?? '', {
      text: 'x'.repeat(20_001),
      choice: null,
      savedAt: scene.now,
      notSent: null,
      window: 'here',
    });
    const shown = askOf(scene);
    assert.equal(shown.draft, null);
    assert.match(shown.draftOff, /editor/);
  });

  it('tell an ask with endless options and a draft that JSON makes long', () => {
    const options = Array.from({ length: 60 }, (_, at) => ({
      id: `${at}${'x'.repeat(70_000)}`,
      label: `No ${at}`,
    }));
    const scene = new LoopScene(dashboard().ask('x'.repeat(5_000), { text: 'q', blocks: true, options }));
    const [wait] = scene.model.waitsOf(scene.loop as never);
    scene.drafts.set(wait?.key ?? '', {
      text: '漢'.repeat(20_000),
      choice: options[2]?.id ?? null,
      savedAt: scene.now,
      notSent: null,
      window: 'here',
    });
    const shown = askOf(scene);
    assert.deepEqual([shown.options.length, shown.draft?.choice, shown.draft?.text.length], [60, 2, 20_000]);
  });

  it('lay checks out by item and kind, the newest of each', () => {
    const grid = checkSlice(new LoopScene(dashboard()).loop);
    assert.deepEqual(
      grid.kinds.map(({ text }) => text),
      ['source', 'wording'],
    );
    assert.equal(grid.words, '3 pass, 2 partly, 1 fail');
    assert.deepEqual(
      grid.rows[0]?.cells.map((cell) => cell?.words),
      ['fail', 'pass'],
    );
    assert.deepEqual(problemSlice(new LoopScene(dashboard()).loop), { count: 0, rows: [] });
  });

  it('give each text whole by where it stands', () => {
    const scene = new LoopScene(asking());
    const { loop: shown } = scene;
    assert.ok(shown !== undefined);
    const waits = scene.model.waitsOf(shown);
    assert.equal(wholeText(shown, waits, { of: 'goal' }), MANIFEST.brief.goal);
    assert.match(wholeText(shown, waits, { of: 'ask', wait: waits[0]?.key ?? '' }) ?? '', /^Who should/);
    assert.match(wholeText(shown, waits, { of: 'plan', round: 2 }) ?? '', /^Mend/);
    assert.match(
      wholeText(shown, waits, { of: 'runSummary', round: 1, step: 'facts', index: 0 }) ?? '',
      /^7 claims/,
    );
    assert.equal(wholeText(shown, waits, { of: 'finding', round: 9, index: 0 }), undefined);
    assert.equal(wholeText(shown, waits, { of: 'answer', index: 0 }), 'Team leads');
  });
});

describe('the messages of the Loop panel', () => {
  it('fit their room, also where agents write as much as they can', () => {
    const text = '🜲 '.repeat(12_000);
    const builder = dashboard();
    builder.manifest = {
      ...MANIFEST,
      title: text,
      brief: { goal: text, audience: text, bar: text },
      steps: Array.from({ length: 200 }, (_, at) => ({
        id: `s${at}`,
        kind: 'other' as const,
        name: text,
        purpose: text,
      })),
      outputs: Array.from({ length: 500 }, () => ({ name: text, path: text })),
    };
    for (let round = 4; round < 160; round += 1)
      builder.round(round).end('continue', { summary: text, next: text });
    builder.round(200, { plan: text });
    for (let run = 0; run < 60; run += 1)
      builder.finish('facts', {
        label: `${run}`,
        summary: text,
        error: { kind: 'transient', text },
        model: text,
        session: text,
        findings: Array.from({ length: 30 }, (_, at) => ({
          id: text.slice(0, 50) + at,
          text,
          severity: 'minor',
        })),
      });
    for (let at = 0; at < 30; at += 1) {
      builder.ask(`q${at}`, {
        text,
        options: Array.from({ length: 60 }, (_, id) => ({ id: `${id}`, label: text })),
      });
      builder.send({ text });
    }
    for (let at = 0; at < 200; at += 1)
      builder.event({
        event: 'check',
        ts: 0,
        item: `${at}${text}`,
        kind: `${at % 9}${text}`,
        result: 'pass',
        who: text,
        finding: text,
      });
    builder.problems = Array.from({ length: 300 }, () => ({
      code: 'x',
      args: {},
      severity: 'error',
      file: text,
      line: 1,
      column: 1,
      endColumn: 2,
      offset: 0,
      message: text,
    }));
    const scene = new LoopScene(builder, MINUTE);
    const posted: ToPanel[] = [];
    const channel = channelOf(scene, posted);
    const asks: Record<keyof LoopContract['slices'], unknown> = {
      head: null,
      waits: null,
      ask: { wait: 'none' },
      trend: null,
      round: { round: 200 },
      step: { round: 200, step: 'facts' },
      rounds: { page: 0 },
      findings: { round: null, page: 0 },
      finding: { round: 200, index: 0 },
      questions: { page: 0 },
      sent: { page: 0 },
      checks: null,
      files: null,
      problems: null,
    };
    for (const [id, [name, ask]] of Object.entries(asks).entries()) {
      channel.receive({ kind: 'slice', id, name, ask });
      const answer = posted.at(-1);
      assert.ok(
        answer?.kind === 'answer' && answer.reply.ok,
        `${name}: ${JSON.stringify(answer).slice(0, 200)}`,
      );
      assert.ok(Buffer.byteLength(JSON.stringify(answer.reply.value)) < MAX_SLICE_BYTES + 100, name);
    }
  });

  it('are checked: what is none of them runs nothing', async () => {
    const scene = new LoopScene(asking());
    const posted: ToPanel[] = [];
    const channel = channelOf(scene, posted);
    const names = [...Object.keys(ASKS), ...Object.keys(TAKES), '__proto__', 'toString'];
    const values = fc.oneof(
      fc.anything(),
      fc.constantFrom(
        { round: -1 },
        { round: 1.5 },
        { index: 0, path: '/etc/passwd' },
        { command: 'workbench.action.quit' },
        { note: 'n1', act: 'run' },
        { of: 'file', path: 'x' },
        { wait: 'x', text: 'y'.repeat(300_000), choice: null, by: '' },
        { round: 1, other: '2' },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('slice', 'request'),
        fc.constantFrom(...names),
        values,
        async (kind, name, value) => {
          const before = posted.length;
          channel.receive({ kind, id: 7, name, ask: value, value });
          await idle();
          assert.ok(posted.length <= before + 1);
        },
      ),
      { numRuns: 300 },
    );
    assert.deepEqual(
      scene.acts.filter(
        (act) =>
          !/^(steer|stop|start|terminal|page|copy|draft|changes|compare|openWhole|sendDecisions)/.test(act),
      ),
      [],
    );
    assert.equal(TAKES.openWhole({ of: 'goal', round: 1 }), BAD);
    assert.deepEqual(TAKES.openWhole({ of: 'goal' }), { of: 'goal' });
  });

  it('act on nothing of another loop, nor on what is not there', async () => {
    const scene = new LoopScene(asking());
    const posted: ToPanel[] = [];
    const channel = channelOf(scene, posted);
    const asked: [keyof LoopContract['requests'], unknown][] = [
      ['draft', { wait: '/other|loop|x|question|1', text: 'x', choice: null, by: '1' }],
      ['discard', { wait: '/other|loop|x|question|1' }],
      ['send', { wait: `${KEY}|question|none`, text: 'x', choice: null, by: '1' }],
      ['openArtifact', { round: 9, step: 'facts', index: 0 }],
      ['openArtifact', { round: 1, step: 'plan', index: 0 }],
      ['openFile', { index: 99 }],
      ['openProblem', { index: 0 }],
      ['heldNote', { note: 'n9', act: 'drop' }],
    ];
    for (const [id, [name, value]] of asked.entries()) channel.receive({ kind: 'request', id, name, value });
    await idle();
    assert.equal(posted.length, asked.length);
    for (const answer of posted)
      assert.ok(answer.kind === 'answer' && !answer.reply.ok && answer.reply.code === 'gone');
    assert.deepEqual(scene.acts, []);
  });

  it('make nothing anew of old rounds while only the time goes on', () => {
    const scene = new LoopScene(long(400));
    const posted: ToPanel[] = [];
    const clock = new FakeClock();
    const channel = channelOf(scene, posted, clock);
    for (const [name, ask] of [
      ['trend', null],
      ['rounds', { page: 3 }],
      ['findings', { round: null, page: 0 }],
    ])
      channel.receive({ kind: 'slice', id: 1, name, ask });
    posted.length = 0;
    const rounds = scene.loop?.snapshot.rounds ?? [];
    let looked = 0;
    const watched = new Proxy(rounds, {
      get: (target, property) => {
        if (typeof property === 'string' && /^\d+$/.test(property)) looked += 1;
        return Reflect.get(target, property) as unknown;
      },
    });
    assert.ok(scene.loop !== undefined);
    scene.loop = { ...scene.loop, snapshot: { ...scene.loop.snapshot, rounds: watched } };
    channel.changed();
    looked = 0;
    for (let at = 0; at < 5; at += 1) {
      clock.advance(1000);
      channel.changed();
    }
    assert.equal(looked, 0);
    assert.deepEqual(posted, []);
  });
});

function channelOf(scene: LoopScene, posted: ToPanel[], clock = new FakeClock()): PanelChannel<LoopContract> {
  const quiet = () => undefined;
  return new PanelChannel<LoopContract>(
    {
      post: (message) => posted.push(message),
      clock,
      log: { info: quiet, warn: quiet, error: quiet },
      refusalWords: () => '',
    },
    scene.handlers(),
  );
}
