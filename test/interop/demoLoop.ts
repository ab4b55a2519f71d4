/** The demo loop in a folder of its own, with a key of its own, as a person would have it. */
import { randomBytes } from 'node:crypto';
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoopSnapshot, QuestionState } from '../../src/protocol/loops/loopSnapshot.ts';
import { readLoop } from '../../src/protocol/loops/reader.ts';
import { until } from '../fakes/until.ts';
import { type Ended, type Running, runPython, startPython } from './runPython.ts';

export const DEMO = fileURLToPath(new URL('../../media/demo', import.meta.url));

interface DemoFiles {
  loop: string;
  files: string[];
  history: string[];
  output: string;
}

const PATIENCE_MS = 30_000;

export class DemoLoop {
  readonly home: string;
  readonly key: Uint8Array;
  readonly files: DemoFiles;
  readonly #env: Record<string, string>;
  #running: Running | null = null;

  private constructor(home: string, key: Uint8Array, files: DemoFiles) {
    this.home = home;
    this.key = key;
    this.files = files;
    this.#env = { LOOPCAPTAIN_INBOX_KEY: join(home, 'inbox.key') };
  }

  static async make(): Promise<DemoLoop> {
    const home = await mkdtemp(join(tmpdir(), 'quarterdeck-demo-'));
    const files = JSON.parse(await readFile(join(DEMO, 'files.json'), 'utf8')) as DemoFiles;
    const key = randomBytes(32);
    await writeFile(join(home, 'inbox.key'), key.toString('hex'), { mode: 0o600 });
    const demo = new DemoLoop(home, key, files);
    await mkdir(demo.repository);
    for (const file of files.files) {
      await copyFile(join(DEMO, file), join(demo.repository, file));
    }
    return demo;
  }

  get repository(): string {
    return join(this.home, 'harbour');
  }

  get folder(): string {
    return join(this.repository, '.loops', this.files.loop);
  }

  async remove(): Promise<void> {
    this.#running?.process.kill('SIGKILL');
    await rm(this.home, { recursive: true, force: true });
  }

  async history(): Promise<Ended> {
    return await runPython(this.files.history, { cwd: this.repository, env: this.#env });
  }

  async start(...more: string[]): Promise<Running> {
    const args = ['loop.py', '--pace', '0.02', '--wait', '60', ...more];
    this.#running = await startPython(args, { cwd: this.repository, env: this.#env });
    return this.#running;
  }

  async snapshot(): Promise<LoopSnapshot> {
    return await readLoop(this.folder, { key: this.key });
  }

  async output(): Promise<string> {
    return await readFile(join(this.repository, this.files.output), 'utf8');
  }

  async forge(entry: object): Promise<void> {
    await appendFile(join(this.folder, 'inbox.jsonl'), `${JSON.stringify(entry)}\n`);
  }

  /** The first snapshot for which the check holds. Throws when it takes far too long. */
  async until(what: string, check: (snapshot: LoopSnapshot) => boolean): Promise<LoopSnapshot> {
    const look = async (): Promise<LoopSnapshot> => {
      const snapshot = await this.snapshot();
      if (check(snapshot)) return snapshot;
      throw new Error(`still ${snapshot.status}: ${this.#running?.out()}${this.#running?.err()}`);
    };
    return until(what, look, PATIENCE_MS);
  }

  /** The question, once it is asked. */
  async asked(): Promise<QuestionState> {
    const snapshot = await this.until('a question', ({ questions }) =>
      questions.some(({ state }) => state === 'open'),
    );
    const question = snapshot.questions.at(-1);
    if (question === undefined) {
      throw new Error('no question');
    }
    return question;
  }
}
