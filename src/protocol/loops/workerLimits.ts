/** A line of 64 MiB made to take all memory ends its worker, not the editor. */
export const WORKER_LIMITS = { maxOldGenerationSizeMb: 1024 };
