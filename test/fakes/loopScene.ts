/** A loop as the panel's tests see it: the real fold over built lines, the real slices, acts that only remember. */

import type { Mine } from '../../src/acts/decide/decisionDesk.ts';
import { ok } from '../../src/protocol/lib/result.ts';
import type { LoopSnapshot } from '../../src/protocol/loops/loopSnapshot.ts';
import type { Manifest, Step } from '../../src/protocol/loops/manifest.ts';
import type { DecisionReads, LoopActs } from '../../src/ui/panels/loop/loopActs.ts';
import { loopHandlers } from '../../src/ui/panels/loop/loopHandlers.ts';
import type { LoopContract } from '../../src/ui/panels/loop/loopMessages.ts';
import type { PanelHandlers } from '../../src/ui/panels/rpc.ts';
import type { Draft } from '../../src/workspace/kept/drafts.ts';
import type { HeldNote } from '../../src/workspace/kept/heldNotes.ts';
import type { Writable } from '../../src/workspace/kernel/writable.ts';
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import { FakeAnswering } from './fakeAnswering.ts';
import { FakeModel } from './fakeModel.ts';
import { cost, type LoopBuilder, loop, MINUTE, metric, SECOND } from './loopBuilder.ts';

export const KEY = '/home/anna/webshop|loop|dashboard';

const STEPS: Step[] = [
  { id: 'plan', kind: 'plan', name: 'Plan', purpose: 'What this round is to do.' },
  { id: 'research', kind: 'research', name: 'Research', purpose: 'Each question by itself.' },
  { id: 'build', kind: 'build', name: 'Build the page', purpose: '' },
  { id: 'facts', kind: 'review', name: 'Fact check', purpose: 'A source for each claim.', after: ['build'] },
  { id: 'reader', kind: 'review', name: 'First reader', purpose: 'Is it understood?', after: ['build'] },
  { id: 'gate', kind: 'gate', name: 'Gate', purpose: '', after: ['facts', 'reader'] },
  { id: 'verdict', kind: 'verdict', name: 'Verdict', purpose: '' },
];

export const MANIFEST: Manifest = {
  protocol: 1,
  id: 'dashboard',
  title: 'A dashboard on loop engineering',
  brief: {
    goal: 'One page that says which practices make an agent loop converge, with a source for each.',
    audience: 'Engineers who build loops, and the people who pay for them.',
    bar: 'Every claim has a source, it reads in five minutes, and reviewers find nothing material.',
    path: 'work/brief.md',
  },
  steps: STEPS,
  round_cap: 6,
  cost_cap_usd: 5,
  pace: '',
  commands: { start: 'python3 loop.py' },
  outputs: [{ name: 'the page', path: 'work/dashboard.html' }],
  state: [{ name: 'progress', path: 'work/progress.md' }],
};

const CLAIMS = [
  'No source for: Stop when the same findings stay open two rounds running.',
  'No source for: Report as it happens, not at the end.',
  'No source for: Commit once per round.',
  'No source for: A reviewer must not be the author.',
  'The figure of 40 % in the second paragraph contradicts the table below it.',
  'The quote of the second source is not in the page it names.',
  'No source for: Small rounds converge faster than large ones.',
];

function facts(claims: readonly string[]) {
  return claims.map((text, at) => ({ id: String(at + 1), text, severity: 'material' as const }));
}

