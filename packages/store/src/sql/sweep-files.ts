import type { FileBytes } from '../ports/files.ts';
import type { FileKeys } from './file-rows.ts';

interface SweepFilesParts {
  files: Pick<FileKeys, 'takeExpired' | 'removeTaken'>;
  fileBytes: Pick<FileBytes, 'removeKeys'>;
}

/**
 * Removes expired files in batches and returns how many. Bytes first: an expired row without bytes
 * is harmless.
 */
export async function sweepFiles(
  { files, fileBytes }: SweepFilesParts,
  batchSize: number,
): Promise<number> {
  for (let sum = 0; ;) {
    const batch = await files.takeExpired(batchSize);
    await fileBytes.removeKeys(batch);
    await files.removeTaken(batch);
    sum += batch.length;
    if (batch.length < batchSize) return sum;
  }
}
