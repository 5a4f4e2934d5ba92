import type { Store, StoredFile } from '@tintype/store';
import { compareInThread } from '../tools/compare-in-thread.ts';
import type { Comparison } from '../tools/compare-images.ts';
import { maxPixels, readWhole, type ServiceTurns } from './service-parts.ts';

/** Compares two images that are kept for an account: in its turn, in a thread of its own. */
export type CompareStored = (
  accountId: string,
  files: { before: StoredFile; after: StoredFile },
  signal: AbortSignal,
) => Promise<Comparison>;

/**
 * Makes a {@link CompareStored}, within the bounds of the tool `compare`.
 *
 * @param turns - those of the tools, so that both together compare one pair at a time
 * @example
 * const { changed, picture } = await createCompareStored(store, turns)(account.id, { before, after
 * }, signal);
 */
export function createCompareStored(
  store: Pick<Store, 'fileBytes'>,
  turns: Pick<ServiceTurns, 'compare'>,
): CompareStored {
  return async (accountId, { before, after }, signal) => {
    const work = async () => {
      const job = {
        before: await readWhole(store, before, 'image/'),
        after: await readWhole(store, after, 'image/'),
        maxPixels,
      };
      return compareInThread(job, signal);
    };
    return turns.compare(accountId, work, signal);
  };
}
