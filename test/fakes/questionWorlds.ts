/** Asks as they may stand on a busy day: two loops and twelve tasks. */
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import { FakeQuestions } from './fakeQuestions.ts';
import { asking, taskWorkspace } from './shownTasks.ts';
import { question, round, run, snapshot, watched } from './snapshots.ts';

export const AUDIENCE = question({
  id: 'audience',
  text: 'Who should the page speak to first?',
  askedAt: '2026-03-02T09:15:00.000Z',
  expiresAt: '2026-03-02T09:25:00.000Z',
  round: 3,
  options: [
    { id: 'leads', label: 'Team leads' },
    { id: 'builders', label: 'The engineers who build loops' },
  ],
});

export const SCHEMA = question({
  id: 'schema',
  text: 'The importer needs column source_id on 14 tables. Merge the schema change to main now, before the importer itself is finished, or keep it on the branch until round 5 and rebase?',
  askedAt: '2026-03-02T08:40:00.000Z',
  round: 2,
  options: [
    { id: 'merge', label: 'Merge now' },
    { id: 'keep', label: 'Keep on branch until round 5' },
    { id: 'reviewer', label: 'Ask the schema reviewer' },
  ],
});

const { manifest } = snapshot();

export function dashboard(values: Parameters<typeof watched>[1] = {}): WatchedLoop {
  return watched(
    'dashboard',
    {
      title: 'A dashboard on loop engineering',
      status: 'waiting',
      manifest: manifest === null ? null : { ...manifest, id: 'dashboard', round_cap: 6 },
      questions: [AUDIENCE],
      rounds: [
        round({ round: 2, commit: '1f3c9ab' }),
        round({
          round: 3,
          startedAt: '2026-03-02T08:50:00.000Z',
          runs: [
            run({ step: 'plan', artifact: 'work/rounds/3-plan.md' }),
            run({ step: 'facts', artifact: 'work/rounds/3-review-facts.md' }),
          ],
        }),
      ],
      ...values,
    },
    '/home/me/webshop',
  );
}

export function importer(values: Parameters<typeof watched>[1] = {}): WatchedLoop {
  return watched(
    'importer',
    { title: 'Import orders', status: 'waiting', questions: [SCHEMA], ...values },
    '/home/me/wt-import',
  );
}

const bucket = { question: 'May I write to the production bucket?', options: ['Yes', 'No'] };

export async function busyDay(): Promise<FakeQuestions> {
  const fake = new FakeQuestions();
  fake.list = [dashboard(), importer()];
  const rows = Array.from({ length: 12 }, (_, index) =>
    asking(`t${index}`, bucket, { title: `Invoice export ${index + 1}`, minutes: 41 - index }),
  );
  fake.tasks = [await taskWorkspace(rows)];
  return fake;
}
