import type { StorageState } from '@tintype/contract';
import type { PageState } from '../browser-source.ts';

/**
 * Returns the state that a page started with, with the databases as they were read back: an export
 * of another program may have the same values in another form.
 */
export function withRestored(
  base: StorageState,
  { restored }: Pick<PageState, 'restored'>,
): StorageState {
  const origins = base.origins.map((each) => {
    const found = restored.find(({ origin }) => origin === each.origin);
    return found ? { ...each, indexedDB: found.indexedDB ?? [] } : each;
  });
  return { ...base, origins };
}

/** Returns the state that a page left. Databases that could not be read are as in the base. */
export function withUnread(
  { state, partial }: Pick<PageState, 'state' | 'partial'>,
  base: StorageState,
): StorageState {
  const origins = state.origins.map((each) => {
    if (!partial.has(each.origin)) return each;
    const names = partial.get(each.origin);
    const before = base.origins.find(({ origin }) => origin === each.origin)?.indexedDB ?? [];
    const read = each.indexedDB ?? [];
    const unread = before.filter(
      ({ name }) => (names?.includes(name) ?? true) && read.every((one) => one.name !== name),
    );
    return unread.length === 0 ? each : { ...each, indexedDB: [...read, ...unread] };
  });
  return { ...state, origins };
}
