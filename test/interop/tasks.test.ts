import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openTasks } from '../../src/protocol/tasks/taskFolder.ts';
import type { TaskFolder } from '../../src/protocol/tasks/taskModel.ts';
import { note } from '../editor/note.ts';
import { filesOf, makeWorkspace } from '../fakes/taskWorkspace.ts';
import { tempFolder } from '../fakes/tempFolder.ts';
import { until } from '../fakes/until.ts';
import { ensurePython } from './python.ts';

const AGENT = fileURLToPath(new URL('taskAgent.py', import.meta.url));
const COUNT = 300;
const AGENTS = ['ada', 'bob', 'cyd', 'dov'];

interface Answer {
  id: string;
  text: string;
  /** `ok`, or the code of the refusal. */
  said: string;
}

/** Agents of the peer's library, each started again whenever it dies. */
class Agents {
  readonly #python: string;
  readonly #folder: string;
  readonly #running = new Map<string, ChildProcess>();
  #stopping = false;
  restarts = 0;
  lastError = '';

  constructor(python: string, folder: string) {
    this.#python = python;
    this.#folder = folder;
    for (const name of AGENTS) this.#start(name);
  }

  #start(name: string): void {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
    const child = spawn(this.#python, [AGENT, this.#folder, name], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    this.#running.set(name, child);
    child.once('close', () => {
      if (this.#stopping) return;
      this.restarts += 1;
      this.lastError = errors.trim().split('\n').at(-1) ?? '';
      this.#start(name);
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    fs.writeFileSync(path.join(this.#folder, '..', 'stop'), '');
    for (const child of this.#running.values()) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    }
  }
}

async function submit(tasks: TaskFolder): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    const done = await tasks.submit({
      title: `Task ${index}`,
      createdBy: 'mira',
      context: { ask: index % 3 !== 0, number: index },
    });
    assert.ok(done.ok, JSON.stringify(done));
    ids.push(done.value);
  }
  return ids;
}

/** Answers whatever waits, until all is done. */
async function answerAll(tasks: TaskFolder, name: string, done: () => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!done()) {
    for (const row of (await tasks.scan()).tasks) {
      if (row.folder !== 'feedback' || row.task === null) continue;
      const text = `yes from ${name}, attempt ${answers.length}`;
      const result = await tasks.respondFeedback(row.id, text, { seen: row.version });
      answers.push({ id: row.id, text, said: result.ok ? 'ok' : result.code });
    }
    await pause(5);
  }
  return answers;
}

describe('tasks beside the peer’s own agents', () => {
  const root = tempFolder();
  let python = '';
  before(async function () {
    this.timeout(300_000);
    python = await ensurePython();
  });

  for (const round of [1, 2, 3]) {
    it(`${round}: ${COUNT} tasks, four agents, a submitter and two answerers: each ends once, each answer is kept or refused`, async () => {
      const folder = makeWorkspace(root());
      const ports = { home: root(), env: {} };
      const open = () => openTasks(folder, {}, ports);
      const agents = new Agents(python, folder);
      let over = false;
      try {
        const counter = open();
        const allDone = async () => (await counter.stats())['done'] === COUNT;
        const watching = until('the end of all tasks', allDone, 280_000).finally(() => {
          over = true;
        });
        const isOver = () => over;
        const [ids, first, second] = await Promise.all([
          submit(open()),
          answerAll(open(), 'first', isOver),
          answerAll(open(), 'second', isOver),
          watching,
        ]);
        await agents.stop();
        const { tasks: rows } = await open().scan();
        const answers = [...first, ...second];
        const twins = rows.filter(({ alsoIn }) => alsoIn.length > 0);
        note(
          `tasks ${round}: ${answers.length} answers, ${answers.filter(({ said }) => said !== 'ok').length} refused, ${agents.restarts} agents started again (${agents.lastError}), ${twins.length} twins`,
        );
        assert.deepEqual(rows.map(({ id }) => id).sort(), [...ids].sort());
        assert.deepEqual([...new Set(rows.map((row) => `${row.folder} ${row.problem}`))], ['done null']);
        for (const { id, task } of rows) {
          const { context, result, history } = task as {
            context: { ask: boolean; _feedback_response?: string };
            result: { answer: string | null };
            history: { status: string }[];
          };
          const kept = answers.filter((answer) => answer.id === id && answer.said === 'ok');
          assert.equal(kept.length, context.ask ? 1 : 0, id);
          assert.equal(result.answer, kept[0]?.text ?? null);
          assert.equal(context._feedback_response, kept[0]?.text);
          const asked = ['pending', 'inbox', 'active', 'feedback', 'inbox', 'active', 'done'];
          const plain = ['pending', 'inbox', 'active', 'done'];
          assert.deepEqual(
            history.map(({ status }) => status),
            context.ask ? asked : plain,
          );
        }
        for (const { said } of answers) assert.ok(['ok', 'gone', 'changed', 'busy'].includes(said), said);
        const left = Object.keys(filesOf(folder)).filter((name) => !name.endsWith('.json'));
        assert.deepEqual(left, []);
      } finally {
        await agents.stop();
      }
    }).timeout(300_000);
  }
});
