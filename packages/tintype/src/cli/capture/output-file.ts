import { extname } from 'node:path';
import { builtInKinds, type KindSet } from '@tintype/contract';
import { UsageError } from '../cli-context.ts';

export interface OutputFile {
  path: string;
  kind: string;
  format: string;
}

/**
 * Parses a value of `-o`. An extension of several kinds selects the first: `.webp` is an image, not
 * a video.
 * @throws UsageError for a name without an extension, or with an unknown one
 */
export function readOutputFile(path: string, kinds: KindSet = builtInKinds): OutputFile {
  const format = extname(path).slice(1).toLowerCase();
  const found = [...kinds].find(({ files }) => Object.hasOwn(files, format));
  if (found !== undefined) return { path, kind: found.name, format };
  const endings = new Set([...kinds].flatMap(({ files }) => Object.keys(files)));
  const known = [...endings].map((ending) => `.${ending}`).join(', ');
  throw new UsageError(
    format === ''
      ? `-o ${path || '""'}: the file name has no extension, which selects the format. Use one of ${known}.`
      : `-o ${path}: no format has the extension .${format}. Use one of ${known}.`,
  );
}
