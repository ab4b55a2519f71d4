import type { Problem } from '../result.ts';

/** What is wrong in a repository, a `.loops` folder or one loop; `file` is relative to `path`. */
export async function validate(_path: string): Promise<Problem[]> {
  return [];
}
