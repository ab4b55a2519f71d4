import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { QuestionsContract } from '../../src/ui/panels/questions/questionsMessages.ts';
import { questionsTexts } from '../../src/ui/panels/questions/questionsPanelWords.ts';
import type { FakeQuestions } from '../fakes/fakeQuestions.ts';
import { AUDIENCE, busyDay, dashboard, importer, SCHEMA } from '../fakes/questionWorlds.ts';
import { asking, taskRow, taskWorkspace } from '../fakes/shownTasks.ts';
import { question, sent, watched } from '../fakes/snapshots.ts';
import { until } from '../fakes/until.ts';
import { type PanelOptions, PanelPage } from './panelPage.ts';
import { inPseudoLocale } from './pseudoLocale.ts';
import { themeNames } from './themes.ts';

const OWN_WORDS = 'Your own words, or a note to the option';

const HOSTILE = [
  '</script><script>document.title = "run"</script>',
  '<img src="https://example.org/x.png" onerror="document.title = \'run\'">',
  '[click](command:workbench.action.quit) $(zap)',
  'right \u202eto left\u202c zero\u200bwidth \u001b[31mred',
  `a${'\u0301'.repeat(3000)}b`,
].join('\n');

describe('the Questions panel', () => {
  let fake: FakeQuestions;
  const opened: PanelPage<QuestionsContract>[] = [];
  const open = async (options: Partial<PanelOptions<QuestionsContract>> = {}) => {
    const panel = await PanelPage.open<QuestionsContract>({
      script: 'questions',
      texts: questionsTexts(),
      handlers: fake.handlers,
      width: 1100,
      ...options,
    });
    fake.changed = () => panel.channel.changed();
    opened.push(panel);
    return panel;
  };
  const asker = (page: Page, name: string) =>
    page.locator('#asker', { hasText: new RegExp(`^${name}$`) }).waitFor();
  const says = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
  const sends = (page: Page, text: string) =>
    page.locator('#sends .line', { hasText: new RegExp(`^${text}$`) }).waitFor();
  const box = (page: Page) => page.locator('#words');

  beforeEach(async () => {
    fake = await busyDay();
  });

  afterEach(async () => {
    for (const panel of opened.splice(0)) {
      assert.deepEqual(panel.faults, []);
      assert.deepEqual(panel.logged, []);
      await panel.close();
    }
  });

  it('shows the most urgent of all that waits, whole, with who asks, since when and until when', async () => {
    const { page } = await open();
    await asker(page, 'dashboard');
    await page.getByText('Who should the page speak to first?').last().waitFor();
    const facts = await page.locator('.facts').textContent();
    assert.match(facts ?? '', /~\/webshop.*round 3 of 6.*since .*\(6 min\).*goes on without you in 4 min/);
    assert.deepEqual(await page.getByRole('option').locator('.wait-name').allTextContents(), [
      'dashboard',
      'importer',
      'scribe',
    ]);
    await page.getByRole('option', { name: /scribe.*12 alike/ }).waitFor();
  });

  it('counts down by time alone', async () => {
    const { page } = await open();
    await page.getByText('goes on without you in 4 min').waitFor();
    fake.time += 3.5 * 60_000;
    fake.changed();
    await page.getByText('goes on without you in 30 s').waitFor();
    await page.getByRole('option', { name: /dashboard.*30 s left/ }).waitFor();
  });

  it('chooses by digits and sends nothing before it is asked to', async () => {
    const { page } = await open();
    await asker(page, 'dashboard');
    await page.getByRole('listbox', { name: 'What waits for you' }).focus();
    await page.keyboard.press('2');
    await says(page, 'Option 2 is chosen, nothing is sent.');
    await sends(page, 'The engineers who build loops');
    assert.equal(await page.getByRole('radio', { name: 'The engineers who build loops' }).isChecked(), true);
    await box(page).fill('mention leads');
    await sends(page, 'The engineers who build loops. mention leads');
    await page.getByText('Some loops read only the option.').waitFor();
    assert.deepEqual(fake.done, []);
    await box(page).press('Control+Enter');
    await says(page, 'Sent. 2 more wait.');
    assert.deepEqual(fake.done, ['send dashboard: ["mention leads","builders"]']);
  });

  it('goes on by the arrow keys from the option that a digit chose', async () => {
    const { page } = await open();
    await page.getByRole('radio', { name: 'No option, only my own words' }).focus();
    await page.keyboard.press('1');
    await sends(page, 'Team leads');
    await page.keyboard.press('ArrowDown');
    await sends(page, 'The engineers who build loops');
    assert.deepEqual(fake.done, []);
  });

  it('types digits where one writes', async () => {
    const { page } = await open();
    await box(page).click();
    await page.keyboard.type('2 of them');
    await sends(page, '2 of them');
    assert.equal(await page.getByRole('radio', { name: 'No option, only my own words' }).isChecked(), true);
  });

  it('sends what a task’s agent expects', async () => {
    const { page } = await open();
    await page.getByRole('option', { name: /scribe/ }).click();
    await asker(page, 'scribe');
    await page.getByText('Invoice export 1', { exact: true }).last().waitFor();
    await page.keyboard.press('1');
    await sends(page, 'Yes');
    await box(page).fill('but only today');
    await page.locator('#sends .line', { hasText: 'but only today' }).waitFor();
    assert.equal(await page.locator('#sends .line').textContent(), 'Yes\nbut only today');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await says(page, /Sent/);
    assert.deepEqual(fake.done, ['send scribe: ["but only today","Yes"]']);
  });

  it('says that it is being sent until it is on disk, then how far it came', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    fake.answers.becomes = () => promise;
    const { page } = await open();
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const button = page.getByRole('button', { name: 'Sending…' });
    await button.waitFor();
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('Control+Enter');
    const answered = { ...AUDIENCE, state: 'answered' as const, answer: 'Team leads' };
    const entry = sent({ text: 'Team leads', ts: '2026-03-02T09:21:04.000Z' });
    resolve(true);
    await says(page, 'Sent. 2 more wait.');
    fake.replace('dashboard', dashboard({ questions: [answered], inbox: [entry] }));
    await page.locator('.progress', { hasText: /^sent .*:04 · not read yet$/ }).waitFor();
    const read = { ...entry, read: true, readAt: '2026-03-02T09:21:06.000Z' };
    fake.replace('dashboard', dashboard({ questions: [answered], inbox: [read] }));
    await page.locator('.progress', { hasText: /read .*:06$/ }).waitFor();
    const taken = { ...read, takenAt: '2026-03-02T09:21:09.000Z' };
    fake.replace('dashboard', dashboard({ questions: [answered], inbox: [taken] }));
    await page.locator('.progress', { hasText: /taken .*:09$/ }).waitFor();
    assert.equal(fake.done.length, 1);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'heading');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Next Question' }).click();
    await asker(page, 'importer');
  });

  it('keeps the text where sending was refused', async () => {
    fake.answers.becomes = async () => false;
    const { page } = await open();
    await box(page).fill('Team leads, I think');
    await box(page).press('Control+Enter');
    await page.getByText('Not sent, your text is here.').last().waitFor();
    assert.equal(await box(page).inputValue(), 'Team leads, I think');
    await sends(page, 'Team leads, I think');
  });

  it('keeps ask, caret, text and focus while another question comes', async () => {
    const { page } = await open();
    await box(page).click();
    await page.keyboard.type('a careful answer');
    for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowLeft');
    fake.list = [
      ...fake.list,
      watched('urgent', {
        questions: [question({ text: 'Now?', expiresAt: '2026-03-02T09:22:00.000Z' })],
      }),
    ];
    fake.changed();
    await says(page, 'urgent asks. 4 wait for you');
    await page.getByRole('option', { name: /urgent/ }).waitFor();
    await asker(page, 'dashboard');
    await page.keyboard.type('XY');
    assert.equal(await box(page).inputValue(), 'a careful anXYswer');
    await sends(page, 'a careful anXYswer');
  });

  it('keeps what one types when its question ends, says why, and lets it be copied or steered with', async () => {
    const { page } = await open();
    await box(page).click();
    await page.keyboard.type('my thought');
    await sends(page, 'my thought');
    fake.replace(
      'dashboard',
      dashboard({ questions: [{ ...AUDIENCE, state: 'closed', reason: 'withdrawn' }] }),
    );
    await says(page, 'It waits no more: The loop withdrew the question.');
    await page.keyboard.type(' goes on');
    assert.equal(await box(page).inputValue(), 'my thought goes on');
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Copy Text' }).click();
    await says(page, 'Copied');
    await page.getByRole('button', { name: 'Steer with It…' }).click();
    await page.waitForFunction(() => true);
    assert.deepEqual(fake.done, ['copy my thought goes on', 'steer dashboard: my thought goes on']);
    assert.equal(fake.drafts.size, 1);
  });

  it('still shows what was asked when its loop is deleted', async () => {
    const { page } = await open();
    await box(page).fill('kept');
    await sends(page, 'kept');
    fake.replace('dashboard', undefined);
    await page.getByText('Its loop is no longer there.').first().waitFor();
    await page.locator('.asked', { hasText: 'Who should the page speak to first?' }).waitFor();
    assert.equal(await box(page).inputValue(), 'kept');
    await page.getByRole('button', { name: 'Copy Text' }).waitFor();
  });

  it('says what a task’s answer was that came from elsewhere', async () => {
    fake.list = [];
    fake.tasks = [await taskWorkspace([asking('t1', 'Go on?')])];
    const { page } = await open();
    await asker(page, 'scribe');
    fake.tasks = [
      await taskWorkspace([
        taskRow('inbox', 't1', {
          context: { _feedback_request: 'Go on?', _feedback_response: 'Yes' },
          history: [
            { status: 'feedback', at: '2026-03-02T08:55:00.000+00:00' },
            { status: 'inbox', at: '2026-03-02T09:00:00.000+00:00', feedback_received: true },
          ],
        }),
      ]),
    ];
    fake.changed();
    await page.locator('.over .quote', { hasText: 'Yes' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Nothing waits for you.' }).waitFor();
  });

  it('shares the draft with whatever else one types into', async () => {
    const key = fake.keyOf('dashboard');
    fake.draft(key, 'from the pick', 'leads');
    const { page } = await open();
    await sends(page, 'Team leads. from the pick');
    assert.equal(await box(page).inputValue(), 'from the pick');
    fake.draft(key, 'from another window', null, 'there');
    await sends(page, 'from another window');
    assert.equal(await box(page).inputValue(), 'from another window');
    await page.getByText('draft of another window').waitFor();
    await page.getByRole('button', { name: 'Discard Draft' }).click();
    await page.getByText('Choose an option or write something.').waitFor();
    assert.equal(await box(page).inputValue(), '');
  });

  it('is as it was after hiding and after a reload', async () => {
    const panel = await open({ height: 420 });
    const { page } = panel;
    await page.keyboard.press('Alt+ArrowRight');
    await asker(page, 'importer');
    await page.keyboard.press('3');
    await box(page).fill('which of them?');
    await sends(page, 'Ask the schema reviewer. which of them\\?');
    await page.evaluate(() => window.scrollTo(0, 60));
    await page.waitForFunction(() => JSON.stringify(sessionStorage).includes('60'));
    await panel.hide();
    await panel.load();
    await asker(page, 'importer');
    await sends(page, 'Ask the schema reviewer. which of them\\?');
    assert.equal(await box(page).inputValue(), 'which of them?');
    await page.waitForFunction(() => window.scrollY === 60);
  });

  it('says after a reload that it was not sent', async () => {
    fake.answers.becomes = () => new Promise(() => undefined);
    const panel = await open();
    const { page } = panel;
    await box(page).fill('on its way');
    await sends(page, 'on its way');
    await box(page).press('Control+Enter');
    await page.getByRole('button', { name: 'Sending…' }).waitFor();
    await panel.load();
    await page.getByText('Not sent, your text is here.').waitFor();
    assert.equal(await box(page).inputValue(), 'on its way');
  });

  it('goes on and back with Alt and the arrows, around the ends', async () => {
    const { page } = await open();
    await page.keyboard.press('Alt+ArrowLeft');
    await asker(page, 'scribe');
    await page.getByText('3 of 3').waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await asker(page, 'dashboard');
    await page.getByRole('button', { name: 'Next (Alt+Right)' }).click();
    await asker(page, 'importer');
  });

  it('sends one answer to all alike only after their list was shown', async () => {
    const { page } = await open();
    await page.getByRole('option', { name: /scribe/ }).click();
    await page.getByRole('button', { name: 'Answer All 12 Alike…' }).click();
    await page.getByText('Choose an option or write something.').waitFor();
    await page.getByRole('button', { name: 'Which Get It…' }).waitFor();
    await box(page).fill('Yes');
    await page.getByText('Sends to 12 asks alike:').waitFor();
    assert.deepEqual(fake.done, []);
    await box(page).press('Control+Enter');
    await says(page, /Sent/);
    assert.deepEqual(fake.done, ['send to 12: Yes']);
  });

  for (const [code, words, way] of [
    ['restricted', /Restricted Mode/, 'Manage Trust'],
    ['outside', /neither open nor watched/, 'Add This Folder…'],
    ['read-only', /Read-only for you/, ''],
  ] as const) {
    it(`says before one types that nothing can be sent: ${code}`, async () => {
      fake.list = [{ ...dashboard(), writable: { ok: false, code, args: {} } }];
      const { page } = await open();
      await page.locator('.notice', { hasText: words }).waitFor();
      assert.equal(await box(page).getAttribute('readonly'), '');
      const button = page.getByRole('button', { name: 'Send', exact: true });
      assert.match((await button.getAttribute('title')) ?? '', words);
      await page.keyboard.press('1');
      await page.keyboard.press('Control+Enter');
      await says(page, words);
      if (way !== '') {
        await page.getByRole('button', { name: way }).click();
        assert.deepEqual(fake.done, [`way out of ${code}`]);
      }
    });
  }

  it('opens files by their place, the loop, and all of a long ask', async () => {
    fake.list = [dashboard({ questions: [{ ...AUDIENCE, text: 'long '.repeat(1_000_000) }] })];
    const { page } = await open();
    await page.getByRole('button', { name: 'work/rounds/3-review-facts.md' }).click();
    await page.getByRole('button', { name: 'Changes of Round 2' }).click();
    await page.getByRole('button', { name: 'Open Whole' }).click();
    await page.getByRole('button', { name: 'Show Loop' }).click();
    await page.getByRole('button', { name: 'Write in an Editor' }).click();
    await until('what was pressed', () =>
      assert.deepEqual(fake.done, [
        'file dashboard work/rounds/3-review-facts.md',
        'changes dashboard 2',
        'whole dashboard',
        'show dashboard',
        'editor dashboard',
      ]),
    );
    const shown = (await page.locator('.asked .agent').textContent()) ?? '';
    assert.ok(shown.length <= 20_100, String(shown.length));
  });

  it('shows what agents wrote as text and nothing else', async () => {
    const options = [{ id: HOSTILE, label: HOSTILE }];
    fake.list = [dashboard({ title: HOSTILE, questions: [{ ...AUDIENCE, text: HOSTILE, options }] })];
    const { page, reached } = await open();
    await asker(page, 'dashboard');
    const shown = (await page.locator('.asked .agent').textContent()) ?? '';
    assert.match(shown, /<\/script><script>/);
    assert.match(shown, /right <U\+202E>to left<U\+202C> zero<U\+200B>width ␛\[31mred/);
    await page.keyboard.press('1');
    await page.locator('#sends .line', { hasText: '$(zap)' }).waitFor();
    assert.equal(await page.locator('main img, main a, main script').count(), 0);
    assert.notEqual(await page.title(), 'run');
    assert.deepEqual(reached, []);
  });

  it('says that nothing waits, with what runs, and takes up what comes without the focus', async () => {
    fake.list = [dashboard({ questions: [], status: 'running' })];
    fake.tasks = [];
    const { page } = await open();
    await page.getByRole('heading', { name: 'Nothing waits for you.' }).waitFor();
    await page.getByRole('list', { name: 'What runs' }).getByText('running').waitFor();
    await page.getByRole('button', { name: 'dashboard' }).click();
    assert.deepEqual(fake.done, ['show dashboard']);
    fake.list = [...fake.list, importer()];
    fake.changed();
    await asker(page, 'importer');
  });

  it('folds the list away at the top where it is narrow', async () => {
    const { page } = await open({ width: 420 });
    await asker(page, 'dashboard');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await page.getByRole('button', { name: '3 wait for you', expanded: false }).click();
    await page.getByRole('listbox', { name: 'What waits for you' }).focus();
    await page.keyboard.press('ArrowDown');
    await asker(page, 'importer');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('role')),
      'listbox',
      'the focus stays in the list',
    );
  });

  it('can be walked by keyboard alone', async () => {
    const { page } = await open();
    await asker(page, 'dashboard');
    const names: string[] = [];
    for (let at = 0; at < 14; at += 1) {
      await page.keyboard.press('Tab');
      names.push(
        await page.evaluate(() => {
          const { activeElement: element } = document;
          const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
          return (
            element?.getAttribute('aria-label') ??
            (label ? element.labels?.[0]?.textContent : element?.textContent)?.replace(
              /^\p{Co}|^[0-9]/u,
              '',
            ) ??
            ''
          );
        }),
      );
    }
    assert.deepEqual(names.slice(0, 10), [
      'What waits for you',
      'Previous (Alt+Left)',
      'Next (Alt+Right)',
      '\u{ea7b}work/rounds/3-review-facts.md'.slice(1),
      'work/rounds/3-plan.md',
      'Changes of Round 2',
      'Show Loop',
      'No option, only my own words',
      OWN_WORDS,
      'Send',
    ]);
  });

  it('has every word from the host, in the person’s language', async () => {
    await inPseudoLocale(async () => {
      const panel = await open({ texts: questionsTexts() });
      await asker(panel.page, 'dashboard');
      await panel.page.keyboard.press('2');
      await panel.page.locator('#sends .line').waitFor();
      assert.deepEqual(await panel.untranslated(), []);
    });
  });

  for (const name of themeNames()) {
    it(`has no fault that axe finds, in ${name}`, async () => {
      fake.draft(fake.keyOf('dashboard'), 'mention leads in the first paragraph', 'builders');
      const panel = await open({ theme: name, height: 760 });
      await sends(panel.page, 'The engineers who build loops. mention leads in the first paragraph');
      assert.deepEqual(await panel.axe(), []);
      await panel.picture(`questions-${name}`);
      const answered = { ...AUDIENCE, state: 'answered' as const, answer: 'Team leads' };
      const read = sent({ text: 'Team leads', read: true, readAt: '2026-03-02T09:21:06.000Z' });
      fake.drafts.clear();
      fake.replace('dashboard', dashboard({ questions: [answered], inbox: [read] }));
      await panel.page.locator('.progress').waitFor();
      assert.deepEqual(await panel.axe(), []);
      await panel.picture(`questions-over-${name}`);
    });
  }

  it('fits 300 pixels and 1600, 200 % zoom, a person’s own colours and fewer movements', async () => {
    fake.list = [
      importer(),
      dashboard({ questions: [{ ...AUDIENCE, text: `${SCHEMA.text}\n${'x'.repeat(400)}` }] }),
    ];
    for (const [width, forcedColors, scale] of [
      [300, false, 1],
      [450, false, 2],
      [1600, false, 1],
      [640, true, 1],
    ] as const) {
      const panel = await open({ width, forcedColors, scale, reducedMotion: true });
      await panel.page.locator('#asker').waitFor();
      assert.equal(await panel.widerThanPage(), false, String(width));
      await panel.picture(`questions-${width}`);
    }
  });
});
