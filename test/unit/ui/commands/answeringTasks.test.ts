import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Answer } from '../../../../src/acts/answer/answer.ts';
import { AnswerSession } from '../../../../src/acts/answer/answerSession.ts';
import type { FeedbackTarget } from '../../../../src/acts/answer/answerTarget.ts';
import { Outbox, type OutboxPorts } from '../../../../src/acts/outbox.ts';
import { refuse } from '../../../../src/protocol/lib/result.ts';
import type { TaskFolder } from '../../../../src/protocol/tasks/taskModel.ts';
import { feedbackRefusal } from '../../../../src/ui/kit/words/feedbackRefusalWords.ts';
import { needsYou, type Wait } from '../../../../src/workspace/needsYou.ts';
import type { FeedbackWait } from '../../../../src/workspace/tasks/taskAttention.ts';
import { TaskStoreRig } from '../../../fakes/taskStoreRig.ts';
import { makeWorkspace, openFor } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const temp = tempFolder();

/** A workspace in which an agent asks about one task, and a window over it. */
async function setUp(change: Partial<OutboxPorts> = {}) {
  const home = fs.mkdtempSync(path.join(temp(), 'window-'));
  const folder = makeWorkspace(home);
  const agent = openFor(home, folder);
  await agent.submit({ title: 'Invoice export', createdBy: 'mira', id: 'export' });
  await agent.claim('export', 'scribe');
  await agent.requestFeedback('export', { question: 'May I?', options: ['yes', 'no', 3] }, 'scribe');
  const window = await windowOver(home, folder, change);
  const file = (name: string) => path.join(folder, name, 'export.json');
  const record = (name: string) =>
    JSON.parse(fs.readFileSync(file(name), 'utf8')) as { context: Record<string, unknown> };
  return { ...window, home, agent, record, file, folder };
}

/** A window over a workspace in which one task asks. */
async function windowOver(home: string, folder: string, change: Partial<OutboxPorts> = {}) {
  const rig = new TaskStoreRig(home);
  await rig.start({ workspace: [folder] });
  const deleted: string[] = [];
  const ports: OutboxPorts = {
    inbox: {
      reply: async () => refuse('gone', 'No loops here.'),
      stop: async () => refuse('gone', 'No loops here.'),
    },
    signingKey: async () => {
      throw new Error('A task is answered without a signature.');
    },
    trusted: () => true,
    model: { loop: () => undefined, workspace: (key) => rig.store.get(key) },
    store: { poke: () => undefined },
    tasks: rig.store,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...change,
  };
  const waits = (): readonly Wait[] => needsYou([], rig.store.workspaces(), Date.now()).waits;
  const [wait] = waits();
  assert.ok(wait?.kind === 'feedback');
  const drafts = {
    get: () => undefined,
    set: () => undefined,
    delete: async (key: string) => void deleted.push(key),
    flush: async () => undefined,
  };
  const session = new AnswerSession({ outbox: new Outbox(ports), drafts }, wait.key);
  const answer = (target: FeedbackTarget | Wait, said: Answer) => {
    session.see(target);
    return session.send(said);
  };
  return { answer, rig, wait, waits, deleted };
}

const answerIn = ({ context }: { context: Record<string, unknown> }) => context['_feedback_response'];

/** Another program acts, and this window has not heard of it. */
async function meanwhile(act: (agent: TaskFolder) => Promise<unknown>, agent: TaskFolder): Promise<void> {
  await act(agent);
}

