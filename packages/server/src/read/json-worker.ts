import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readJson, type ReadJson } from './read-json.ts';

/** A body to read. */
export interface JsonJob {
  id: number;
  body: Uint8Array;
}

/** What came of it. */
export type JsonAnswer = ReadJson & { id: number };

/** Added to that of the program: a tenth of the share of the thread that answers everybody, where both want to compute. */
const niceness = 10;

// On Linux a thread has a priority of its own; elsewhere it would be that of the whole program.
if (process.platform === 'linux') {
  try {
    setPriority(Math.min(19, getPriority() + niceness));
  } catch {
    // A sandbox may refuse it: then it computes with the priority of the rest.
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

parentPort?.on('message', ({ id, body }: JsonJob) => {
  parentPort?.postMessage({ ...readJson(decoder.decode(body)), id } satisfies JsonAnswer);
});
