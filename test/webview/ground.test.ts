import assert from 'node:assert/strict';
import { ok, refuse } from '../../src/protocol/lib/result.ts';
import { panelText } from '../../src/text/panelText.ts';
import { BAD, nothing, object, text, whole } from '../../src/ui/panels/checkMessage.ts';
import type { PanelHandlers } from '../../src/ui/panels/rpc.ts';
import { type PanelOptions, PanelPage } from './panelPage.ts';
import type { SampleContract } from './sample/messages.ts';
import { themeNames } from './themes.ts';

const HOSTILE = [
  '</script><script>document.title = "run"</script>',
  '<img src="https://example.org/x.png" onerror="document.title = \'run\'">',
  '[click](command:workbench.action.quit) $(zap)',
  'right \u202eto left\u202c zero\u200bwidth \u001b[31mred\u001b[0m',
  `a${'\u0301'.repeat(3000)}b`,
].join('\n');

class World {
  text = 'A text of an agent';
  rows = 20_000;
  heard: string[] = [];
  made = 0;

  handlers(): PanelHandlers<SampleContract> {
    return {
      slices: {
        text: {
          check: object({ which: whole(0, 9) }),
          give: () => ({ text: panelText(this.text) }),
        },
        rows: {
          check: object({ page: whole(0, 1000) }),
          give: ({ page }) => {
            this.made += 1;
            const from = page * 100;
            const length = Math.max(0, Math.min(100, this.rows - from));
            return { count: this.rows, rows: Array.from({ length }, (_, at) => `row ${from + at}`) };
          },
        },
      },
      requests: {
        act: {
          check: object({ word: text(10) }),
          run: ({ word }) => {
            this.heard.push(word);
            return ok({ heard: `heard ${word}` });
          },
        },
        fails: { check: nothing, run: () => refuse('busy', 'not now') },
      },
    };
  }
}

const TEXTS = { title: '⟦A panel of tests⟧', rows: '⟦Rows⟧', act: '⟦Act⟧', fold: '⟦Fold⟧' };

