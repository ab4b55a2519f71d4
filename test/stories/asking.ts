import assert from 'node:assert/strict';
import { until } from '../fakes/until.ts';
import { type AgentLoop, agentLoop } from './agentLoop.ts';
import type { Workbench } from './workbench.ts';

export const OPTIONS = ['Team leads', 'The engineers'];
export const ASK = 'Who should the page speak to first?';

/** A loop in round 3 of 6 that asks whom the page is for. */
export async function asking(
  folder: string,
  id = 'dashboard',
  options: readonly string[] = OPTIONS,
): Promise<AgentLoop> {
  const loop = await agentLoop(folder, id, { round_cap: 6 });
  await loop.emit('round_started', { round: 3, plan: 'Add sources' });
  await loop.ask('audience', ASK, options, { round: 3 });
  return loop;
}

/** Waits until the window knows that the loop asks. */
export async function openAsking(window: Workbench, id = 'dashboard'): Promise<void> {
  await window.statusItem.filter({ hasText: `${id} asks` }).waitFor({ timeout: 60_000 });
}

export async function openPick(window: Workbench): Promise<void> {
  await window.press('Control+K A');
  await window.quickInput.waitFor();
  await window.quickRow(ASK);
}

/** The inbox, once it has so many lines. */
export async function lines(loop: AgentLoop, count: number): Promise<Record<string, unknown>[]> {
  return until(`${count} lines in the inbox`, async () => {
    const inbox = await loop.inbox();
    assert.equal(inbox.length, count);
    return inbox;
  });
}
