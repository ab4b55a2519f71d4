import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { LoopSnapshot, QuestionKey } from '../../src/protocol/loops/loopSnapshot.ts';

export const KEY = new Uint8Array(32).fill(7);
/** After all times of the events below. */
export const NOW = new Date('2026-11-30T12:00:00.250Z');

/** Seconds after noon of the same day, before `NOW`. */
export function at(second: number): string {
  return new Date(Date.parse('2026-11-30T11:00:00Z') + second * 1000).toISOString();
}

/** Makes `<repository>/.loops/<id>` with the events given; its folder. */
export async function makeLoop(
  repository: string,
  events: readonly object[] = [],
  id = 'nightly',
): Promise<string> {
  const folder = path.join(repository, '.loops', id);
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'loop.json'), JSON.stringify({ protocol: 1, id, title: 'Nightly' }));
  await fs.writeFile(
    path.join(folder, 'events.jsonl'),
    events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  );
  return folder;
}

export async function addEvents(folder: string, events: readonly object[]): Promise<void> {
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  await fs.appendFile(path.join(folder, 'events.jsonl'), text);
}

export const started = { ts: at(0), event: 'round_started', round: 1 };

export function question(second: number, fields: object = {}) {
  return { ts: at(second), event: 'question', text: 'Which?', blocks: true, ...fields };
}

export const options = [
  { id: 'leads', label: 'Team leads' },
  { id: 'builders', label: 'Builders' },
];

export function keyOf(snapshot: LoopSnapshot, index = 0): QuestionKey {
  const found = snapshot.questions[index];
  if (!found) throw new Error(`there is no question ${index}`);
  return found.key;
}

/** The lines of the inbox as objects, those that are none as null. */
export async function inboxOf(folder: string): Promise<(Record<string, unknown> | null)[]> {
  const text = await fs.readFile(path.join(folder, 'inbox.jsonl'), 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => {
    try {
      return JSON.parse(line);
    } catch {
      return null;
    }
  });
}
