/** Runs in a worker thread: takes a job, answers with its result, large texts first and piece by piece as asked for. */
import { parentPort } from 'node:worker_threads';
import { cutTexts } from './largeTexts.ts';
import { type ParseAnswer, type ParseJob, runParseJob } from './parseJob.ts';

let answers: ParseAnswer[] = [];

parentPort?.on('message', (message: ParseJob | 'more') => {
  if (message !== 'more') {
    const result = runParseJob(message);
    const { pieces, cuts } = cutTexts(result);
    answers = [...pieces.map((piece) => ({ piece })), { result, cuts }];
  }
  const answer = answers.shift();
  if (answer) parentPort?.postMessage(answer);
});
