/** Runs in a worker thread: takes a job, answers with its result, large texts first and piece by piece as asked for. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { cutTexts } from './largeTexts.ts';
import { type ParseAnswer, type ParseJob, runParseJob } from './parseJob.ts';

/** Sends the answers of the last job one by one, each when it is asked for. */
function serve(port: MessagePort): void {
  let answers: ParseAnswer[] = [];
  port.on('message', (message: ParseJob | 'more') => {
    if (message !== 'more') {
      const result = runParseJob(message);
      const { pieces, cuts } = cutTexts(result);
      answers = [...pieces.map((piece) => ({ piece })), { result, cuts }];
    }
    const answer = answers.shift();
    if (answer) port.postMessage(answer);
  });
}

if (parentPort !== null) serve(parentPort);