/** Three rounds and an open question, as the demo's loop would leave them. */
export function dashboard(): LoopBuilder {
  const made = loop();
  made.manifest = MANIFEST;
  const rounds: [claims: string[], sourced: number, commit: string][] = [
    [CLAIMS, 0.38, '9f2d1b07aa51c3e4'],
    [CLAIMS.slice(0, 4), 0.63, '1f3c9ab2760d55f1'],
    [[...CLAIMS.slice(0, 3), CLAIMS[5] ?? ''], 0.63, 'c0ffee4d1e9b2a77'],
  ];
  for (const [at, [claims, sourced, commit]] of rounds.entries()) {
    const minor = { id: '1', text: 'Say who the page is for in the title.', severity: 'minor' as const };
    made.round(at + 1, {
      plan: `Mend what the reviewers of round ${at} found, the claims without a source first.`,
    });
    made.start('plan').later(2 * MINUTE);
    made.finish('plan', { summary: 'Three claims, one source each.', cost: cost(0.04), model: 'claude-x' });
    for (const label of ['stopping', 'judging', 'cost']) made.start('research', { label });
    made.later(12 * MINUTE);
    for (const label of ['stopping', 'judging', 'cost'])
      made.finish('research', {
        label,
        summary: `Two sources on ${label}.`,
        cost: cost(0.05),
        model: 'claude-x',
      });
    made.start('build').later(5 * MINUTE);
    made.finish('build', {
      summary: 'The page holds 24 claims now.',
      artifact: 'work/dashboard.html',
      cost: cost(0.06),
    });
    made
      .start('facts')
      .start('reader')
      .later(3 * MINUTE);
    made.finish('facts', {
      summary: `${claims.length} claims without a source.`,
      findings: facts(claims),
      artifact: `work/rounds/${at + 1}-review-facts.md`,
      cost: cost(0.05),
      model: 'claude-x',
      session: '8f1c2d3e',
      metrics: [metric('sourced', sourced, { target: 1, better: 'higher' })],
    });
    made.finish('reader', {
      summary: 'Reads well; the title names nobody.',
      findings: at === 0 ? [] : [minor],
      cost: cost(0.03),
    });
    made
      .start('gate')
      .later(20 * SECOND)
      .finish('gate', { status: 'failed', summary: 'Material findings are open.' });
    if (at === 0) {
      made
        .ask('audience', { text: 'Which audience comes first?', blocks: true, options: AUDIENCES })
        .later(MINUTE);
      made.send({ question: 'audience', choice: 'leads', text: 'Team leads' });
      made.later(30 * SECOND).readInbox('m0');
    }
    made.end('continue', {
      summary: `${claims.length} material finding(s) remain.`,
      next: 'Sources for what is left, the table first.',
      commit,
      outcome: 'kept',
      metrics: [
        metric('sourced', sourced, { target: 1, better: 'higher' }),
        metric('words', 1180 - at * 90, { unit: 'words', target: 1000, better: 'lower' }),
      ],
    });
    for (const [item, result] of [
      ['Stop when nothing changes', at > 0 ? 'pass' : 'fail'],
      ['Commit once per round', 'partly'],
      ['Report as it happens', 'pass'],
    ] as const)
      made.event({
        event: 'check',
        ts: 0,
        item,
        kind: at === 0 ? 'source' : 'wording',
        result,
        who: 'facts',
        finding: result === 'pass' ? '' : 'The source says less than the claim.',
        round: at + 1,
      });
  }
  return made;
}

const AUDIENCES = [
  { id: 'leads', label: 'Team leads' },
  { id: 'builders', label: 'The engineers who build loops' },
];

/** It asks in its third round, and gives itself ten minutes. */
export function asking(): LoopBuilder {
  return dashboard().ask('voice', {
    text: 'Who should the page speak to first?\nThe introduction can only have one of them.',
    blocks: true,
    timeout_s: 600,
    round: 3,
    options: AUDIENCES,
  });
}

/** Its next round is at work. */
export function running(): LoopBuilder {
  const made = dashboard();
  made.round(4, { plan: 'Only what is material.' });
  made
    .start('plan')
    .later(MINUTE)
    .finish('plan', { summary: 'Two sources to find.', cost: cost(0.04) });
  return made.start('research', { label: 'stopping' }).start('research', { label: 'cost' });
}

/** A thousand rounds and as many findings as the bench's log has: 20 a round. */
export function long(rounds = 1000): LoopBuilder {
  const made = loop();
  made.manifest = { ...MANIFEST, round_cap: 1200, cost_cap_usd: 500 };
  for (let round = 1; round <= rounds; round += 1) {
    const open = Math.max(1, 20 - (round % 20));
    made
      .round(round, { plan: `Plan ${round}` })
      .start('build')
      .finish('build', { cost: cost(0.2) });
    made.start('facts').finish('facts', {
      findings: Array.from({ length: 20 }, (_, at) => ({
        id: String(at),
        text: `Finding ${at} of round ${round}`,
        severity: at < open ? ('material' as const) : ('minor' as const),
      })),
    });
    made.end('continue', {
      summary: `Round ${round} is over.`,
      metrics: [metric('sourced', (round % 50) / 50, { target: 1, better: 'higher' })],
    });
  }
  return made;
}

