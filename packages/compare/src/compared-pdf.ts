import type { ComparedFile } from './comparison.ts';

export function isPdf({ mediaType }: Pick<ComparedFile, 'mediaType'>): boolean {
  return /^application\/pdf\b/i.test(mediaType);
}
