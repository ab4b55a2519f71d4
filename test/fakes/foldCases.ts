/** The 70 loops of another implementation, with the state that it read from them at a stated time. */
import { existsSync, readFileSync } from 'node:fs';
import { parseFoldEvent } from '../../src/protocol/loops/parseEvent.ts';
import { parseFoldEntry } from '../../src/protocol/loops/parseInboxEntry.ts';
import { parseManifest } from '../../src/protocol/loops/parseManifest.ts';
import type { OracleInput } from './oracleFold.ts';

export interface FoldCase {
  name: string;
  input: OracleInput;
  /** The fields that the other side gives; `waits`: something waits for the person. */
  expected: Record<string, unknown>;
}

interface Stored {
  key: boolean;
  folder: string;
  now: string;
  expected: Record<string, unknown>;
}

const FIXTURES = new URL('../fixtures/loops/', import.meta.url);

function linesOf(file: URL): { line: string; offset: number }[] {
  const data = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const lines: { line: string; offset: number }[] = [];
  let offset = 0;
  for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, offset)) {
    const line = data.toString('utf8', offset, end);
    if (line.trim() !== '') {
      lines.push({ line, offset });
    }
    offset = end + 1;
  }
  return lines;
}

function readCase(set: string, key: Uint8Array, stored: Stored): FoldCase {
  const folder = new URL(`${set}/${stored.folder}/`, FIXTURES);
  const id = stored.folder.split('/').at(-1) ?? '';
  const manifest = parseManifest(readFileSync(new URL('loop.json', folder), 'utf8'));
  return {
    name: `${set}/${stored.folder}`,
    expected: stored.expected,
    input: {
      id,
      manifest: manifest.ok ? manifest.manifest : null,
      events: linesOf(new URL('events.jsonl', folder)).flatMap(({ line, offset }) => {
        const read = parseFoldEvent(line);
        return read.ok ? [{ event: read.event, offset }] : [];
      }),
      inbox: linesOf(new URL('inbox.jsonl', folder)).flatMap(({ line }) => {
        const read = parseFoldEntry(line, stored.key ? key : null, id);
        return read.ok ? [read.entry] : [];
      }),
      problems: [],
      now: new Date(stored.now),
      stallMinutes: 30,
    },
  };
}

export function foldCases(): FoldCase[] {
  return ['fold', 'fold-nokey'].flatMap((set) => {
    const key = Buffer.from(readFileSync(new URL(`${set}/inbox.key`, FIXTURES), 'utf8').trim(), 'hex');
    const stored = JSON.parse(readFileSync(new URL(`${set}/expected.json`, FIXTURES), 'utf8')) as Stored[];
    return stored.map((one) => readCase(set, key, one));
  });
}
