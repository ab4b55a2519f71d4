import { fileURLToPath } from 'node:url';
import { mustRun } from '../editor/run.ts';
import { ensurePython, findPeers } from './python.ts';

const SCRIPT = fileURLToPath(new URL('peerLog.py', import.meta.url));

/** What the real peer's models refuse in a loop's folder; nothing where the peer is not there. */
export async function peerProblems(folder: string): Promise<string[]> {
  const peers = findPeers();
  if (peers === null) return [];
  const printed = await mustRun(await ensurePython(), [SCRIPT, peers, folder]);
  return JSON.parse(printed) as string[];
}