describe('the ground of the panels', () => {
  let world: World;
  const opened: PanelPage<SampleContract>[] = [];
  const open = async (options: Partial<PanelOptions<SampleContract>> = {}) => {
    const panel = await PanelPage.open<SampleContract>({
      script: 'sample',
      texts: TEXTS,
      handlers: world.handlers(),
      ...options,
    });
    opened.push(panel);
    return panel;
  };

  beforeEach(() => {
    world = new World();
  });

  afterEach(async () => {
    for (const panel of opened.splice(0)) await panel.close();
  });

  it('shows what an agent wrote as text and nothing else, and reaches for nothing outside', async () => {
    world.text = HOSTILE;
    const panel = await open();
    const shown = (await panel.page.locator('#text .agent').textContent()) ?? '';
    assert.match(shown, /<\/script><script>/);
    assert.match(shown, /right <U\+202E>to left<U\+202C> zero<U\+200B>width ␛\[31mred/);
    assert.match(shown, /\$\(zap\)/);
    assert.ok(shown.length < 500, 'few of the 3,000 marks are left');
    assert.equal(await panel.page.locator('#text img, #text a, #text script').count(), 0);
    assert.notEqual(await panel.page.title(), 'run');
    assert.deepEqual(panel.reached, []);
    assert.deepEqual(panel.faults, []);
  });

  it('cuts a text at 20 kB and opens all of it elsewhere when asked', async () => {
    world.text = 'long '.repeat(1_000_000);
    const panel = await open();
    const shown = (await panel.page.locator('#text .agent').textContent()) ?? '';
    assert.ok(shown.length <= 20_100, String(shown.length));
    await panel.page.getByRole('button', { name: 'Open Whole' }).click();
    await panel.page.getByText('heard whole').waitFor();
    assert.deepEqual(world.heard, ['whole']);
  });

  it('runs under its policy: an inline script and a remote image are refused', async () => {
    const panel = await open();
    await panel.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "run"';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'https://example.org/x.png';
      document.body.append(image);
    });
    await panel.page.waitForFunction(() => document.querySelector('img')?.complete);
    assert.notEqual(await panel.page.title(), 'run');
    assert.equal(panel.faults.filter((fault) => /Content Security Policy/.test(fault)).length >= 2, true);
  });

  it('draws of 20,000 rows those that are seen, and walks them by key', async () => {
    const panel = await open();
    const list = panel.page.getByRole('listbox', { name: TEXTS.rows });
    await panel.page.getByText('row 0', { exact: true }).waitFor();
    assert.ok((await panel.page.getByRole('option').count()) < 40);
    await list.focus();
    await panel.page.keyboard.press('End');
    await panel.page.getByText('row 19999', { exact: true }).waitFor();
    const active = await list.getAttribute('aria-activedescendant');
    assert.equal(await panel.page.locator(`[id="${active}"]`).getAttribute('aria-setsize'), '20000');
    await panel.page.keyboard.press('ArrowUp');
    assert.equal(await list.getAttribute('aria-activedescendant'), 'rows-19998');
    assert.ok((await panel.page.getByRole('option').count()) < 40);
    assert.ok(world.made < 8, `${world.made} pages were made`);
  });

  it('keeps scroll, caret, selection and folds over an update, and draws it', async () => {
    const panel = await open({ height: 300 });
    const { page } = panel;
    await page.getByText('row 0', { exact: true }).waitFor();
    await page.locator('textarea').fill('some words');
    await page.locator('textarea').evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(2, 6));
    await page.locator('#rows').evaluate((list) => list.scrollTo(0, 4800));
    await page.getByText('row 200', { exact: true }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 120));
    const where = () =>
      page.evaluate(() => {
        const box = document.querySelector('textarea');
        return [
          window.scrollY,
          document.getElementById('rows')?.scrollTop,
          box?.value,
          box?.selectionStart,
          box?.selectionEnd,
          document.activeElement === box,
        ];
      });
    const before = await where();
    world.text = 'Another text';
    world.rows = 20_100;
    panel.channel.changed();
    await page.getByText('Another text').waitFor();
    assert.deepEqual(await where(), before);
  });

  it('asks again only for what differs', async () => {
    const panel = await open();
    await panel.page.getByText('row 0', { exact: true }).waitFor();
    const before = panel.messages;
    world.text = 'Another text';
    panel.channel.changed();
    await panel.page.getByText('Another text').waitFor();
    assert.equal(panel.messages - before, 1);
  });

  it('is back where the reader was after it was hidden', async () => {
    const panel = await open({ height: 300 });
    const { page } = panel;
    await page.getByText('row 0', { exact: true }).waitFor();
    await page.getByRole('button', { name: TEXTS.fold, expanded: true }).click();
    await page.evaluate(() => window.scrollTo(0, 90));
    await page.waitForFunction(() => JSON.stringify(sessionStorage.getItem('state')).includes('90'));
    world.text = 'Newer';
    await panel.hide();
    panel.channel.changed();
    await panel.load();
    await page.getByText('row 0', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: TEXTS.fold, expanded: false }).count(), 1);
    await page.waitForFunction(() => window.scrollY === 90);
    assert.deepEqual(panel.logged, []);
  });

  it('says what a request answered, and a refusal in the words of the host', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: TEXTS.act }).first().click();
    await page.getByRole('status').getByText('heard hello').waitFor();
    await page.getByRole('button', { name: TEXTS.fold, exact: true }).nth(1).click();
    await page.getByRole('status').getByText('refused: busy not now').waitFor();
  });

  it('leaves a button that is off reachable, with its reason, and does nothing', async () => {
    const { page } = await open();
    const off = page.getByRole('button', { name: TEXTS.rows });
    assert.equal(await off.getAttribute('title'), 'not now');
    await off.click({ force: true });
    assert.equal(await page.getByRole('status').textContent(), '');
  });

  it('hears where to look', async () => {
    const panel = await open();
    panel.channel.send('look', { at: 7 });
    await panel.page.locator('#looked', { hasText: '7' }).waitFor();
  });

  it('answers what is no message of its contract as bad', async () => {
    const panel = await open();
    for (const message of [null, 7, {}, { kind: 'request', id: 1, name: 'constructor', value: null }])
      panel.channel.receive(message);
    panel.channel.receive({ kind: 'request', id: 2, name: 'act', value: { word: 'far too many words' } });
    assert.equal(panel.logged.length, 5);
    assert.deepEqual(world.heard, []);
    assert.equal(nothing(undefined), BAD);
  });

  for (const name of themeNames()) {
    it(`has no fault that axe finds, in ${name}`, async () => {
      const panel = await open({ theme: name });
      await panel.page.getByText('row 0', { exact: true }).waitFor();
      assert.deepEqual(await panel.axe(), []);
      await panel.picture(`ground-${name}`);
    });
  }

  it('fits 300 pixels and 1600, 200 % zoom and a person’s own colours', async () => {
    for (const [width, forcedColors] of [
      [300, false],
      [1600, false],
      [640, true],
    ] as const) {
      const panel = await open({ width, forcedColors });
      await panel.page.getByText('row 0', { exact: true }).waitFor();
      assert.equal(await panel.widerThanPage(), false, String(width));
      await panel.picture(`ground-${width}`);
    }
  });
});
