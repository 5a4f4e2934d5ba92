import { compareImages, type ImageComparison } from '@tintype/compare';
import type { CallLimiter } from './create-call-limiter.ts';
import type { FoundFile } from './tool.ts';

/** Compares two files, which are read once the limiter admits the comparison, to bound memory. */
export function compareFiles(
  limiter: CallLimiter,
  owner: string,
  files: Record<'before' | 'after', Pick<FoundFile, 'read'>>,
  maxPixels: number,
  signal: AbortSignal,
): Promise<ImageComparison> {
  const work = async () => {
    const [before, after] = [await files.before.read(), await files.after.read()];
    return compareImages(before, after, { maxPixels, signal });
  };
  return limiter(owner, work, signal);
}
