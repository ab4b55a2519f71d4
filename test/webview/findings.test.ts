import assert from 'node:assert/strict';
import {
  DEFAULT_FILTER,
  type Filter,
  type FindingsContract,
  PAGE,
} from '../../src/ui/panels/findings/findingsMessages.ts';
import { findingsTexts } from '../../src/ui/panels/findings/findingsPanelWords.ts';
import { PAGE_ROWS } from '../../webviews/findings/rowsOfPage.ts';
import { builtLoop, FindingsRig } from '../fakes/findingsRig.ts';
import { type LoopBuilder, loop, MINUTE } from '../fakes/loopBuilder.ts';
import { sent } from '../fakes/snapshots.ts';
import { type PanelOptions, PanelPage } from './panelPage.ts';
import { inPseudoLocale } from './pseudoLocale.ts';
import { themeNames } from './themes.ts';

const HOSTILE = [
  '</script><script>document.title = "run"</script>',
  '<img src="https://example.org/x.png" onerror="document.title = \'run\'">',
  '[click](command:workbench.action.quit) $(zap)',
  'right \u202eto left\u202c zero\u200bwidth \u001b[31mred\u001b[0m',
  `a${'\u0301'.repeat(3000)}b`,
].join(' ');

type Severity = 'material' | 'minor';
const finding = (id: string, text: string, severity: Severity = 'material') => ({ id, text, severity });

function docs(): LoopBuilder {
  const built = loop().round(1);
  built.finish('facts', {
    artifact: 'work/round-1-facts.md',
    findings: [
      finding('ex-3', 'docs/api/open.md:12 the example for open() raises before the file is there'),
      finding('ex-5', 'docs/api/close.md:4 close() lacks a return value', 'minor'),
      finding('ex-6', 'No source for: Commit once per round.'),
    ],
  });
  built.later(4 * MINUTE).end('continue', { summary: '3 left' });
  built.round(2).close('ex-6', { resolution: 'fixed' });
  built.finish('facts', {
    artifact: 'work/round-2-facts.md',
    findings: [
      finding('ex-3', 'docs/api/open.md:12 the example for open() raises before the file is there'),
      finding('ex-5', 'docs/api/close.md:4 close() lacks a return value', 'minor'),
    ],
  });
  built.finish('reader', {
    findings: [
      finding('1', 'The title does not say who the page is for.', 'minor'),
      finding(
        '2',
        'A newcomer can’t tell which of the two entry points to take first, and the picture shows a third.',
      ),
    ],
  });
  return built;
}

function shop(): LoopBuilder {
  const built = loop().round(7);
  built.finish('review', {
    label: 'storage',
    findings: [finding('1', 'src/store/cache.ts:88 evicts while a reader holds the entry')],
  });
  built.finish('review', {
    label: 'payment',
    findings: [
      finding('1', 'The retry doubles an order when the gateway answers late'),
      finding('2', 'Typo in a log line', 'minor'),
    ],
  });
  return built;
}

