import { readFile } from 'node:fs/promises';
import { UsageError } from '../usage-error.ts';

/**
 * Reads the file that a flag names.
 * @param hint what stands behind the reason, where it helps
 * @throws UsageError that says why it cannot be read
 */
export async function readNamedFile(flag: string, path: string, hint?: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    const more = hint === undefined ? '' : ` ${hint}`;
    throw new UsageError(`--${flag} ${path}: ${why}.${more}`);
  }
}
