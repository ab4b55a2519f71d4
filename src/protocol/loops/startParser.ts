/**
 * Starts the parsing worker from its source. In a bundle esbuild.mjs puts another module in this one's place, which holds
 * the worker's bundled text, so that nothing has to lie beside the bundle.
 */
import { Worker } from 'node:worker_threads';
import { WORKER_LIMITS } from './workerLimits.ts';

export function startParser(): Worker {
  return new Worker(new URL('./parseWorker.ts', import.meta.url), { resourceLimits: WORKER_LIMITS });
}
