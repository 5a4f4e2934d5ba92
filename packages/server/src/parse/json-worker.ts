import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@tintype/core/process';
import { readJson, type ReadJson } from './read-json.ts';

/** A body to read. */
export interface JsonJob {
  id: number;
  body: Uint8Array;
}

/** Result of a job. */
export type JsonAnswer = ReadJson & { id: number };

// A tenth of the share of the thread that answers everybody, where both want to compute.
lowerThreadPriority(10);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

parentPort?.on('message', ({ id, body }: JsonJob) => {
  parentPort?.postMessage({ ...readJson(decoder.decode(body)), id } satisfies JsonAnswer);
});
