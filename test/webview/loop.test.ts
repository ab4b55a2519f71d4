import assert from 'node:assert/strict';
import type { LoopContract } from '../../src/ui/panels/loop/loopMessages.ts';
import { loopTexts } from '../../src/ui/panels/loop/loopPanelWords.ts';
import { MINUTE } from '../fakes/loopBuilder.ts';
import { asking, dashboard, KEY, LoopScene, long, MANIFEST, running } from '../fakes/loopScene.ts';
import { type PanelOptions, PanelPage } from './panelPage.ts';
import { inPseudoLocale } from './pseudoLocale.ts';
import { themeNames } from './themes.ts';

type Options = Partial<PanelOptions<LoopContract>>;

describe('the Loop panel', () => {
  const opened: PanelPage<LoopContract>[] = [];

  async function open(scene: LoopScene, options: Options = {}) {
    const panel = await PanelPage.open<LoopContract>({
      script: 'loop',
      identity: KEY,
      texts: loopTexts(),
      handlers: scene.handlers(),
      ...options,
    });
    opened.push(panel);
    return panel;
  }

  async function opening(scene: LoopScene, options: Options = {}) {
    const panel = await open(scene, options);
    await panel.page.getByRole('heading', { level: 1 }).waitFor();
    await panel.page.locator('.graph:not(.plain) .node').first().waitFor();
    return panel;
  }

  /** What is shown as its panel now. */
  function turn(panel: PanelPage<LoopContract>, scene: LoopScene, builder: ReturnType<typeof asking>): void {
    scene.set(builder);
    panel.channel.changed();
  }

  afterEach(async () => {
    for (const panel of opened.splice(0)) await panel.close();
  });

  it('says what the loop is, how it stands and since when, and how much of its caps is used', async () => {
    const { page, faults, logged, reached } = await opening(new LoopScene(asking()));
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), MANIFEST.title);
    assert.match(
      (await page.locator('.head-state').textContent()) ?? '',
      /asks.*since .* \(6 min\), goes on without you in 4 min/,
    );
    assert.match(
      (await page.locator('.brief').first().textContent()) ?? '',
      /One page that says which practices/,
    );
    const cost = page.getByRole('meter', { name: 'cost' });
    assert.equal(await cost.getAttribute('aria-valuetext'), '$0.99 of $5');
    assert.equal(await page.getByRole('meter', { name: 'time' }).count(), 0);
    assert.deepEqual([faults, logged, reached], [[], [], []]);
  });

  it('takes an answer: digits choose and send nothing, what goes out is shown, Ctrl+Enter sends', async () => {
    const scene = new LoopScene(asking());
    const panel = await opening(scene);
    const { page } = panel;
    await page.keyboard.press('2');
    await page.locator('.sends .line', { hasText: /^The engineers who build loops$/ }).waitFor();
    assert.deepEqual(
      scene.acts.filter((act) => act.startsWith('answer')),
      [],
    );
    await page.getByRole('textbox').fill('mention leads first');
    await page
      .locator('.sends', {
        hasText: /The engineers who build loops\. mention leads firstSome loops read only the option/,
      })
      .waitFor();
    await page.getByRole('textbox').press('3');
    assert.equal(await page.getByRole('textbox').inputValue(), 'mention leads first3');
    await page.getByRole('textbox').press('Backspace');
    await page.getByRole('textbox').press('Control+Enter');
    await page.getByRole('status').getByText('Sent.').waitFor();
    assert.equal(scene.acts.at(-1), 'answer "mention leads first" builders');
    turn(panel, scene, dashboard());
    await page.locator('#waits').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  });

  it('marks the option that goes out, by its place, where two share an id', async () => {
    const options = [
      { id: 'a', label: 'No, keep' },
      { id: 'a', label: `Yes, drop ${'x'.repeat(800)}.` },
    ];
    const scene = new LoopScene(dashboard().ask('drop', { text: 'Drop it?', blocks: true, options }));
    const { page } = await opening(scene);
    await page.keyboard.press('2');
    await page.locator('.sends .line', { hasText: /^Yes, drop x{800}\.$/ }).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'No, keep' }).isChecked(), false);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('status').getByText('Sent.').waitFor();
    assert.equal(scene.acts.at(-1), `answer ${JSON.stringify(options[1]?.label)} null`);
  });

  it('keeps the box under the caret and says while one types what is too long to be sent or kept', async () => {
    const scene = new LoopScene(asking());
    const panel = await opening(scene);
    const { page } = panel;
    const box = page.getByRole('textbox', { name: /own words/ });
    const isFocused = () => box.evaluate((element) => element === document.activeElement);
    await box.fill('x'.repeat(262_145));
    await page.getByText('262,144 bytes').waitFor();
    await box.press('Control+Enter');
    assert.equal(await isFocused(), true);
    await box.fill('short again');
    await page.locator('.sends .line', { hasText: 'short again' }).waitFor();
    await box.fill('y'.repeat(25_000));
    await page.waitForFunction(() => document.querySelector('textarea')?.value.length === 25_000);
    panel.channel.changed();
    await page.getByText('Your draft is too long for here').waitFor();
    assert.deepEqual([await isFocused(), (await box.inputValue()).length], [true, 25_000]);
    await box.press('Control+Enter');
    assert.deepEqual(
      scene.acts.filter((act) => act.startsWith('answer')),
      [],
    );
  });

  it('says of an ask that can’t be shown that it can’t', async () => {
    const scene = new LoopScene(asking());
    const handlers = scene.handlers();
    handlers.slices.ask.give = () => {
      throw new Error('a bug');
    };
    const { page } = await opening(scene, { handlers });
    await page.locator('#waits .problem').waitFor();
  });

  it('still has the text of a question that is over after it was hidden, and while its loop is away', async () => {
    const scene = new LoopScene(asking());
    const panel = await opening(scene);
    await panel.page.getByRole('textbox', { name: /own words/ }).fill('my long answer');
    await panel.page.locator('.sends .line', { hasText: 'my long answer' }).waitFor();
    turn(panel, scene, asking().closeQuestion('withdrawn', 'voice'));
    await panel.page.locator('#waits .soon', { hasText: 'The loop withdrew the question.' }).waitFor();
    await panel.hide();
    await panel.load();
    await panel.page.locator('#waits .soon', { hasText: 'The loop withdrew the question.' }).waitFor();
    const box = panel.page.getByRole('textbox', { name: 'What you wrote' });
    assert.equal(await box.inputValue(), 'my long answer');
    scene.loop = undefined;
    panel.channel.changed();
    await panel.page.getByRole('heading', { name: 'This loop is no longer there.' }).waitFor();
    assert.equal(await box.inputValue(), 'my long answer');
    await panel.page.getByRole('button', { name: 'Discard Draft' }).click();
    panel.channel.changed();
    await box.waitFor({ state: 'detached' });
  });

  it('says that it sends until the line is on disk, and keeps the text where nothing was sent', async () => {
    const scene = new LoopScene(asking());
    let settle: (sent: boolean) => void = () => undefined;
    scene.answers.becomes = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    const { page } = await opening(scene);
    await page.getByRole('textbox').fill('both');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Sending…' }).waitFor();
    await page.getByRole('button', { name: 'Sending…' }).click({ force: true });
    settle(false);
    await page.locator('.composer .problem', { hasText: 'Not sent, your text is here.' }).waitFor();
    assert.equal(await page.getByRole('textbox').inputValue(), 'both');
    assert.equal(scene.acts.filter((act) => act.startsWith('answer')).length, 1);
  });

  it('shares its draft: what was typed elsewhere stands here, but nothing changes under the caret', async () => {
    const scene = new LoopScene(asking());
    const wait = scene.model.waitsOf(scene.loop as never)[0];
    const draft = (text: string) => {
      scene.drafts.set(wait?.key ?? '', {
        text,
        choice: 'leads',
        savedAt: scene.now,
        notSent: null,
        window: 'other',
      });
    };
    draft('typed in the pick');
    const panel = await opening(scene);
    const box = panel.page.getByRole('textbox');
    assert.equal(await box.inputValue(), 'typed in the pick');
    assert.equal(await panel.page.getByRole('radio', { name: 'Team leads' }).isChecked(), true);
    draft('typed on');
    panel.channel.changed();
    await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === 'typed on');
    await box.focus();
    draft('from elsewhere');
    panel.channel.changed();
    await panel.page.locator('.saved', { hasText: 'draft of another window' }).waitFor();
    assert.equal(await box.inputValue(), 'typed on');
  });

  it('keeps what was typed when the question ends by itself, and lets it be copied or steered with', async () => {
    const scene = new LoopScene(asking());
    const panel = await opening(scene);
    const box = panel.page.getByRole('textbox');
    await box.fill('my long answer');
    turn(panel, scene, asking().closeQuestion('withdrawn', 'voice'));
    await panel.page.getByRole('status').getByText('It waits no more').waitFor();
    await panel.page.locator('.wait', { hasText: 'The loop withdrew the question.' }).waitFor();
    assert.equal(await box.inputValue(), 'my long answer');
    assert.equal(await box.evaluate((element) => element === document.activeElement), true);
    await box.press('Control+Enter');
    await panel.page.getByRole('button', { name: 'Copy Text' }).click();
    await panel.page.getByRole('button', { name: 'Steer with It…' }).click();
    await panel.page.getByRole('button', { name: 'Discard Draft' }).click();
    panel.channel.changed();
    await panel.page.locator('#waits').waitFor({ state: 'detached' });
    assert.deepEqual(
      scene.acts.filter((act) => !act.startsWith('draft')),
      ['copy my long answer', 'steer "my long answer"', 'discard'],
    );
  });

  it('is not moved by a burst of updates: scroll, caret, selection and folds stay', async () => {
    const scene = new LoopScene(running());
    const panel = await opening(scene, { height: 500 });
    const { page } = panel;
    await page.locator('#files-title').click();
    await page.locator('.graph').focus();
    await page.evaluate(() => window.scrollTo(0, 400));
    const where = () =>
      page.evaluate(() => [
        window.scrollY,
        document.activeElement?.className,
        document.querySelector('#files-title')?.getAttribute('aria-expanded'),
      ]);
    const before = await where();
    for (let at = 0; at < 20; at += 1) {
      const builder = running().finish('research', { label: 'stopping', summary: `done ${at}` });
      turn(panel, scene, at % 2 === 0 ? builder.beat() : builder);
    }
    await page.getByText('1 of 2 run').waitFor();
    assert.deepEqual(await where(), before);
    assert.deepEqual(panel.faults, []);
  });

  it('says whether it gets anywhere, as sentences, as charts and as a table', async () => {
    const { page } = await opening(new LoopScene(dashboard()));
    const said = (await page.locator('.sentences').textContent()) ?? '';
    assert.match(said, /3 rounds: 7 → 4 → 4 material; no fall in the last 2\./);
    assert.match(said, /sourced: 0\.38 → 0\.63 → 0\.63, target 1 \(higher is better\)\./);
    assert.equal(await page.getByRole('img', { name: /^Open findings over rounds 1 to 3/ }).count(), 1);
    assert.equal(await page.locator('.chart').count(), 4);
    await page.getByRole('button', { name: 'Table' }).click();
    const rows = page.getByRole('table', { name: 'Does it get anywhere?' }).getByRole('row');
    assert.equal(await rows.nth(1).textContent(), '341$0.330.631000');
    assert.equal(await rows.count(), 4);
  });

  it('walks the steps of a round by arrow keys, and shows what each did', async () => {
    const scene = new LoopScene(dashboard());
    const { page } = await opening(scene);
    const graph = page.getByRole('listbox', { name: 'Steps of round 3' });
    const chosen = () => graph.getByRole('option', { selected: true }).locator('.node-name').textContent();
    await graph.focus();
    assert.equal(await chosen(), 'Gate');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await chosen(), 'Fact check');
    await page.locator('.run-findings li', { hasText: 'Commit once per round' }).waitFor();
    await page.getByRole('button', { name: 'work/rounds/3-review-facts.md' }).click();
    await page.getByRole('button', { name: 'Copy Session' }).click();
    await graph.focus();
    await page.keyboard.press(await besideKey(page));
    assert.equal(await chosen(), 'First reader');
    await page.keyboard.press('Home');
    assert.equal(await chosen(), 'Plan');
    await page.keyboard.press('ArrowRight');
    assert.equal(await chosen(), 'Research');
    await page.locator('.run', { hasText: 'judging' }).waitFor();
    assert.equal(await page.locator('.run').count(), 3);
    assert.deepEqual(scene.acts, ['openNamed "work/rounds/3-review-facts.md"', 'copy 8f1c2d3e']);
  });

  /** Which way the other reviewer lies is the layout's choice. */
  async function besideKey(page: PanelPage<LoopContract>['page']): Promise<string> {
    const [facts, reader] = await Promise.all(
      ['Fact check', 'First reader'].map(async (name) =>
        page.locator('.node', { hasText: name }).evaluate((node) => node.getBoundingClientRect().top),
      ),
    );
    return (facts ?? 0) < (reader ?? 0) ? 'ArrowDown' : 'ArrowUp';
  }

  it('goes through rounds by key and by the list, and asks for changes and comparisons by their numbers', async () => {
    const scene = new LoopScene(dashboard());
    const { page } = await opening(scene);
    await page.keyboard.press('[');
    await page.locator('#round-title', { hasText: 'Round 2' }).waitFor();
    await page.getByRole('button', { name: 'Changes of Round 2' }).click();
    await page.getByRole('button', { name: 'Compare with Round 1' }).click();
    await page.getByRole('listbox', { name: 'Rounds' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('#round-title', { hasText: 'Round 1' }).waitFor();
    await page.keyboard.press('Home');
    await page.locator('#round-title', { hasText: 'Round 3' }).waitFor();
    assert.deepEqual(scene.acts, ['changes 2', 'compare 1 2']);
  });

  it('follows the newest round, unless another one was chosen', async () => {
    const scene = new LoopScene(dashboard());
    const panel = await opening(scene);
    turn(panel, scene, running());
    await panel.page.locator('#round-title', { hasText: 'Round 4' }).waitFor();
    await panel.page.keyboard.press('[');
    await panel.page.locator('#round-title', { hasText: 'Round 3' }).waitFor();
    turn(panel, scene, running().finish('research', { label: 'cost' }).end().round(5));
    await panel.page.locator('#round-list').getByText('Round 5').waitFor();
    assert.match((await panel.page.locator('#round-title').textContent()) ?? '', /Round 3/);
  });

  it('says of each finding what became of it', async () => {
    const scene = new LoopScene(dashboard());
    const { page } = await opening(scene);
    const rows = page.locator('#finding-list .list-row');
    assert.deepEqual(await page.locator('#finding-list .fate').allTextContents(), [
      'r1 stays',
      'r1 stays',
      'r1 stays',
      'r1 back again',
      'r2 stays',
    ]);
    await rows.nth(3).click();
    await page
      .locator('.detail', { hasText: 'back again: it was listed in round 1 and gone after it' })
      .waitFor();
    await page.getByRole('button', { name: 'Steer with What Stays…' }).click();
    await page.getByRole('button', { name: 'Of Round 3', exact: true }).click();
    assert.equal(await rows.count(), 5);
    assert.match(
      scene.acts.at(-1) ?? '',
      /^steer "These findings stay open\. facts\/1: No source for: Stop .* \| facts\/2: /,
    );
  });

  it('decides about a finding with a key of the list, and shows the note before it goes', async () => {
    const scene = new LoopScene(dashboard());
    const panel = await opening(scene);
    const { page } = panel;
    await page.locator('#finding-list .list-row').first().click();
    await page.locator('#finding-list').press('w');
    await page.getByRole('status').getByText('facts/1: Won’t fix').waitFor();
    panel.channel.changed();
    await page.getByRole('button', { name: 'Won’t fix', pressed: true }).waitFor();
    await page.locator('#finding-list .finding-mine', { hasText: 'Won’t fix' }).first().waitFor();
    await page.getByRole('textbox', { name: 'Remark' }).fill('flpwd by design');
    await page.getByRole('textbox', { name: 'Remark' }).press('Escape');
    await page.waitForFunction(() => document.activeElement?.id === 'finding-list');
    await page.locator('#finding-list').press('F12');
    await page.getByRole('button', { name: 'Send Decisions (1)…' }).click();
    assert.deepEqual(scene.acts, [
      'decide facts/1 wontfix',
      'remark 1 flpwd by design',
      'place No source for: Stop when the same findings stay open two rounds running.',
      'sendDecisions',
    ]);
    await panel.picture('loop-decide');
  });

  it('shows what was sent, asked and checked, the files and the problems, and opens them by their place', async () => {
    const scene = new LoopScene(asking());
    scene.notes = [
      {
        id: 'n1',
        loopKey: KEY,
        loopId: 'dashboard',
        text: 'Use British spelling',
        keptAt: scene.now,
        failed: null,
      } as never,
    ];
    const builder = asking();
    builder.problems = [
      {
        code: 'not-json',
        args: { column: 3 },
        severity: 'error',
        file: 'events.jsonl',
        line: 4812,
        column: 3,
        endColumn: null,
        offset: 9,
        message: 'x',
      },
    ];
    scene.set(builder);
    const { page } = await opening(scene);
    assert.match(
      (await page.locator('#sent').textContent()) ?? '',
      /Use British spelling.*held.*Team leads.*sent .* read .* taken/,
    );
    await page.getByRole('button', { name: 'Send as Answer' }).click();
    for (const title of ['Questions', 'Checks', 'Files', 'Problems'])
      await page.getByRole('button', { name: title, exact: true }).last().click();
    await page.locator('#questions', { hasText: 'Which audience comes first?' }).waitFor();
    assert.equal(await page.getByRole('table', { name: 'Checks' }).getByRole('row').count(), 4);
    await page.getByRole('button', { name: 'work/brief.md' }).click();
    await page.getByRole('button', { name: 'events.jsonl:4812' }).click();
    assert.deepEqual(scene.acts, [
      'heldNote n1 send',
      'openNamed "work/brief.md"',
      'openOwn "events.jsonl" 4812',
    ]);
  });

  it('shows no act that is not there, and says why what is there is off', async () => {
    const scene = new LoopScene(undefined);
    scene.writable = { ok: false, code: 'restricted', args: {} };
    scene.set(asking());
    const { page } = await opening(scene);
    assert.match(
      (await page.getByRole('button', { name: 'Steer…' }).getAttribute('title')) ?? '',
      /Restricted Mode/,
    );
    await page.getByRole('button', { name: 'Steer…' }).click({ force: true });
    assert.equal(await page.getByRole('textbox').getAttribute('readonly'), '');
    await page.keyboard.press('1');
    assert.equal(await page.getByRole('radio').first().isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: 'Write in an Editor' }).count(), 0);
    await page.getByRole('button', { name: 'Manage Trust' }).click();
    scene.writable = { ok: true };
    const ended = new LoopScene(dashboard().stopped('goal_met'));
    const other = await opening(ended);
    await other.page.getByRole('toolbar').getByRole('button', { name: 'Start…' }).waitFor();
    assert.equal(await other.page.getByRole('button', { name: /Steer|Stop/ }).count(), 0);
    assert.deepEqual(scene.acts, ['wayOut restricted']);
  });

  it('says that the loop is gone, and fills again when it is back', async () => {
    const scene = new LoopScene(running());
    const panel = await opening(scene);
    const before = scene.loop;
    scene.loop = undefined;
    panel.channel.changed();
    await panel.page.getByRole('heading', { name: 'This loop is no longer there.' }).waitFor();
    assert.deepEqual(await panel.axe(), []);
    scene.loop = before;
    panel.channel.changed();
    await panel.page.getByRole('heading', { name: MANIFEST.title }).waitFor();
    assert.deepEqual(panel.faults, []);
  });

  it('waits for what is not read yet, and shows a loop of which there is next to nothing', async () => {
    const scene = new LoopScene(undefined);
    scene.isReady = false;
    const panel = await open(scene);
    await panel.page.getByText('Reading the loop…').waitFor();
    const { loop } = await import('../fakes/loopBuilder.ts');
    turn(panel, scene, loop().beat());
    await panel.page.getByText('No round yet.').waitFor();
    assert.equal(await panel.page.getByRole('heading', { level: 1 }).textContent(), 'dashboard');
    assert.deepEqual(panel.faults, []);
  });

  it('draws of 1,000 rounds and 20,000 findings what is seen', async () => {
    const scene = new LoopScene(long());
    const panel = await opening(scene);
    const { page } = panel;
    assert.ok((await page.locator('*').count()) < 2500, 'elements');
    await page.getByRole('listbox', { name: 'Rounds' }).focus();
    await page.keyboard.press('End');
    await page.locator('#round-title', { hasText: 'Round 1' }).waitFor();
    await page.locator('#round-list').getByText('Round 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Of Round 1', exact: true }).click();
    await page.locator('#finding-list').getByText('Finding 0 of round 1', { exact: true }).waitFor();
    assert.ok((await page.locator('.list-row').count()) < 60, 'rows');
    assert.deepEqual([panel.faults, panel.logged], [[], []]);
  });

  it('is back as it was after it was hidden: round, folds, scroll, with what is new', async () => {
    const scene = new LoopScene(running());
    const panel = await opening(scene, { height: 500 });
    const { page } = panel;
    await page.keyboard.press('[');
    await page.locator('#round-title', { hasText: 'Round 3' }).waitFor();
    await page.getByRole('button', { name: 'Does it get anywhere?' }).click();
    await page.evaluate(() => window.scrollTo(0, 200));
    await page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('200'));
    await panel.hide();
    turn(panel, scene, asking());
    await panel.load();
    await page.locator('#round-title', { hasText: 'Round 3' }).waitFor();
    await page.locator('#waits').waitFor();
    await page.waitForFunction(() => window.scrollY === 200);
    assert.equal(await page.locator('#trend-title').getAttribute('aria-expanded'), 'false');
  });

  it('looks where it is told, also when it was told before it was drawn', async () => {
    const scene = new LoopScene(dashboard());
    const panel = await opening(scene, { height: 500 });
    panel.channel.send('look', { section: 'round', round: 1 });
    await panel.page.locator('#round-title', { hasText: 'Round 1' }).waitFor();
    assert.equal(await panel.page.evaluate(() => document.activeElement?.id), 'round-title');
  });

  it('shows hostile texts as texts', async () => {
    const bad = '</script><img src=x onerror="document.title=1">[x](command:y) $(zap) \u202eabc\u001b[31m';
    const builder = dashboard();
    builder.manifest = {
      ...MANIFEST,
      title: bad,
      brief: { goal: bad.repeat(200), audience: bad, bar: 'a\u0301'.repeat(3000) },
      steps: MANIFEST.steps.map((step) => ({ ...step, name: bad })),
      outputs: [{ name: bad, path: bad }],
    };
    builder.round(4, { plan: bad }).finish('facts', {
      label: bad,
      summary: bad.repeat(1000),
      findings: [{ id: bad, text: bad.repeat(9000), severity: 'material' }],
      error: { kind: 'transient', text: bad },
      session: bad,
    });
    builder.ask('x', { text: bad, options: [{ id: bad, label: bad }] });
    builder.event({ event: 'check', ts: 0, item: bad, kind: bad, result: 'pass', who: bad, finding: bad });
    const panel = await opening(new LoopScene(builder));
    const { page } = panel;
    for (const id of ['questions', 'checks', 'files']) await page.locator(`#${id}-title`).click();
    assert.equal(await page.locator('img').count(), 0);
    assert.notEqual(await page.title(), '1');
    assert.equal((await page.locator('body').textContent())?.includes('\u202e'), false);
    assert.equal(await panel.widerThanPage(), false);
    assert.deepEqual([panel.faults, panel.logged, panel.reached], [[], [], []]);
    await page.locator('#finding-list .list-row', { hasText: 'onerror' }).click();
    await page.locator('.detail').getByRole('button', { name: 'Open Whole' }).click();
  });

  it('has every text of ours from the host', async () => {
    await inPseudoLocale(async () => {
      const scene = new LoopScene(asking());
      const panel = await open(scene, { texts: loopTexts() });
      await panel.page.locator('.graph:not(.plain) .node').first().waitFor();
      for (const id of ['questions', 'checks', 'files']) await panel.page.locator(`#${id}-title`).click();
      await panel.page.locator('#finding-list .list-row').first().click();
      await panel.page.locator('.detail').waitFor();
      assert.deepEqual(await panel.untranslated(), []);
    });
  });

  for (const theme of themeNames()) {
    it(`has no fault that axe finds, in ${theme}`, async () => {
      const panel = await opening(new LoopScene(asking()), { theme, width: 1100 });
      await panel.page.locator('#checks-title').click();
      await panel.page.locator('#finding-list .list-row').first().click();
      await panel.page.locator('.detail').waitFor();
      assert.deepEqual(await panel.axe(), []);
      await panel.picture(`loop-${theme}`);
    });
  }

  it('fits 300 and 1,600 pixels, 200 % zoom, a person’s own colours and fewer movements', async () => {
    for (const options of [
      { width: 300 },
      { width: 1600 },
      { width: 450, scale: 2 },
      { width: 700, forcedColors: true },
      { width: 700, reducedMotion: true },
    ] satisfies Options[]) {
      const panel = await opening(new LoopScene(running(), MINUTE), options);
      assert.equal(await panel.widerThanPage(), false, JSON.stringify(options));
      if ('reducedMotion' in options)
        assert.equal(
          await panel.page
            .locator('.spin')
            .first()
            .evaluate((icon) => getComputedStyle(icon).animationName),
          'none',
        );
      await panel.picture(`loop-${Object.values(options).join('-')}`);
    }
  });
});
