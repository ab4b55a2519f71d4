/**
 * What two surfaces show of one loop is one number: random loops go to the trees, the Loop panel, Findings, the text page,
 * toasts and the status bar, and each says the same of them.
 */
import assert from 'node:assert/strict';
import type { RowItem } from '../../../src/host/treeItem.ts';
import { type ListingPlace, listedBefore } from '../../../src/protocol/loops/findingIdentity.ts';
import type { LoopSnapshot } from '../../../src/protocol/loops/loopSnapshot.ts';
import { placeOfRound } from '../../../src/protocol/loops/roundPlace.ts';
import { toastContent } from '../../../src/ui/notifications/toastContent.ts';
import { handleOf } from '../../../src/ui/panels/findings/findingListing.ts';
import { DEFAULT_FILTER, type RowShown } from '../../../src/ui/panels/findings/findingsMessages.ts';
import type { FindingsSession } from '../../../src/ui/panels/findings/findingsSession.ts';
import { findingDetail, findingPage } from '../../../src/ui/panels/loop/findingSlices.ts';
import { headSlice } from '../../../src/ui/panels/loop/headSlice.ts';
import type { FindingRow, LoopHead } from '../../../src/ui/panels/loop/loopMessages.ts';
import { sentSlice } from '../../../src/ui/panels/loop/questionSlices.ts';
import { roundsSlice } from '../../../src/ui/panels/loop/roundSlice.ts';
import { TrendSlices } from '../../../src/ui/panels/loop/trendSlice.ts';
import { loopPage } from '../../../src/ui/views/loops/loopPage.ts';
import { type LoopsViewRow, loopsSource } from '../../../src/ui/views/loops/loopsView.ts';
import { needsYouDescription, needsYouSource } from '../../../src/ui/views/needsYou/needsYouView.ts';
import { statusLine } from '../../../src/ui/views/statusLine.ts';
import { decisionOutcomes } from '../../../src/workspace/loops/decisionOutcome.ts';
import type { WatchedLoop } from '../../../src/workspace/loops/watchedLoop.ts';
import { FakeModel } from '../../fakes/fakeModel.ts';
import { FindingsRig } from '../../fakes/findingsRig.ts';
import { fold } from '../../fakes/foldOnce.ts';
import { momentsOf, Random, randomLog } from '../../fakes/randomLog.ts';
import { reviewedLoop } from '../../fakes/reviewedLoop.ts';
import { watched } from '../../fakes/snapshots.ts';

const RANDOM = 60;
const REVIEWED = 60;
const STALL_MINUTES = 30;
const NO_MARKS = { marks: [] };

interface Case {
  seed: string;
  loop: WatchedLoop;
  model: FakeModel;
}

function caseOf(seed: string, snapshot: LoopSnapshot, now: number): Case {
  const loop = watched(seed, { ...snapshot, id: seed, title: seed });
  const model = new FakeModel(loop);
  model.time = now;
  return { seed, loop, model };
}

function cases(): Case[] {
  const all: Case[] = [];
  for (let seed = 1; seed <= RANDOM; seed += 1) {
    const log = randomLog(seed);
    const [now = 0] = momentsOf(log, new Random(seed), 1, STALL_MINUTES);
    const input = { ...log, problems: [], now: new Date(now), stallMinutes: STALL_MINUTES };
    all.push(caseOf(`random${seed}`, fold(input), now));
  }
  for (let seed = 1; seed <= REVIEWED; seed += 1) {
    const built = reviewedLoop(seed);
    const later = new Random(seed).pick([0, 60, 3600, 40_000]) * 1_000_000;
    all.push(caseOf(`reviewed${seed}`, built.after(later), (built.time + later) / 1000));
  }
  return all;
}

interface Drawn {
  row: LoopsViewRow;
  item: RowItem;
}

/** Every row of the Loops view, all unfolded. */
function drawn(model: FakeModel): Drawn[] {
  const source = loopsSource(model);
  const from = (rows: readonly LoopsViewRow[]): Drawn[] =>
    rows.flatMap((row) => [{ row, item: source.item(row) }, ...from(source.children(row))]);
  return from(source.roots());
}

/** What the surfaces say of one thing: all alike. */
function agree(what: string, said: Record<string, unknown>): void {
  const [first, ...others] = Object.values(said);
  for (const other of others) assert.deepEqual(other, first, `${what}: ${JSON.stringify(said, null, 1)}`);
}

function numberIn(text: string | undefined, pattern: RegExp): number | null {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? null : Number(found);
}

