import { FAULT_CASES, runFaults } from '../fakes/taskFaults.ts';
import { tempFolder } from '../fakes/tempFolder.ts';

describe('an act on a task, cut before and after each call, and with each errno', () => {
  const root = tempFolder();

  for (const name of Object.keys(FAULT_CASES)) {
    it(`${name}: the next scan names what is left, and mending loses nothing`, async () => {
      await runFaults(root(), name, true);
    }).timeout(300_000);
  }
});
