import { compare, type ComparedFile, type ImageComparison } from '@tintype/compare';
import type { CallLimiter } from './create-call-limiter.ts';
import type { FoundFile } from './tool.ts';

/** Compares two files, which are read once the limiter admits the comparison, to bound memory. */
export function compareFiles(
  limiter: CallLimiter,
  owner: string,
  files: Record<'before' | 'after', Pick<FoundFile, 'read' | 'ignored'>>,
  signal: AbortSignal,
): Promise<ImageComparison> {
  const work = async () => {
    const image = async ({
      read,
      ignored = [],
    }: (typeof files)['before']): Promise<ComparedFile> => ({
      body: await read(),
      mediaType: 'image/*',
      ignored,
    });
    const [before, after] = [await image(files.before), await image(files.after)];
    return (await compare(before, after, { signal })) as ImageComparison;
  };
  return limiter(owner, work, signal);
}
