import type { FileBytes } from '../ports/files.ts';
import type { FileKeys } from './file-rows.ts';

interface SweepFilesParts {
  files: Pick<FileKeys, 'takeExpired' | 'removeTaken'>;
  fileBytes: Pick<FileBytes, 'removeKeys'>;
}

/**
 * Removes files past their time, so many at once. Gives how many. Bytes first: a row that is past
 * its time and has none hurts nobody.
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