export class LoopScene {
  readonly model = new FakeModel();
  readonly acts: string[] = [];
  /** What the person said, by the finding's id. */
  readonly mine = new Map<string, Mine>();
  #revision = 0;
  writable: Writable = { ok: true };
  readonly answers = new FakeAnswering(this.model.drafts, () => this.now);

  constructor(builder: LoopBuilder | undefined, after = 6 * MINUTE) {
    this.model.home = '/home/anna';
    this.now = 0;
    this.answers.kept = ({ text, choice }) => this.acts.push(`draft ${JSON.stringify(text)} ${choice}`);
    this.answers.discarded = () => this.acts.push('discard');
    if (builder !== undefined) this.set(builder, after);
  }

  get loop(): WatchedLoop | undefined {
    return this.model.list[0];
  }

  set loop(loop: WatchedLoop | undefined) {
    this.model.list = loop === undefined ? [] : [loop];
  }

  get now(): number {
    return this.model.time;
  }

  set now(time: number) {
    this.model.time = time;
  }

  set isReady(ready: boolean) {
    this.model.isReady = ready;
  }

  set notes(notes: HeldNote[]) {
    this.model.heldNotes = notes;
  }

  get drafts(): Map<string, Draft> {
    return this.model.drafts;
  }

  set(builder: LoopBuilder, after = 6 * MINUTE): void {
    this.now = (builder.time + after) / 1000;
    this.show(builder.after(after));
  }

  show(snapshot: LoopSnapshot): void {
    this.loop = {
      key: KEY,
      folder: '/home/anna/webshop/.loops/dashboard',
      repository: '/home/anna/webshop',
      id: 'dashboard',
      origin: 'workspace',
      snapshot: { ...snapshot, title: snapshot.manifest?.title ?? '' },
      writable: this.writable,
    };
  }

  handlers(): PanelHandlers<LoopContract> {
    const did =
      (name: string) =>
      async (_: WatchedLoop, ...rest: unknown[]): Promise<void> => {
        this.acts.push([name, ...rest.map((each) => JSON.stringify(each))].join(' '));
      };
    const acts: LoopActs = {
      steer: did('steer'),
      stop: did('stop'),
      start: did('start'),
      terminal: did('terminal'),
      page: did('page'),
      changes: did('changes'),
      compare: did('compare'),
      openNamed: did('openNamed'),
      openOwn: did('openOwn'),
      openWhole: did('openWhole'),
      session: (each) => this.answers.session(each),
      send: (session, answer) => {
        this.acts.push(`answer ${JSON.stringify(answer.text)} ${answer.choice}`);
        return this.answers.send(session, answer);
      },
      openAsk: async () => void this.acts.push('wholeAsk'),
      wayOut: async ({ writable }) => void this.acts.push(`wayOut ${writable.ok ? '' : writable.code}`),
      writeInEditor: async () => void this.acts.push('writeInEditor'),
      decide: (_, finding, decision) => {
        this.acts.push(`decide ${finding.step}/${finding.id} ${decision}`);
        this.#revision += 1;
        if (decision === null) this.mine.delete(finding.id);
        else
          this.mine.set(finding.id, {
            kind: 'draft',
            draft: { ...finding, loopKey: KEY, decision, remark: '', savedAt: 0 },
          });
        return ok(decision);
      },
      remark: (_, finding, remark) => {
        this.acts.push(`remark ${finding.id} ${remark}`);
        return ok(null);
      },
      goToLocation: async (_, text) => {
        this.acts.push(`place ${text}`);
        return ok(null);
      },
      sendDecisions: did('sendDecisions'),
      copy: async (text) => void this.acts.push(`copy ${text}`),
      heldNote: async (id, act) => void this.acts.push(`heldNote ${id} ${act}`),
    };
    const decisions: DecisionReads = {
      mine: (_, finding) => this.mine.get(finding.id) ?? null,
      decided: () => this.mine.size,
      revision: () => this.#revision,
    };
    return loopHandlers(this.model, decisions, acts, KEY);
  }
}