/** The lines of a section of the text page. */
function section(page: string, name: string): string[] {
  const [, body = ''] = page.split(new RegExp(`^${name}\\n-+\\n`, 'm'));
  return body === '' ? [] : (body.split('\n\n')[0] ?? '').trimEnd().split('\n');
}

/** One case as each surface shows it. */
class Shown {
  readonly rows: Drawn[];
  readonly row: RowItem;
  readonly tooltip: string[];
  readonly head: LoopHead;
  readonly page: string;
  readonly trend: ReturnType<TrendSlices['of']>;

  constructor({ loop, model }: Case) {
    this.rows = drawn(model);
    const row = this.rows.find((each) => each.row.kind === 'loop');
    assert.ok(row !== undefined);
    this.row = row.item;
    this.tooltip = row.item.tooltip.split('\n');
    const head = headSlice(model, loop.key);
    assert.ok(head.state === 'here');
    this.head = head.loop;
    this.page = loopPage(loop, model);
    this.trend = new TrendSlices().of(loop);
  }

  of<K extends LoopsViewRow['kind']>(kind: K): { row: LoopsViewRow & { kind: K }; item: RowItem }[] {
    return this.rows.filter(
      (each): each is { row: LoopsViewRow & { kind: K }; item: RowItem } => each.row.kind === kind,
    );
  }
}

const reads = { mine: () => null, decided: () => 0, revision: () => 0 };

/** All rows of the Loop panel's list of findings. */
function panelFindings(loop: WatchedLoop, round: number | null) {
  const pages = [0, 1, 2].map((page) => findingPage(reads, loop, round, page));
  return { ...pages[0], rows: pages.flatMap((page) => page.rows) };
}

/** "stays 3 or before", "new", "back", as the Loop panel says it in its list. */
function fateInPanel(row: FindingRow): string {
  const [, since, orBefore = '', word] =
    /^r(\d+)( or before,)? (new|stays|back again)$/.exec(row.fateWords) ?? [];
  return word === 'stays' ? `stays ${since}${orBefore.replace(',', '')}` : String(word?.split(' ')[0]);
}

function fateInDetail(facts: string): string {
  const stays = /open since round (\d+)( or before)?$/.exec(facts);
  if (stays !== null) return `stays ${stays[1]}${stays[2] ?? ''}`;
  return / new in this round$/.test(facts) ? 'new' : 'back';
}

function fateInFindings(row: RowShown): string {
  const [, since, orBefore = '', word] =
    /^round \d+, (?:stays since (\d+)( or before)?|(new|back) ?.*)$/.exec(row.facts) ?? [];
  return word ?? `stays ${since}${orBefore}`;
}

