import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { BENCH_MANIFEST, benchLog, benchRound } from './benchLog.ts';

/** Runs `use` with a fresh folder that is gone afterwards. */
export async function withBenchFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-bench-'));
  try {
    await use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Writes a loop of so many events below `repository`; its folder and its log. */
export function writeBenchLoop(
  repository: string,
  id: string,
  events: number,
): { folder: string; log: string } {
  const folder = path.join(repository, '.loops', id);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'loop.json'), JSON.stringify({ ...BENCH_MANIFEST, id }));
  const log = path.join(folder, 'events.jsonl');
  const file = fs.openSync(log, 'w');
  for (const piece of benchLog(events)) fs.writeSync(file, piece);
  fs.closeSync(file);
  return { folder, log };
}

/** The same of so many rounds, with as many findings of each of the two reviewers of a round. */
export function writeBenchRounds(
  repository: string,
  id: string,
  { rounds, findings }: { rounds: number; findings: number },
): { folder: string; log: string } {
  const made = writeBenchLoop(repository, id, 0);
  const lines = Array.from({ length: rounds }, (_, at) => benchRound(at + 1, findings));
  fs.writeFileSync(made.log, lines.join(''));
  return made;
}