describe('the Findings panel', () => {
  let rig: FindingsRig;
  const opened: PanelPage<FindingsContract>[] = [];

  const open = async (
    options: Partial<PanelOptions<FindingsContract>> & { filter?: Filter } = {},
  ): Promise<PanelPage<FindingsContract>> => {
    const session = rig.session(options.filter);
    await session.settled;
    const panel = await PanelPage.open<FindingsContract>({
      script: 'findings',
      texts: findingsTexts(),
      handlers: session.handlers,
      refusalWords: (code) => session.refusalWords(code),
      ...options,
    });
    rig.onChange = () => panel.channel.changed();
    sessions.set(panel, session);
    opened.push(panel);
    return panel;
  };
  const sessions = new Map<PanelPage<FindingsContract>, ReturnType<FindingsRig['session']>>();

  const listOf = (panel: PanelPage<FindingsContract>) =>
    panel.page.getByRole('listbox', { name: 'Findings' });
  const option = (panel: PanelPage<FindingsContract>, name: RegExp) =>
    panel.page.getByRole('option', { name });

  const change = async (panel: PanelPage<FindingsContract>): Promise<void> => {
    sessions.get(panel)?.loopsChanged();
    await sessions.get(panel)?.settled;
  };

  beforeEach(() => {
    rig = new FindingsRig();
    rig.loops = [builtLoop('api-docs', docs()), builtLoop('shop', shop(), '/home/me/shop')];
  });

  afterEach(async () => {
    for (const panel of opened.splice(0)) {
      assert.deepEqual(panel.faults, []);
      await panel.close();
    }
    await rig.dispose();
  });

  it('lists what is open over all loops, grouped, material first, with counts and what became of each', async () => {
    const panel = await open();
    await option(panel, /facts\/ex-3/).waitFor();
    const names = await panel.page
      .locator('.finding-row')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            `${row.querySelector('.visually-hidden')?.textContent} ${row.querySelector('.finding-facts .agent')?.textContent}`,
        ),
      );
    assert.deepEqual(names, [
      'Material:  facts/ex-3',
      'Material:  reader/2',
      'Minor:  facts/ex-5',
      'Minor:  reader/1',
      'Material:  review/1 [storage]',
      'Material:  review/1 [payment]',
      'Minor:  review/2 [payment]',
    ]);
    await panel.page.getByText('7 findings, 4 material, in 2 loops').waitFor();
    await option(
      panel,
      /^Material: docs\/api\/open\.md:12 .*?, facts\/ex-3 ?, round 2, stays since 1 ?, api-docs$/,
    ).waitFor();
    assert.deepEqual(await panel.page.locator('.findings-head').allTextContents(), ['api-docs4', 'shop3']);
  });

  it('asks for as many rows at a time as the host gives', () => {
    assert.equal(PAGE_ROWS, PAGE);
  });

  it('filters by words in any order, and by state, severity, loop and step, and says how many are left', async () => {
    const panel = await open();
    const { page } = panel;
    await page.getByRole('searchbox').fill('example FACTS');
    await page.getByRole('status').getByText('1 finding, 1 material, in 1 loop').waitFor();
    await page.getByRole('searchbox').fill('');
    await option(panel, /review\/1 \[storage\]/).waitFor();
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Closed (1)' });
    await option(panel, /facts\/ex-6 ?, round 1, fixed/).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.finding-row').length === 1);
    await page.getByRole('combobox', { name: 'State' }).selectOption('open');
    await page.getByRole('combobox', { name: 'Severity' }).selectOption('minor');
    await page.getByText('3 findings, 0 material, in 2 loops').first().waitFor();
    await page.getByRole('combobox', { name: 'Loop' }).selectOption({ label: 'shop (3)' });
    await page.getByText('1 finding, 0 material, in 1 loop').first().waitFor();
    await page.getByRole('combobox', { name: 'Step' }).selectOption({ label: 'review (3)' });
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.getByText('No finding fits this filter.').waitFor();
    assert.equal(rig.kept?.severity, 'minor');
    await page.getByRole('button', { name: 'Show All Open' }).click();
    await page.getByText('7 findings, 4 material, in 2 loops').first().waitFor();
  });

  it('makes a change of the filter to the one before it, though its list has not come yet', async () => {
    const panel = await open();
    const { page } = panel;
    await option(panel, /facts\/ex-3/).waitFor();
    await page.evaluate(() => {
      const choose = (name: string, value: string): void => {
        const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`);
        if (select === null) throw new Error(`no ${name}`);
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      };
      choose('State', 'all');
      choose('Severity', 'minor');
    });
    await page
      .getByText(/^\d+ findings, 0 material, in 2 loops$/)
      .first()
      .waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'State' }).inputValue(), 'all');
    assert.deepEqual([rig.kept?.state, rig.kept?.severity], ['all', 'minor']);
  });

  it('decides with the keys of the list, keeps it, and takes it back with the same key', async () => {
    const panel = await open();
    const { page } = panel;
    await option(panel, /facts\/ex-3/).waitFor();
    await listOf(panel).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('w');
    await page.getByRole('status').getByText('facts/ex-3: Won’t fix').waitFor();
    await option(panel, /facts\/ex-3.*Won’t fix$/).waitFor();
    await page.getByRole('button', { name: 'Won’t fix', pressed: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Send Decisions (2)…' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Send Decisions (1)…' }).waitFor();
    for (const [key, word] of [
      ['f', 'Fix'],
      ['d', 'Duplicate'],
      ['l', 'Later'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('status').getByText(`reader/2: ${word}`).waitFor();
    }
    const [, draft] = [...rig.drafts.of(rig.loops[0]?.key ?? '').values()];
    assert.deepEqual([draft?.id, draft?.decision], ['2', 'later']);
  });

  it('takes a remark, without its letters deciding anything, and gives the list its focus back', async () => {
    const panel = await open();
    const { page } = panel;
    await option(panel, /facts\/ex-3/).waitFor();
    await listOf(panel).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'Won’t fix', pressed: true }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('fwpdl is by design');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.id === 'findings');
    await option(panel, /facts\/ex-3.*Won’t fix$/).waitFor();
    const [draft] = [...rig.drafts.of(rig.loops[0]?.key ?? '').values()];
    assert.deepEqual([draft?.decision, draft?.remark], ['wontfix', 'fwpdl is by design']);
  });

  it('shows each note before it goes, one after the other, and sends what was shown', async () => {
    const panel = await open();
    const { page } = panel;
    const decide = async (name: RegExp, key: string) => {
      await option(panel, name).click();
      await listOf(panel).focus();
      await page.keyboard.press(key);
      await option(panel, new RegExp(`${name.source}.*(fix|Fix|Duplicate)$`)).waitFor();
    };
    await decide(/facts\/ex-3/, 'w');
    await decide(/reader\/2/, 'f');
    await decide(/review\/1 \[payment\]/, 'd');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '1 of 2: api-docs' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'send-title');
    assert.equal(await page.locator('.note').textContent(), "facts/ex-3: won't fix\nreader/2: fix");
    await page.keyboard.press('Enter');
    assert.deepEqual(rig.acts, [], 'Enter on the heading sends nothing');
    await panel.picture('findings-send');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '2 of 2: shop' }).waitFor();
    assert.deepEqual(rig.acts, ["send api-docs: facts/ex-3: won't fix\nreader/2: fix"]);
    await page.getByRole('button', { name: 'Not This One' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send Decisions (1)…' }).waitFor();
    assert.deepEqual(rig.drafts.loops(), [rig.loops[1]?.key]);
  });

  it('shows the note of one loop where somebody asked for it elsewhere', async () => {
    for (const { key, snapshot } of rig.loops)
      for (const open of snapshot.openFindings.slice(0, 1)) rig.drafts.set(key, open, { decision: 'fix' });
    const panel = await open();
    await option(panel, /facts\/ex-3/).waitFor();
    const shop = sessions.get(panel)?.handlers.slices.list.give(null).loops[1]?.id ?? '';
    panel.channel.send('send', { loop: shop });
    await panel.page.getByRole('heading', { name: '1 of 1: shop' }).waitFor();
    await panel.page.keyboard.press('Control+Enter');
    await panel.page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(rig.acts, ['send shop: review/1 [storage]: fix']);
  });

  it('sends nothing else than what was shown, and says so', async () => {
    const panel = await open();
    const { page } = panel;
    const [first] = rig.loops;
    assert.ok(first);
    const name = { step: 'facts', label: '', id: 'ex-3', text: docs().after().openFindings[0]?.text ?? '' };
    rig.drafts.set(first.key, name, { decision: 'fix' });
    await page.getByRole('button', { name: 'Send Decisions (1)…' }).click();
    await page.getByText('facts/ex-3: fix').waitFor();
    const session = sessions.get(panel);
    const reply = await session?.handlers.requests.send.run({ loop: await handleOf(panel), stamp: 'other' });
    assert.equal(reply?.ok === false && reply.code, 'changed');
    assert.deepEqual(rig.acts, []);
  });

  const handleOf = async (panel: PanelPage<FindingsContract>): Promise<string> => {
    const list = sessions.get(panel)?.handlers.slices.list.give(null);
    return list?.loops[0]?.id ?? '';
  };

  it('says why nothing can be sent, and what an open question means, before anything is written', async () => {
    rig.refusal = { ok: false, code: 'read-only', args: {}, message: '' };
    rig.question = 'Who reads it first?';
    const panel = await open();
    await option(panel, /facts\/ex-3/).click();
    await listOf(panel).focus();
    await panel.page.keyboard.press('f');
    await panel.page.getByRole('button', { name: 'Send Decisions (1)…' }).click();
    await panel.page.getByText('the folder of api-docs is read-only for you.').waitFor();
    await panel.page.getByText('It asks “Who reads it first?”').waitFor();
    await panel.page.getByRole('button', { name: 'Send', exact: true }).click({ force: true });
    await panel.page.keyboard.press('Control+Enter');
    assert.deepEqual(rig.acts, []);
    await panel.page.keyboard.press('Escape');
    await panel.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('says what became of what was sent', async () => {
    const built = docs();
    const first = builtLoop('api-docs', built);
    const ts = new Date(built.time / 1000 + 500).toISOString();
    const text = "facts/ex-3: won't fix: by design\nreader/1: fix\nreader/2: fix";
    built
      .round(3)
      .close('ex-3', { resolution: 'wontfix' })
      .close('1', { step: 'reader', resolution: 'fixed' });
    built.finish('reader', {
      findings: [
        finding(
          '2',
          'A newcomer can’t tell which of the two entry points to take first, and the picture shows a third.',
        ),
      ],
    });
    const later = builtLoop('api-docs', built);
    rig.loops = [{ ...first, snapshot: { ...later.snapshot, inbox: [sent({ text, ts })] } }];
    const panel = await open();
    await panel.page.getByText('api-docs: you sent 3: 1 fixed, 1 won’t fix, 1 open').waitFor();
    await option(panel, /reader\/2 ?, round 3, stays since 2 ?, api-docs ?, ?Fix, sent$/).click();
    await panel.page.getByText(/You sent “Fix” at \d\d:\d\d\. Now: still open\./).waitFor();
    await panel.page.getByText('Round 3: stays').waitFor();
    await panel.page.getByText('Round 2: new').waitFor();
    await panel.picture('findings-outcome');
  });

  it('goes to a place, opens the file and copies only when asked, by the finding’s id', async () => {
    const panel = await open();
    const { page } = panel;
    await option(panel, /facts\/ex-3/).click();
    await listOf(panel).focus();
    await page.keyboard.press('F12');
    await page.keyboard.press('o');
    await page.keyboard.press('Control+c');
    await page.getByRole('status').getByText('Copied').waitFor();
    assert.deepEqual(rig.acts, [
      'place docs/api/open.md:12 the example for open() raises before the file is there',
      'open work/round-2-facts.md',
      'copy - **facts/ex-3** (api-docs, material, round 2, open): docs/api/open.md:12 the example for open\\(\\) raises before the file is there',
    ]);
    rig.place = false;
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('It names no file that is in its repository.').waitFor();
    await page.getByRole('button', { name: 'Copy All Shown' }).click();
    await page.getByRole('status').getByText('7 findings copied').waitFor();
  });

  it('shows what an agent wrote as text, and reaches for nothing outside', async () => {
    const built = loop().round(1);
    built.finish('f"><b>acts', {
      label: '</select>',
      findings: [finding('x', HOSTILE), finding('long', 'long '.repeat(1_000_000))],
    });
    rig.loops = [builtLoop('api-docs', built)];
    const panel = await open();
    const { page } = panel;
    await option(panel, /<\/script>/).click();
    const text = page.locator('.detail-text');
    await text.getByText('right <U+202E>to left').waitFor();
    assert.equal(await page.locator('img, b, a').count(), 0);
    assert.notEqual(await page.title(), 'run');
    await option(panel, /long long/).click();
    await page.getByText('(cut here)').waitFor();
    await page.getByRole('button', { name: 'Open Whole' }).click();
    await page.waitForFunction(() => true);
    assert.deepEqual(rig.acts, ['whole 1 long 0']);
    assert.deepEqual(panel.reached, []);
    assert.equal(await panel.widerThanPage(), false);
  });

  /** 20,000 findings in 1,000 rounds. */
  function many(rounds = 1000): LoopBuilder {
    const built = loop();
    for (let number = 1; number <= rounds; number += 1) {
      const findings = Array.from({ length: 20 }, (_, at) =>
        finding(
          `f${at}`,
          `src/part${at}.ts:${number} finding ${number}-${at}`,
          at % 3 === 0 ? 'material' : 'minor',
        ),
      );
      built.round(number).finish('facts', { findings }).end();
    }
    return built;
  }

  it('draws of 20,000 findings those that are seen, walks them, and searches them', async () => {
    rig.loops = [builtLoop('api-docs', many())];
    const panel = await open({ filter: { ...DEFAULT_FILTER, state: 'all', sort: 'newest', group: 'none' } });
    const { page } = panel;
    await option(panel, /finding 1000-0 ?,/).waitFor();
    assert.ok((await page.getByRole('option').count()) < 60);
    await listOf(panel).focus();
    await page.keyboard.press('End');
    await option(panel, /finding 1-19 ?,/).waitFor();
    const active = await listOf(panel).getAttribute('aria-activedescendant');
    assert.equal(active, 'finding-19999');
    assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-setsize'), '20000');
    await page.locator('.detail-text').getByText('finding 1-19').waitFor();
    assert.ok((await page.getByRole('option').count()) < 60);
    await page.getByRole('searchbox').fill('finding 500-7');
    await page.getByText('1 finding, 0 material').first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.finding-row').length === 1);
  });

  it('keeps what is seen, the choice, the caret and a remark while findings come and go', async () => {
    const built = many(100);
    rig.loops = [builtLoop('api-docs', built)];
    const panel = await open({ filter: { ...DEFAULT_FILTER, state: 'all', sort: 'newest', group: 'none' } });
    const { page } = panel;
    await option(panel, /finding 100-0 ?,/).waitFor();
    await listOf(panel).evaluate((list) => list.scrollTo(0, 10_007));
    await page.waitForFunction(() => document.querySelectorAll('.finding-lines').length > 5);
    const seen = () =>
      page.evaluate(() => {
        const list = document.getElementById('findings');
        const edge = list?.getBoundingClientRect().top ?? 0;
        const rows = [...document.querySelectorAll('.finding-row')].filter(
          (row) => row.getBoundingClientRect().bottom > edge,
        );
        rows.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
        const [top] = rows;
        return [top?.textContent, Math.round((top?.getBoundingClientRect().top ?? 0) - edge)];
      });
    await page.waitForFunction(() => JSON.stringify(sessionStorage.getItem('state')).includes('topOffset'));
    await option(panel, /finding 89-/)
      .first()
      .click();
    const [before, choice] = [await seen(), await page.locator('.detail-text').textContent()];
    built
      .round(101)
      .finish('facts', { findings: [finding('new', 'A newer finding')] })
      .end();
    rig.loops = [builtLoop('api-docs', built)];
    await change(panel);
    await page.getByText('2001 findings').first().waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-setsize="2001"]') !== null);
    assert.deepEqual(await seen(), before);
    assert.equal(await page.locator('.detail-text').textContent(), choice);
    const active = await listOf(panel).getAttribute('aria-activedescendant');
    const chosen = await page.locator(`[id="${active}"]`).textContent();
    assert.ok(chosen?.includes(choice ?? '-'), `${chosen} ${choice}`);
  });

  it('goes on with the next one where the filter drops what was decided', async () => {
    const panel = await open({ filter: { ...DEFAULT_FILTER, mine: 'none' } });
    const { page } = panel;
    await option(panel, /facts\/ex-3/).waitFor();
    await listOf(panel).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('f');
    await page.getByText('6 findings').first().waitFor();
    await page.getByRole('heading', { name: 'reader/2' }).waitFor();
    await page.keyboard.press('w');
    await page.getByRole('heading', { name: 'facts/ex-5' }).waitFor();
  });

  it('has the same choice and filter after it was hidden', async () => {
    const panel = await open();
    const { page } = panel;
    await option(panel, /reader\/2/).click();
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('name');
    await page.getByRole('button', { name: 'Filter, sort and group' }).click();
    await page.waitForFunction(() => JSON.stringify(sessionStorage.getItem('state')).includes('filters'));
    await panel.hide();
    await panel.load();
    await page.getByRole('heading', { name: 'reader/2' }).waitFor();
    await option(panel, /reader\/2/)
      .and(page.locator('[aria-selected=true]'))
      .waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Sort' }).count(), 0);
    await page.getByRole('button', { name: 'Filter, sort and group' }).click();
    assert.equal(await page.getByRole('combobox', { name: 'Sort' }).inputValue(), 'name');
  });

  it('is walked by keys alone, from the search to the foot, and says its keys', async () => {
    const panel = await open();
    const { page } = panel;
    await option(panel, /facts\/ex-3/).waitFor();
    await page.keyboard.press('/');
    const names: string[] = [];
    for (let step = 0; step < 30; step += 1) {
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      names.push(name);
      if (name === 'Findings') await page.keyboard.press('ArrowDown');
      if (name === 'Findings') await page.getByRole('heading', { name: 'facts/ex-3' }).waitFor();
      if (name === 'Keys') break;
      await page.keyboard.press('Tab');
    }
    for (const name of [
      'Search findings',
      'State',
      'Group',
      'Findings',
      'Go to Place…',
      'Copy as Markdown',
      'Copy All Shown',
      'Keys',
    ])
      assert.ok(
        names.some((each) => each.includes(name)),
        `${name} of ${names.join(' | ')}`,
      );
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys in the list' }).waitFor();
    assert.deepEqual(await panel.axe(), []);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('says that nothing is there yet', async () => {
    rig.loops = [];
    const panel = await open();
    await panel.page.getByText('No loop has listed a finding yet.').waitFor();
    rig.loops = [builtLoop('api-docs', docs())];
    await change(panel);
    await option(panel, /facts\/ex-3/).waitFor();
  });

  it('has every word from the host, in the person’s language', async () => {
    await inPseudoLocale(async () => {
      const panel = await open({ texts: findingsTexts() });
      await option(panel, /facts\/ex-3/).click();
      await panel.page.getByRole('heading', { name: 'facts/ex-3' }).waitFor();
      // Of the loops and steps to choose from, the names are theirs.
      const left = (await panel.untranslated()).filter(
        (text) => !/^(api-docs|shop|facts|reader|review) \(\d\)$/.test(text),
      );
      assert.deepEqual(left, []);
    });
  });

  for (const name of themeNames()) {
    it(`has no fault that axe finds, in ${name}`, async () => {
      const panel = await open({ theme: name, width: 1200, height: 720 });
      const { page } = panel;
      await option(panel, /reader\/2/).click();
      await listOf(panel).focus();
      await page.keyboard.press('f');
      await page.getByRole('button', { name: 'Fix', pressed: true }).waitFor();
      await option(panel, /facts\/ex-3/).click();
      await listOf(panel).focus();
      await page.keyboard.press('w');
      await page.getByRole('button', { name: 'Won’t fix', pressed: true }).waitFor();
      assert.deepEqual(await panel.axe(), []);
      await panel.picture(`findings-${name}`);
    });
  }

  it('fits 300 pixels and 1600, 200 % zoom and a person’s own colours', async () => {
    for (const [width, height, forcedColors] of [
      [300, 800, false],
      [1600, 900, false],
      [640, 450, false],
      [640, 700, true],
    ] as const) {
      const panel = await open({ width, height, forcedColors });
      await option(panel, /facts\/ex-3/).click();
      await panel.page.getByRole('heading', { name: 'facts/ex-3' }).waitFor();
      assert.equal(await panel.widerThanPage(), false, String(width));
      // Of the person's own colours axe does not know.
      if (!forcedColors) assert.deepEqual(await panel.axe(), [], String(width));
      await panel.picture(`findings-${width}${forcedColors ? '-forced' : ''}`);
    }
  });
});
