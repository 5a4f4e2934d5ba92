import { maxStateLength, type StorageState } from '@tintype/contract/light';

/**
 * Returns a storage state as the content of a file: indented, unless `storage_state` would refuse
 * the result for its length.
 */
export function stateText(state: StorageState): string {
  const indented = `${JSON.stringify(state, undefined, 2)}\n`;
  return indented.length > maxStateLength ? JSON.stringify(state) : indented;
}
