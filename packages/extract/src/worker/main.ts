import { parentPort } from 'node:worker_threads';
import { convert, type Converted, type Job } from './convert.ts';

/** What a worker answers. */
export type Answer = Converted | { error: string };

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: Job): Answer {
  try {
    return convert(job);
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
