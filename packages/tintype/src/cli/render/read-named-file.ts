import { readFile } from 'node:fs/promises';
import { UsageError } from '../cli-context.ts';

/**
 * Reads a file that the command line names.
 * @param name - The file as the message shows it, with its flag: `--data page.json`.
 * @param hint - Follows the reason in the message.
 * @throws UsageError with the reason if it cannot be read
 */
export async function readNamedFile(name: string, path: string, hint?: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    const more = hint === undefined ? '' : ` ${hint}`;
    throw new UsageError(`${name}: ${why}.${more}`);
  }
}
