import { createHash } from 'node:crypto';
import type { Store } from './ports.ts';
import type { NewFile } from './ports/files.ts';

/** A stored result that is not in the index yet. */
export interface KeptResult {
  file: NewFile;
  /** Called if no row refers to it after all. Content that existed before stays. */
  discard(): Promise<void>;
}

/** Stores a result for an account, or extends the expiry of the same content stored earlier. */
export async function keepResult(
  { files, fileBytes }: Pick<Store, 'files' | 'fileBytes'>,
  accountId: string,
  {
    body,
    ...rest
  }: Pick<NewFile, 'extension' | 'mediaType' | 'attachmentName'> & { body: Uint8Array },
  expiresAt: number,
): Promise<KeptResult> {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const content = { sha256, bytes: body.byteLength, ...rest };
  const present = await files.reuse(accountId, content, expiresAt);
  if (present && (await fileBytes.has(present))) return { file: present, discard: async () => {} };
  // The content has been removed meanwhile.
  if (present) await files.remove([present.name]);
  const written = await fileBytes.write(body);
  return {
    file: { ...written, ...rest, expiresAt },
    discard: async () => fileBytes.remove(written.name).catch(() => {}),
  };
}
