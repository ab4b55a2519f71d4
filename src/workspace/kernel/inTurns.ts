/** Runs all jobs, at most `limit` at a time. */
export async function inTurns(jobs: readonly (() => Promise<void>)[], limit: number): Promise<void> {
  const rest = jobs.values();
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const job of rest) {
        await job();
      }
    }),
  );
}