describe('what several surfaces show of one loop', () => {
  const all = cases();
  const drawnOnce = new Map<Case, Shown>();
  const rig = new FindingsRig();
  let session: FindingsSession;
  /** Of the Findings panel, by loop, round and place. */
  const listed = new Map<string, RowShown>();

  before(async () => {
    rig.loops = all.map(({ loop }) => loop);
    session = rig.session({ ...DEFAULT_FILTER, state: 'all', group: 'none' });
    await session.settled;
    const { slices } = session.handlers;
    const { view, count } = slices.list.give(null);
    for (let page = 0; page * 100 < count; page += 1) {
      for (const row of slices.rows.give({ view, page }).rows) {
        const [handle, round, index] = row.id.split(':');
        listed.set(`${handle}:${round}:${index}`, row);
      }
    }
  });

  after(() => rig.dispose());

  const each = (name: string, check: (shown: Shown, one: Case) => void): void => {
    it(name, () => {
      for (const one of all) {
        try {
          const shown = drawnOnce.get(one) ?? new Shown(one);
          drawnOnce.set(one, shown);
          check(shown, one);
        } catch (error) {
          assert.fail(`${one.seed}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    });
  };

  each('is how many findings are open, the material ones among them', (shown, { loop }) => {
    const [findings] = shown.of('findings').filter(({ row }) => row.round === undefined);
    const inPanel = panelFindings(loop, null);
    const ofLoop = [...listed].filter(([key]) => key.startsWith(`${handleOf(loop.key)}:`));
    const open = ofLoop.filter(([, row]) => row.state === 'open');
    const onPage = section(shown.page, 'Open findings').filter((line) => /^[●○]/.test(line));
    agree('material', {
      ...(loop.snapshot.rounds.length === 0 ? {} : { row: numberIn(shown.row.description, /(\d+) open/) }),
      tooltip: numberIn(shown.row.tooltip, /(\d+) material open/),
      tree: findings === undefined ? 0 : numberIn(findings.item.description, /^(\d+) material$/),
      head: shown.head.counts.material,
      panel: inPanel.material,
      findings: open.filter(([, row]) => row.severity === 'material').length,
      page: onPage.filter((line) => line.startsWith('●')).length,
      pageFacts: numberIn(shown.page, /(\d+) material open/),
    });
    agree('all', {
      tree: findings === undefined ? 0 : numberIn(findings.item.label, /^Open findings (\d+)$/),
      head: shown.head.counts.material + shown.head.counts.minor,
      panel: inPanel.count,
      rows: inPanel.rows.length,
      findings: open.length,
      page: onPage.length,
    });
    if (ofLoop.length > 0)
      agree('filter', {
        head: inPanel.count,
        findings: session.handlers.slices.list.give(null).loops.find(({ id }) => id === handleOf(loop.key))
          ?.open,
      });
  });

  each(
    'is whether a finding is new, stays since a round, is back, or how it was closed',
    (shown, { loop }) => {
      const names = new Set(
        shown.of('finding').map(({ row, item }) => {
          const name = (item.description ?? '').split(' · ').at(-1);
          return `${row.finding.round} ${item.label.replace(/\s+/g, ' ')} ${name}`;
        }),
      );
      const { rounds } = loop.snapshot;
      for (const row of [null, ...rounds.map(({ round }) => round)].flatMap(
        (round) => panelFindings(loop, round).rows,
      )) {
        const other = listed.get(`${handleOf(loop.key)}:${row.round}:${row.index}`);
        const detail = findingDetail(reads, loop, row.round, row.index);
        assert.ok(other !== undefined && detail !== null);
        agree('name', { panel: row.name.text, findings: other.name.text, detail: detail.name.text });
        const said = `${row.round} ${row.text.text.replace(/\s+/g, ' ')} ${row.name.text}`;
        assert.ok(names.has(said), `${said}: ${[...names].join(' | ')}`);
        if (other.state !== 'open') {
          agree('state', {
            panel: row.fateWords,
            findings: other.facts.replace(/^round \d+, /, ''),
            detail: detail.facts.split(' · ').at(-1),
          });
          continue;
        }
        const [line = ''] = session.handlers.slices.finding.give({ id: other.id })?.history ?? [];
        agree('fate', {
          panel: fateInPanel(row),
          detail: fateInDetail(detail.facts),
          findings: fateInFindings(other),
        });
        agree('kind', { panel: row.fate, history: line.replace(/^Round \d+: (\w+).*$/, '$1') });
      }
    },
  );

  each('is what became of the decisions that were sent', (shown, { loop }) => {
    const { rounds } = loop.snapshot;
    const outcomes = decisionOutcomes(loop.snapshot);
    const words = findingPage(reads, loop, null, 0).outcome;
    session.setFilter({ ...session.filter, loop: handleOf(loop.key) });
    const notes = shown
      .of('sent')
      .flatMap(({ item }) => /^you sent .*?(?= · )/.exec(item.description ?? '') ?? []);
    agree('outcome', {
      panel: words,
      findings: session.handlers.slices.list.give(null).outcomes[0]?.words ?? '',
      tree: notes[0] ?? '',
    });
    const placeOf = (where: { round: number; index: number }): ListingPlace => ({
      at: placeOfRound(rounds, where.round),
      index: where.index,
    });
    const past = (from: ListingPlace): string[] => {
      const found: string[] = [];
      for (let at: ListingPlace | null = from; at !== null; at = listedBefore(rounds, at))
        found.push(`${at.at}:${at.index}`);
      return found;
    };
    const open = rounds.flatMap(({ findings }, at) =>
      findings.flatMap(({ state }, index) => (state === 'open' ? [past({ at, index })] : [])),
    );
    for (const { before, now, fate } of outcomes.flatMap(({ decided }) => decided)) {
      if (before === null || now === null) continue;
      const then = placeOf(before);
      assert.ok(
        past(placeOf(now)).includes(`${then.at}:${then.index}`),
        `${fate}, now in round ${now.round}`,
      );
      const stillOpen = open.some((each) => each.includes(`${then.at}:${then.index}`));
      agree('still open', { outcome: fate === 'open', findings: stillOpen });
    }
  });

  each('is where it stands, its last sign, its round and what it cost', (shown, { loop }) => {
    const { head, row, tooltip, page } = shown;
    assert.ok(row.description?.startsWith(head.state.words), `${row.description}: ${head.state.words}`);
    assert.ok(tooltip.includes(head.state.words) && page.split('\n').includes(head.state.words));
    for (const surface of [row.tooltip, page]) assert.ok(surface.includes(head.lastSign), head.lastSign);
    agree('round', {
      row: numberIn(row.description, /\br(\d+)\b/),
      head: head.counts.newest,
      meter: numberIn(head.meters[0]?.words, /^(\d+)/),
      tooltip: numberIn(row.tooltip, /round (\d+)/),
      page: numberIn(page, /round (\d+)/),
      rounds: loop.snapshot.rounds.at(-1)?.round ?? null,
    });
    const words = head.meters[1]?.words ?? '';
    if (words === 'none reported') return;
    const spent = words.replace(/ of \$.*$/, '');
    assert.ok(row.description?.includes(spent), `${row.description}: ${spent}`);
    for (const surface of [row.tooltip, page]) assert.ok(surface.includes(words), words);
  });

  each('is how each round stands, what it cost and what it left open', (shown, { loop }) => {
    const { rows } = roundsSlice(loop, 0);
    const inTree = new Map(shown.of('round').map(({ row, item }) => [row.round.round, item]));
    const onPage = section(shown.page, 'Rounds').filter((line) => /^\d/.test(line));
    // Numbers beyond 2 ** 53 may be given out alike.
    for (const row of rows.filter(({ round }) => round < Number.MAX_SAFE_INTEGER)) {
      const item = inTree.get(row.round);
      assert.ok(item !== undefined);
      const [state = ''] = row.state.words.split(' · ');
      const line = onPage.find((each) => each.startsWith(`${row.round}  `)) ?? '';
      const [, stateOnPage, material, cost] =
        /^\d+ {2}(.+?) {2}(\d+) material, \d+ minor open(?: {2}(.*))?$/.exec(line) ?? [];
      agree('state', { panel: state, page: stateOnPage });
      agree('cost', { panel: row.cost, page: (cost ?? '').trim() });
      if (row.cost !== '')
        assert.ok(item.description?.includes(row.cost), `${item.description}: ${row.cost}`);
      const isOver = !['running', 'not ended'].includes(state);
      agree('runs', { panel: row.state.icon === 'sync', tree: item.icon?.name === 'sync' });
      const point = shown.trend?.rows.find(({ round }) => round === row.round);
      agree('material', {
        panel: numberIn(row.material, /(\d+) material$/),
        page: Number(material),
        ...(isOver ? { tree: numberIn(item.description, /(?:→ |· )(\d+)(?: open)?(?: ·|$)/) } : {}),
        ...(point === undefined ? {} : { trend: point.material }),
      });
      agree('drawn', { panel: isOver, trend: point !== undefined });
      if (point !== undefined) agree('cost drawn', { panel: row.cost, trend: point.costWords });
    }
  });

  each('is whether it gets anywhere, and at what price', (shown, { loop }) => {
    const [moves] = shown.of('words').filter(({ row }) => row.id.endsWith('/moves'));
    const sentence = moves?.item.tooltip.split('\n')[0] ?? '';
    const inPanel = shown.trend?.words[0] ?? '';
    agree('sentence', {
      tree: sentence,
      panel: /^\d+ rounds: /.test(inPanel) ? inPanel.replace(/\.$/, '') : '',
    });
    for (const surface of [shown.row.tooltip, shown.page]) assert.ok(surface.includes(sentence), sentence);
    const ended = loop.snapshot.rounds.filter(({ verdict }) => verdict !== null).length;
    if (sentence !== '')
      agree('ended rounds', {
        sentence: Number.parseInt(sentence, 10),
        panel: shown.trend?.total,
        rounds: ended,
      });
    const rate = shown.head.meters[1]?.note ?? '';
    for (const surface of [shown.row.tooltip, shown.page]) assert.ok(surface.includes(rate), rate);
    if (moves !== undefined) assert.ok(moves.item.tooltip.includes(rate), rate);
    const near = numberIn(shown.row.description, /(\d+) % of its cap/);
    const shares = [shown.head.meters[1]?.share ?? 0, shown.head.meters[2]?.share ?? 0];
    const share = Math.max(...shares);
    if (share >= 0.8 && share <= 1) agree('near its cap', { row: near, head: Math.floor(share * 100) });
    const stuck = loop.snapshot.needsALook.find(({ code }) => code === 'no-progress')?.args['ways'];
    if (Array.isArray(stuck) && stuck.includes('findings'))
      assert.ok((numberIn(sentence, /no fall in the last (\d+)$/) ?? 0) >= 3, sentence);
  });

  each('is what waits', (shown, { loop, model }) => {
    const rows = needsYouSource(model).roots();
    const waits = rows.flatMap((row) => (row.kind === 'wait' ? [row.wait] : []));
    agree('each by itself', {
      head: shown.head.counts.waits,
      tree: shown.of('wait').length,
      needsYou: waits.reduce((sum, wait) => sum + wait.same.length, 0),
      reasons: loop.snapshot.waitsForYou.length,
    });
    const bar = statusLine(model, undefined);
    agree('groups', {
      badge: model.waits().length,
      needsYou: waits.length,
      bar: numberIn(bar?.tooltip, /Click to answer: (\d+) in all/) ?? 0,
    });
    assert.equal(/\bwaits?\b/.test(needsYouDescription(model)), waits.length > 0);
    const [first, ...others] = waits;
    if (first !== undefined) {
      const { text } = toastContent({ kind: 'wait', wait: first, others, ...NO_MARKS }, model.now());
      if (waits.length > 1)
        agree('toast', { toast: numberIn(text, /^(\d+) questions/), needsYou: waits.length });
    }
  });

  each('is why it needs a look', (shown, { loop, model }) => {
    const source = needsYouSource(model);
    const rows = source.roots().flatMap((row) => (row.kind === 'look' ? [row, ...source.children(row)] : []));
    const inNeedsYou = rows.flatMap((row) =>
      row.kind === 'look' && (row.single || row.look.same.length === 1) ? [source.item(row).description] : [],
    );
    const onPage = shown.page.split('\n').flatMap((line) => (line.startsWith('! ') ? [line.slice(2)] : []));
    agree('looks', {
      needsYou: inNeedsYou.slice(0, 6).toSorted(),
      panel: shown.head.why.map(({ text }) => text).toSorted(),
      page: onPage.slice(0, 6).toSorted(),
    });
    const bar = statusLine(model, undefined);
    for (const look of model.looksOf(loop)) {
      const words = inNeedsYou[model.looksOf(loop).indexOf(look)] ?? '';
      if (look.code === 'over-cap') {
        const { text } = toastContent({ kind: 'over-cap', look, ...NO_MARKS }, model.now());
        const used = words.replace(/^over cap: (?:runs )?/, '');
        assert.ok(text.includes(`is over its cap: ${used},`), `${text} ${words}`);
        if (bar?.text.includes('over its cap') === true) assert.ok(bar.spoken.endsWith(words), bar.spoken);
      }
      if (look.code === 'no-progress') {
        const { text } = toastContent({ kind: 'no-progress', look, ...NO_MARKS }, model.now());
        const stay = numberIn(text, /(\d+) material findings stay open/) ?? 0;
        agree('stay open', {
          toast: stay,
          needsYou: numberIn(words, /: (\d+) stay open$/) ?? shown.head.counts.material,
        });
      }
      if (look.code === 'unread' && bar?.text.includes('has not read') === true)
        agree('unread', {
          bar: bar.text.replace(/^.* your (\w+), (.*)$/, '$1 $2'),
          needsYou: words.replace(/^.* your (\w+) for (.*)$/, '$1 $2'),
        });
    }
  });

  each('is how far what was sent has come', (shown, { loop, model }) => {
    const inPanel = sentSlice(model, loop, 0).rows.map(({ state }) => state.words);
    const inTree = shown.of('sent').map(({ item }) => item.description ?? '');
    const onPage = section(shown.page, 'Sent').flatMap(
      (line) => /^(?! {8}).*\((.*)\)$/.exec(line)?.[1] ?? [],
    );
    assert.equal(inTree.length, inPanel.length);
    for (const [at, words] of inPanel.entries())
      assert.ok(inTree[at]?.endsWith(words), `${inTree[at]}: ${words}`);
    if (loop.snapshot.inbox.every(({ text }) => !text.includes('\n'))) agree('page', { inPanel, onPage });
  });

  each('is how many loops run', (_shown, { loop, model }) => {
    const runs = loop.snapshot.status === 'running' ? 1 : 0;
    const bar = statusLine(model, undefined);
    const nothing = needsYouSource(model)
      .roots()
      .find((row) => row.kind === 'words' && row.id === 'nothing');
    if (bar?.text.includes('compass') === true)
      agree('runs', { totals: runs, bar: numberIn(bar.text, /(\d+) runs?/) ?? 0 });
    if (nothing?.kind === 'words')
      agree('runs', { totals: runs, needsYou: numberIn(nothing.description, /^(\d+) loop/) ?? 0 });
    assert.equal(model.totals().runs, runs);
  });
});
