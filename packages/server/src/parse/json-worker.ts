import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@tintype/core/process';
import { readJson, type ReadJson } from './read-json.ts';

export interface JsonJob {
  id: number;
  body: Uint8Array;
}

export type JsonAnswer = ReadJson & { id: number };

// A tenth of the main thread's share if both compete for a core.
lowerThreadPriority(10);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

parentPort?.on('message', ({ id, body }: JsonJob) => {
  parentPort?.postMessage({ ...readJson(decoder.decode(body)), id } satisfies JsonAnswer);
});
