import { keepResult, type Account, type NewFile, type Plans, type Store } from '@tintype/store';
import { checkStorage } from './check-storage.ts';

export interface FileToKeep {
  body: Uint8Array;
  mediaType: string;
  /** Without a dot. */
  extension: string;
  /** For so long. */
  ttlS: number;
}

/**
 * Stores a file of an account within its limit.
 * @throws RenderError `storage_full` or `account_storage_full`
 */
export type KeepFile = (account: Account, file: FileToKeep) => Promise<NewFile>;

export function createKeepFile({
  store,
  plans,
  now,
}: {
  store: Pick<Store, 'files' | 'fileBytes' | 'capacity'>;
  plans: Plans;
  /** Unix milliseconds. */
  now: () => number;
}): KeepFile {
  return async (account, { body, mediaType, extension, ttlS }) => {
    await checkStorage(account, store, plans, { hasWebhook: false });
    const content = { body, mediaType, extension };
    const kept = await keepResult(store, account.id, content, now() + ttlS * 1000);
    try {
      await store.files.add(account.id, kept.file);
    } catch (error) {
      await kept.discard();
      throw error;
    }
    return kept.file;
  };
}
