import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@tintype/files';
import { makeOwnedFile } from '@tintype/store';
import type { Output } from '../cli/output/terminal.ts';
import type { NewKeys } from './first-account.ts';

/** File name in the data folder. */
const usualName = 'new-keys.env';

/**
 * Returns the file for new keys. Undefined prints them, to a person at a terminal: any other output
 * is stored, such as the log of a container.
 */
export function keysFileOf(
  { keys_file: wanted, data_dir: dataDir }: { keys_file?: string; data_dir: string },
  output: Pick<Output, 'isTTY'>,
): string | undefined {
  return wanted ?? (output.isTTY === true ? undefined : join(dataDir, usualName));
}

/**
 * Writes new keys, readable by their owner only, replacing an existing file. Resolves once they are
 * on disk.
 */
export async function writeKeys(path: string, { account, keys }: NewKeys): Promise<void> {
  const { accessKey, secretKey } = keys;
  const lines = [
    `# New keys of the account "${account.name}" of Tintype. They are stored nowhere else: save them in a safe place, and delete this file.`,
    ...(accessKey === undefined ? [] : [`TINTYPE_ACCESS_KEY='${accessKey}'`]),
    ...(secretKey === undefined ? [] : [`TINTYPE_SECRET_KEY='${secretKey}'`]),
  ];
  const partial = join(dirname(path), `.tintype-keys-${randomUUID()}`);
  try {
    makeOwnedFile(partial, `${lines.join('\n')}\n`);
    await rename(partial, path);
    // The keys are written: some network folders cannot be synced.
    await syncFolder(dirname(path)).catch(() => {});
  } finally {
    await rm(partial, { force: true });
  }
}
