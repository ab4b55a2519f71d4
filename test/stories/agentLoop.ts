import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface AgentLoop {
  readonly id: string;
  /** `.loops/<id>` in the folder. */
  readonly folder: string;
  /** Appends one event, as the agent's side does; `ts` is now unless given. */
  emit(event: string, fields?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Asks a question with options whose ids are `a`, `b`, …; `fields` go over what it says by itself. */
  ask(
    id: string,
    text: string,
    options?: readonly string[],
    fields?: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** The lines of the inbox, parsed; none where it is not there. */
  inbox(): Promise<Record<string, unknown>[]>;
}

/** The agent's side of a loop in a folder, written by hand: what a story's editor watches. */
export async function agentLoop(
  folder: string,
  id: string,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<AgentLoop> {
  const loop = join(folder, '.loops', id);
  await mkdir(loop, { recursive: true });
  const steps = [{ id: 'build', kind: 'build' }];
  await writeFile(
    join(loop, 'loop.json'),
    JSON.stringify({ protocol: 1, id, title: `Loop ${id}`, steps, ...manifest }),
  );
  const emit = (event: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> =>
    appendFile(
      join(loop, 'events.jsonl'),
      `${JSON.stringify({ event, ts: new Date().toISOString(), ...fields })}\n`,
    );
  return {
    id,
    folder: loop,
    emit,
    ask: (question, text, options = [], fields = {}) =>
      emit('question', {
        id: question,
        text,
        blocks: true,
        options: options.map((label, index) => ({ id: String.fromCharCode(97 + index), label })),
        ...fields,
      }),
    async inbox() {
      const text = await readFile(join(loop, 'inbox.jsonl'), 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      });
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}
