import { compare, elementsOfBoth, type ComparedFile, type ImageComparison } from '@tintype/compare';
import type { CallLimiter } from './create-call-limiter.ts';
import type { FoundFile } from './tool.ts';

/** Compares two files, which are read once the limiter admits the comparison, to bound memory. */
export function compareFiles(
  limiter: CallLimiter,
  owner: string,
  files: Record<'before' | 'after', Pick<FoundFile, 'read' | 'ignored' | 'elements'>>,
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
    const elements = elementsOfBoth(files.before.elements, files.after.elements);
    const options = { signal, ...(elements && { elements }) };
    return (await compare(before, after, options)) as ImageComparison;
  };
  return limiter(owner, work, signal);
}