describe('answering a task', () => {
  it('writes one text, puts the task back, and only then forgets the draft', async () => {
    const { answer, wait, waits, deleted, record } = await setUp();
    const sent = await answer(wait, { text: ' only the test bucket ', choice: 'no' });
    assert.equal(sent.ok, true);
    assert.equal(answerIn(record('inbox')), 'no\nonly the test bucket');
    assert.deepEqual(waits(), []);
    assert.deepEqual(deleted, [wait.key]);
  });

  it('writes an option that was no text as its JSON, and words alone as they are', async () => {
    const first = await setUp();
    await first.answer(first.wait, { text: '', choice: '3' });
    assert.equal(answerIn(first.record('inbox')), '3');
    const second = await setUp();
    await second.answer(second.wait, { text: 'ask me\nlater', choice: null });
    assert.equal(answerIn(second.record('inbox')), 'ask me\nlater');
  });

  it('tells who was later that another answered, and with what, and keeps the text', async () => {
    const { answer, wait, rig, agent, deleted, record } = await setUp();
    await meanwhile((tasks) => tasks.respondFeedback('export', 'yes'), agent);
    const sent = await answer(wait, { text: 'no, wait', choice: null });
    assert.equal(sent.ok === false && sent.code, 'gone');
    assert.deepEqual(deleted, []);
    assert.equal(answerIn(record('inbox')), 'yes');
    assert.ok(!sent.ok);
    const { late, words } = feedbackRefusal(sent, wait, rig.store.get(wait.workspace.key));
    assert.equal(late, true);
    assert.match(words, /^Already answered at \d\d:\d\d: “yes”\. Nothing was sent\.$/);
  });

  it('takes one of two answers that two windows send at once, and tells the other', async () => {
    const { home, folder, answer, wait, record } = await setUp();
    const other = await windowOver(home, folder);
    const sent = await Promise.all([
      answer(wait, { text: 'from the first', choice: null }),
      other.answer(other.wait, { text: 'from the second', choice: null }),
    ]);
    const told = sent.map((one) => (one.ok ? 'sent' : one.code)).sort();
    assert.deepEqual(told, ['gone', 'sent']);
    assert.equal(answerIn(record('inbox')), sent[0]?.ok === true ? 'from the first' : 'from the second');
    assert.equal(wait.key, other.wait.key);
  });

  it('sends nothing to a question that is another one by now', async () => {
    const { answer, wait, rig, agent, record } = await setUp();
    await meanwhile(async (tasks) => {
      await tasks.respondFeedback('export', 'yes');
      await tasks.claim('export', 'scribe');
      await tasks.requestFeedback('export', { question: 'Delete all?', options: ['yes', 'no'] }, 'scribe');
    }, agent);
    for (const look of [false, true]) {
      if (look) await rig.store.refresh();
      const sent = await answer(wait, { text: '', choice: 'yes' });
      assert.ok(!sent.ok);
      assert.match(feedbackRefusal(sent, wait, rig.store.get(wait.workspace.key)).words, /^Not sent: /);
      assert.notEqual(record('feedback').context['_feedback_response'], 'no');
    }
  });

  it('sends nothing where the same question has other words by now, and what is asked still where the rest changed', async () => {
    const { answer, wait, rig, record, file } = await setUp();
    const text = fs.readFileSync(file('feedback'), 'utf8');
    fs.writeFileSync(file('feedback'), text.replace('May I?', 'May I not?'));
    await rig.store.refresh();
    const sent = await answer(wait, { text: '', choice: 'yes' });
    assert.equal(sent.ok === false && sent.code, 'asked-again');
    fs.writeFileSync(file('feedback'), text.replace('"priority": 5', '"priority": 1'));
    await rig.store.refresh();
    assert.equal((await answer(wait, { text: '', choice: 'yes' })).ok, true);
    assert.equal(answerIn(record('inbox')), 'yes');
  });

  it('sends nothing to a task that reads otherwise than what the person saw, and as it is now once they say so', async () => {
    for (const [before, after] of [
      ['Invoice export', 'Delete the invoices'],
      ['"description": ""', '"description": "All of them."'],
      ['"context": {', '"context": {"bucket": "live",'],
    ] as const) {
      const { answer, wait, waits, rig, deleted, record, file } = await setUp();
      const text = fs.readFileSync(file('feedback'), 'utf8');
      assert.ok(text.includes(before), before);
      fs.writeFileSync(file('feedback'), text.replace(before, after));
      await rig.store.refresh();
      const sent = await answer(wait, { text: '', choice: 'yes' });
      assert.equal(sent.ok === false && sent.code, 'changed', before);
      assert.deepEqual(deleted, []);
      // What an answer's document remembers over a reload is only the version.
      const { id, version } = wait.row;
      const kept = await answer({ ...wait, row: { id, version } }, { text: '', choice: 'yes' });
      assert.equal(kept.ok === false && kept.code, 'changed');
      const [now] = waits();
      assert.ok(now);
      assert.equal((await answer(now, { text: '', choice: 'yes' })).ok, true);
      assert.equal(answerIn(record('inbox')), 'yes');
    }
  });

  it('refuses what changed since the window looked', async () => {
    const { answer, wait, file } = await setUp();
    const text = fs.readFileSync(file('feedback'), 'utf8');
    fs.writeFileSync(file('feedback'), text.replace('May I?', 'May I not?'));
    const sent = await answer(wait, { text: '', choice: 'yes' });
    assert.equal(sent.ok === false && sent.code, 'changed');
  });

  it('takes Enter struck twice as one answer', async () => {
    const { answer, wait } = await setUp();
    const both = await Promise.all([1, 2].map(() => answer(wait, { text: '', choice: 'yes' })));
    assert.equal(both[0], both[1]);
    assert.equal(both[0]?.ok, true);
  });

  it('writes nothing without trust, for nothing, and to what is not known', async () => {
    const { answer, wait } = await setUp({ trusted: () => false });
    const code = async (target: FeedbackWait, by = answer) => {
      const sent = await by(target, { text: 'yes', choice: null });
      return sent.ok ? 'sent' : sent.code;
    };
    assert.equal(await code(wait), 'restricted');
    const trusted = await setUp();
    const elsewhere = { ...trusted.wait, workspace: { ...trusted.wait.workspace, key: 'other' } };
    assert.equal(await code(elsewhere, trusted.answer), 'gone');
    const empty = await trusted.answer(trusted.wait, { text: ' \n', choice: null });
    assert.equal(empty.ok === false && empty.code, 'empty');
  });
});
