import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for each test of the suite that calls this, by its real path; removed after the test. */
export function tempFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-')));
  });
  afterEach(() => {
    // What a test has not waited for may still write here.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  return () => folder;
}
