import assert from 'node:assert/strict';
import { BAD } from '../../../../src/ui/panels/checkMessage.ts';
import type { AskShown } from '../../../../src/ui/panels/questions/questionsMessages.ts';
import { ASKS, TAKES } from '../../../../src/ui/panels/questions/questionsMessages.ts';
import { MAX_SLICE_BYTES } from '../../../../src/ui/panels/rpc.ts';
import type { FakeQuestions } from '../../../fakes/fakeQuestions.ts';
import { AUDIENCE, busyDay, dashboard } from '../../../fakes/questionWorlds.ts';
import { asking, taskWorkspace } from '../../../fakes/shownTasks.ts';
import { question, round, watched } from '../../../fakes/snapshots.ts';

describe('the Questions panel’s host', () => {
  let fake: FakeQuestions;

  beforeEach(async () => {
    fake = await busyDay();
  });

  const list = () => fake.handlers.slices.list.give(null);
  const ask = (wait: string): AskShown => {
    const asked = fake.handlers.slices.ask.give({ wait });
    assert.equal(asked.state, 'known');
    return asked as AskShown;
  };
  const draft = async (wait: string, text: string, choice: number | null, by = 'p-1') => {
    const reply = await fake.handlers.requests.draft.run({ wait, text, choice, by });
    assert.ok(reply.ok);
    return reply.value;
  };

  it('gives nothing over 200 kB, whatever the loops wrote', () => {
    const long = 'é'.repeat(8_000);
    const options = Array.from({ length: 120 }, (_, at) => ({ id: `${at}`, label: long }));
    fake.list = Array.from({ length: 300 }, (_, at) =>
      watched(`${at}${long.slice(0, 200)}`, {
        title: long,
        questions: [question({ text: long.repeat(4), options: at === 0 ? options : [] })],
      }),
    );
    const { rows, more } = list();
    assert.ok(Buffer.byteLength(JSON.stringify(list())) <= MAX_SLICE_BYTES);
    assert.equal(rows.length + more, 301);
    const key = rows.find(({ asker }) => asker.text.startsWith('0'))?.key ?? '';
    fake.draft(key, 'x'.repeat(19_000), null);
    assert.ok(Buffer.byteLength(JSON.stringify(ask(key))) <= MAX_SLICE_BYTES);
    assert.equal(ask(key).moreOptions, 20);
    fake.draft(key, 'x'.repeat(200_000), null);
    assert.equal(ask(key).draft, null);
    assert.match(ask(key).draftOff, /too long/);
  });

  it('tells exactly what goes out, to a loop and to a task', async () => {
    const loop = fake.keyOf('dashboard');
    const task = fake.keyOf('scribe');
    assert.equal((await draft(loop, ' yes ', 0)).sends.text?.text, 'Team leads. yes');
    assert.equal((await draft(loop, ' yes ', null)).sends.text?.text, 'yes');
    assert.equal((await draft(loop, '', null)).sends.text, null);
    assert.equal((await draft(task, ' but only today ', 0)).sends.text?.text, 'Yes\nbut only today');
    assert.equal(ask(task).sends.text?.text, 'Yes\nbut only today');
  });

  it('sends an option that shares its id with another as words', async () => {
    const options = [
      { id: 'a', label: 'One' },
      { id: 'a', label: 'Other' },
    ];
    fake.list = [dashboard({ questions: [{ ...AUDIENCE, options }] })];
    const key = fake.keyOf('dashboard');
    const reply = await draft(key, '', 1);
    assert.deepEqual(reply.typed, { text: 'Other', choice: null });
    assert.equal(reply.sends.text?.text, 'Other');
  });

  it('marks the draft as the page’s own until somebody else typed', async () => {
    const key = fake.keyOf('dashboard');
    await draft(key, 'mine', null, 'page-7');
    assert.equal(ask(key).draft?.by, 'page-7');
    fake.draft(key, 'theirs', null);
    assert.equal(ask(key).draft?.by, '');
  });

  it('names files by their place among those that it showed', async () => {
    const key = fake.keyOf('dashboard');
    ask(key);
    const runFile = (index: number) => fake.handlers.requests.file.run({ wait: key, index });
    await runFile(1);
    await runFile(7);
    assert.deepEqual(fake.done, ['file dashboard work/rounds/3-plan.md']);
  });

  it('answers a question whose time has run out, for the sender asks whether it may', async () => {
    const key = fake.keyOf('dashboard');
    fake.replace('dashboard', dashboard({ questions: [{ ...AUDIENCE, state: 'expired' }] }));
    const shown = ask(key);
    assert.equal(shown.over, null);
    assert.equal(shown.head, 'asked you, its time has run out');
    const sent = await fake.handlers.requests.send.run({ wait: key, text: 'late', choice: null, by: '' });
    assert.deepEqual(sent, { ok: true, value: { sent: true } });
  });

  it('sends nothing for what is over, and keeps the text', async () => {
    const key = fake.keyOf('dashboard');
    fake.replace('dashboard', dashboard({ questions: [{ ...AUDIENCE, overtaken: true }] }));
    assert.equal(ask(key).over?.words, 'The loop went on without an answer.');
    const sent = await fake.handlers.requests.send.run({ wait: key, text: 'late', choice: null, by: '' });
    assert.equal(sent.ok === false && sent.code, 'over');
    await draft(key, 'late', null);
    assert.equal(fake.drafts.get(key)?.text, 'late');
    assert.deepEqual(fake.done, []);
  });

  it('says of each end what it was', () => {
    const key = fake.keyOf('dashboard');
    ask(key);
    const words = (change: Partial<typeof AUDIENCE>, more: Parameters<typeof dashboard>[0] = {}) => {
      fake.replace('dashboard', dashboard({ questions: [{ ...AUDIENCE, ...change }], ...more }));
      return ask(key).over?.words;
    };
    assert.equal(words({ state: 'closed', reason: 'withdrawn' }), 'The loop withdrew the question.');
    assert.match(words({ state: 'closed', reason: 'superseded' }) ?? '', /asked it again/);
    assert.equal(words({ state: 'closed', reason: null }), 'The loop closed the question.');
    assert.match(words({ state: 'expired', overtaken: true }) ?? '', /ran out, and the loop went on/);
    assert.equal(words({}, { status: 'done', waitsForYou: [] }), 'The loop has ended.');
    fake.replace('dashboard', undefined);
    assert.equal(ask(key).over?.words, 'Its loop is no longer there.');
  });

  it('says of a verdict that the loop has gone on', () => {
    const since = '2026-03-02T09:00:00.000Z';
    const verdict = { code: 'verdict-wait' as const, args: { round: 1, since, summary: '', next: '' } };
    const rounds = [round({ round: 1, summary: 'Four remain.', endedAt: since })];
    fake.list = [watched('a', { waitsForYou: [verdict], rounds })];
    const key = fake.keyOf('a');
    assert.equal(ask(key).head, 'waits for your verdict');
    assert.match(ask(key).ask.text, /Four remain/);
    fake.replace('a', watched('a', { rounds }));
    assert.equal(ask(key).over?.words, 'The loop has gone on.');
    assert.match(ask(key).ask.text, /Four remain/);
  });

  it('knows an answered question by its key also where it never showed it', () => {
    const key = fake.keyOf('dashboard');
    fake.list = [dashboard({ questions: [{ ...AUDIENCE, state: 'answered', answer: 'Team leads' }] })];
    const shown = ask(key);
    assert.equal(shown.ask.text, AUDIENCE.text);
    assert.equal(shown.over?.answer?.text, 'Team leads');
  });

  it('waits for what is being read, then says that it is gone, with the text', () => {
    fake.isReady = false;
    const wait = '/nowhere/.loops/x|loop|x|question|["x"]';
    fake.draft(wait, 'kept', null);
    assert.deepEqual(fake.handlers.slices.ask.give({ wait }), { state: 'reading' });
    fake.isReady = true;
    const gone = fake.handlers.slices.ask.give({ wait });
    assert.equal(gone.state === 'gone' && gone.draft?.text, 'kept');
  });

  it('takes an agent’s own draft over as the answer, which is not sent', async () => {
    fake.tasks = [
      await taskWorkspace([asking('t', { question: 'Send it?', draft: 'Dear all, it is ready.' })]),
    ];
    const key = fake.keyOf('scribe');
    assert.equal(ask(key).theirs?.text, 'Dear all, it is ready.');
    await fake.handlers.requests.useTheirs.run({ wait: key });
    assert.equal(ask(key).sends.text?.text, 'Dear all, it is ready.');
    assert.deepEqual(fake.done, []);
  });

  it('keeps the one in hand among those that get the answer', async () => {
    const key = fake.keyOf('scribe');
    fake.taken = (alike) => alike.slice(3, 5);
    await fake.handlers.requests.alike.run({ wait: key });
    assert.equal(ask(key).to, 3);
    await fake.handlers.requests.alone.run({ wait: key });
    assert.equal(ask(key).to, null);
    fake.taken = () => undefined;
    await fake.handlers.requests.alike.run({ wait: key });
    assert.equal(ask(key).to, null);
  });

  it('calls an ask with an endless id by its hash, also after a reload', async () => {
    const id = 'q'.repeat(5_000);
    const asked = { ...AUDIENCE, id, key: { ...AUDIENCE.key, id } };
    fake.list = [dashboard({ questions: [asked] })];
    const handle = list().rows[0]?.key ?? '';
    assert.match(handle, /^#[0-9a-f]{64}$/);
    const again = await busyDay();
    again.list = [dashboard({ questions: [{ ...asked, state: 'answered', answer: 'yes' }] })];
    const shown = again.handlers.slices.ask.give({ wait: handle }) as AskShown;
    assert.equal(shown.key, handle);
    assert.equal(shown.over?.answer?.text, 'yes');
  });

  it('takes no message that is not of its contract', () => {
    const strange: unknown[] = [
      null,
      7,
      '',
      [],
      {},
      { wait: 7 },
      { wait: 'x'.repeat(1_001) },
      { wait: 'a', path: '/etc/passwd' },
      { wait: 'a', index: -1 },
      { wait: 'a', index: 1.5 },
      { wait: 'a', text: 'x'.repeat(262_145), choice: null, by: '' },
      { wait: 'a', text: 'x', choice: 'leads', by: '' },
      { wait: 'a', text: 'x', choice: 100, by: '' },
      { __proto__: { wait: 'a' } },
    ];
    const checks = Object.entries({ ...ASKS, ...TAKES }).filter(([name]) => name !== 'list');
    for (const [name, check] of checks)
      for (const value of strange)
        assert.equal(check(value), BAD, `${name} ${JSON.stringify(value)?.slice(0, 60)}`);
  });
});
