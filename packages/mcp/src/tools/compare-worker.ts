import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@tintype/contract';
import { RenderError } from '@tintype/contract/errors';
import { lowerThreadPriority } from '@tintype/core/process';
import type { Comparison } from '@tintype/jobs';
import { compareImages } from './compare-images.ts';

/** Two image files. */
export interface CompareJob {
  before: Uint8Array;
  after: Uint8Array;
  maxPixels: number;
}

export type CompareAnswer = { comparison: Comparison } | { code: ErrorCode; message: string };

// The thread that responds to requests takes precedence.
lowerThreadPriority(10);

const { before, after, maxPixels } = workerData as CompareJob;
const answer = await compareImages(before, after, maxPixels).then(
  (comparison): CompareAnswer => ({ comparison }),
  (cause: unknown): CompareAnswer => {
    const { code, message } = RenderError.from(cause);
    return { code, message };
  },
);
parentPort?.postMessage(answer);
