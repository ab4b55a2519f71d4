/** Runs in a worker thread: takes jobs, answers each with its result. */
import { parentPort } from 'node:worker_threads';
import { type ParseJob, runParseJob } from './parseJob.ts';

parentPort?.on('message', (job: ParseJob) => {
  parentPort?.postMessage(runParseJob(job));
});
