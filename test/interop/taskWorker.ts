/** Acts on a workspace at random until it is killed: taskWorker.ts WORKSPACE HOME SEED */
import { openTasks } from '../../src/protocol/tasks/taskFolder.ts';

const [folder = '', home = '', seed = '1'] = process.argv.slice(2);
const tasks = openTasks(folder, {}, { home, env: {}, sleep: async () => undefined });
let state = Number(seed);

/** A whole number below `most`, the same row of them for the same seed. */
function random(most: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * most);
}

async function act(where: string, id: string): Promise<unknown> {
  switch (where) {
    case 'inbox':
      if (random(4) === 0) return tasks.withdraw(id, 'me');
      return random(3) === 0 ? tasks.edit(id, { priority: random(10) }) : tasks.claim(id, 'me');
    case 'active':
      if (random(3) === 0) return tasks.requestFeedback(id, { question: 'ok?' }, 'me');
      return random(2) === 0 ? tasks.fail(id, 'no', 'me') : tasks.block(id, 'why', 'me');
    case 'feedback':
      return tasks.respondFeedback(id, 'yes');
    case 'blocked':
      return tasks.unblock(id);
    case 'failed':
      return tasks.retry(id);
    default:
      return null;
  }
}

process.stdout.write('ready\n');
for (;;) {
  const { tasks: rows } = await tasks.scan();
  for (let count = 0; count < 20; count += 1) {
    const row = rows[random(rows.length)];
    if (row) await act(row.folder, row.id);
  }
}
